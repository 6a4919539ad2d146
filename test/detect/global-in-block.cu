// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// Global memory exchanged inside a block: the barrier orders it for the block.
__global__ void exchangeOk(int *a, int *b) {
  int base = blockIdx.x * blockDim.x;
  a[base + threadIdx.x] = threadIdx.x;
  __syncthreads();
  b[base + threadIdx.x] = a[base + blockDim.x - 1 - threadIdx.x];
}

__global__ void exchangeBad(int *a, int *b) {
  int base = blockIdx.x * blockDim.x;
  a[base + threadIdx.x] = threadIdx.x; // expect: global-race
  b[base + threadIdx.x] = a[base + blockDim.x - 1 - threadIdx.x];
}

// A barrier orders nothing between blocks.
__global__ void acrossBlocksBad(int *a, int *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = threadIdx.x; // expect: inter-block-race
  __syncthreads();
  b[i] = a[i + 1];
}
