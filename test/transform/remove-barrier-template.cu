// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix --checks=synchronization %s | FileCheck %s
//
// A repair in a function that several kernels might call is judged in all of them; races that
// the instantiations of a kernel share are no new ones.

// CHECK: remove-barrier-template.cu:[[@LINE+4]]:{{.*}} [redundant-barrier]
// CHECK: remove-barrier (proven, simulated equal)
// CHECK-NOT: no source form
__device__ float nextOf(float *s, float value) {
  __syncthreads();
  s[threadIdx.x] = value;
  __syncthreads();
  return s[(threadIdx.x + 32) % 256];
}

__global__ void once(const float *in, float *out) {
  __shared__ float s[256];
  out[threadIdx.x] = nextOf(s, in[threadIdx.x]);
}

template <int Step> __global__ void steps(const float *in, float *out) {
  __shared__ float s[256];
  s[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = s[(threadIdx.x + Step) % 256];
}

void launch(const float *in, float *out) {
  once<<<1, 256>>>(in, out);
  steps<32><<<1, 256>>>(in, out);
  steps<64><<<1, 256>>>(in, out);
}
