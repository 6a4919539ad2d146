// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__global__ void pairsCollideBad(int *out) {
  __shared__ int s[1024];
  s[threadIdx.x / 64] = threadIdx.x; // expect: shared-race
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x / 64];
}

__global__ void oneOfPairOk(int *out) {
  __shared__ int s[1024];
  if (threadIdx.x % 64 == 0)
    s[threadIdx.x / 64] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x / 64];
}
