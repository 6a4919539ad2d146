// SPDX-License-Identifier: Apache-2.0
// Cells of an automaton: each thread computes its own, says so by a flag behind a fence, and
// waits for the flags of its neighbours.
#define BLOCKS 15
#define THREADS 1024

__global__ void advance(volatile int *cell, volatile int *next, int *ready, int cells, int step) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= cells)
    return;
  cell[i] = next[i];
  __threadfence();
  atomicExch(&ready[i], step);
  int left = i == 0 ? cells - 1 : i - 1, right = i == cells - 1 ? 0 : i + 1;
  while (atomicAdd(&ready[left], 0) != step)
    ;
  while (atomicAdd(&ready[right], 0) != step)
    ;
  __threadfence();
  int pattern = cell[left] * 4 + cell[i] * 2 + cell[right];
  next[i] = (110 >> pattern) & 1;
}

int main() {
  int cells = BLOCKS * THREADS, *cell, *next, *ready;
  cudaMalloc(&cell, cells * sizeof(int));
  cudaMalloc(&next, cells * sizeof(int));
  cudaMalloc(&ready, cells * sizeof(int));
  for (int step = 1; step <= 100; ++step) {
    cudaMemset(ready, 0, cells * sizeof(int));
    advance<<<BLOCKS, THREADS>>>(cell, next, ready, cells, step);
  }
  cudaDeviceSynchronize();
  return 0;
}
