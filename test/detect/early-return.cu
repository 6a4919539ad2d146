// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// Threads that have exited miss the barrier; from sm_70 on it waits only for the others.
__global__ void guardedReturnBad(const int *in, int *out, int n) {
  __shared__ int s[1024];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  s[threadIdx.x] = in[i];
  __syncthreads(); // expect-warning: barrier-divergence
  out[i] = s[blockDim.x - 1 - threadIdx.x];
}

__global__ void wholeBlockReturnsOk(const int *in, int *out, int blocks) {
  __shared__ int s[1024];
  if (blockIdx.x >= blocks)
    return;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = in[i];
  __syncthreads();
  out[i] = s[blockDim.x - 1 - threadIdx.x];
}
