// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix --checks=redundant-barrier %s | FileCheck %s
//
// One warp is all there is only for the size of the blocks that host code launches.
#define BLOCK 32

__global__ void spread(const float *in, float *out) {
  __shared__ float first;
  if (threadIdx.x == 0)
    first = in[0];
  __syncthreads();
  out[threadIdx.x] = first;
}

// Larger blocks need it.
__global__ void rotate(int *data) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = data[t];
  __syncthreads();
  data[t] = s[(t + 1) % blockDim.x];
}

// Right for blocks of any size.
__global__ void neighbours(int *data) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = data[t];
  __syncthreads();
  data[t] = s[t ^ 1];
}

void launch(const float *in, float *out, int *data) {
  spread<<<1, BLOCK>>>(in, out);
  rotate<<<1, BLOCK>>>(data);
  neighbours<<<1, 64>>>(data);
}

// CHECK: weaken-barrier-size.cu:11:3: warning: {{.*}}__syncwarp() is enough
// CHECK: launch: blockDim.x == 32
// CHECK: repair: weaken-barrier (conditional
// CHECK-NEXT: assuming blockDim.x == 32
// CHECK: weaken-barrier-size.cu:20:3: warning: {{.*}}__syncwarp() is enough
// CHECK: launch: blockDim.x == 32
// CHECK: repair: weaken-barrier (conditional
// CHECK-NEXT: assuming blockDim.x == 32
// CHECK: weaken-barrier-size.cu:29:3: warning: {{.*}}__syncwarp() is enough
// CHECK-NOT: launch:
// CHECK: repair: weaken-barrier (proven
// RUN: not %cuda-fix --checks=redundant-barrier --diff --unsafe --allow-dirty %s | FileCheck %s --check-prefix=DIFF
// DIFF: __global__ void spread(const float *in, float *out) {
// DIFF-NEXT: +  static_assert(BLOCK == 32, "the barriers of this kernel are placed for blocks of this size");
// DIFF: +  __syncwarp();
// DIFF: __global__ void rotate(int *data) {
// DIFF-NEXT: +  static_assert(BLOCK == 32,
// DIFF-NOT: static_assert
