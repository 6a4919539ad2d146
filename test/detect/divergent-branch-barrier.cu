// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__global__ void someThreadsBad(int *out) {
  __shared__ int s[1024];
  s[threadIdx.x] = out[threadIdx.x];
  if (threadIdx.x < 100) {
    __syncthreads(); // expect-error: barrier-divergence
    out[threadIdx.x] = s[99 - threadIdx.x]; // allow: shared-race
  }
}

__global__ void uniformBranchOk(int *out, int reverse) {
  __shared__ int s[1024];
  s[threadIdx.x] = out[threadIdx.x];
  if (reverse > 0) {
    __syncthreads();
    out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
  }
}
