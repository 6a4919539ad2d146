// RUN: %cuda-fix cost --block-dim 128 %s | FileCheck %s

// The parts of a vector are one request; what a store in between keeps apart is not.

// CHECK-LABEL: whole:
// CHECK: sectors {{.*}}grid 128 * gridDim.x (exact)
// CHECK: warp 32 (exact)
// CHECK: bank_conflicts
// CHECK: warp 0 (exact)
__global__ void whole(const float4 *in, float4 *out) {
  __shared__ float4 s[128];
  s[threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x];
  __syncthreads();
  float4 v = s[127 - threadIdx.x];
  out[blockIdx.x * 128 + threadIdx.x] = make_float4(v.w, v.z, v.y, v.x);
}

// CHECK-LABEL: apart:
// CHECK: sectors
// CHECK: warp 128 (exact)
__global__ void apart(const float4 *in, float4 *out) {
  const float4 *from = in + blockIdx.x * 128 + threadIdx.x;
  float4 *to = out + blockIdx.x * 128 + threadIdx.x;
  to->x = from->x;
  to->y = from->y;
  to->z = from->z;
  to->w = from->w;
}
