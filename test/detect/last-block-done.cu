// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// The block that draws the last ticket reads what the others wrote before their fences.
__device__ unsigned ticket;

__global__ void lastBlockSumsOk(const int *in, int *partial, int *out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = in[blockIdx.x];
    __threadfence();
    last = atomicInc(&ticket, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int sum = 0;
    for (int k = 0; k < gridDim.x; ++k)
      sum += partial[k];
    *out = sum;
  }
}
