// SPDX-License-Identifier: Apache-2.0
// Partial products are summed under a lock per lane of the block, whole ones under one lock of
// the device.
#include <cstdlib>
#define BLOCKS 120
#define THREADS 128

__device__ int blockLock[BLOCKS], deviceLock;

__global__ void multiply(const int *a, const int *b, volatile int *part, volatile int *c, int n) {
  int sum = 0;
  for (int k = threadIdx.x; k < n; k += blockDim.x)
    sum += a[blockIdx.x * n + k] * b[k];
  bool done = false;
  do {
    if (atomicCAS_block(&blockLock[blockIdx.x], 0, 1) == 0) {
      __threadfence_block();
      part[blockIdx.x] = part[blockIdx.x] + sum;
      __threadfence_block();
      atomicExch_block(&blockLock[blockIdx.x], 0);
      done = true;
    }
  } while (!done);
  __syncthreads();
  if (threadIdx.x == 0) {
    bool added = false;
    do {
      if (atomicCAS(&deviceLock, 0, 1) == 0) {
        __threadfence();
        c[0] = c[0] + part[blockIdx.x];
        __threadfence();
        atomicExch(&deviceLock, 0);
        added = true;
      }
    } while (!added);
  }
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]), *a, *b, *part, *c;
  cudaMalloc(&a, BLOCKS * n * sizeof(int));
  cudaMalloc(&b, n * sizeof(int));
  cudaMalloc(&part, BLOCKS * sizeof(int));
  cudaMalloc(&c, sizeof(int));
  multiply<<<BLOCKS, THREADS>>>(a, b, part, c, n);
  cudaDeviceSynchronize();
  return 0;
}
