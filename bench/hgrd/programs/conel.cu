// SPDX-License-Identifier: Apache-2.0
// Threads of two blocks count in 50 cells.
#define BLOCKS 2
#define THREADS 128
#define CELLS 50

__global__ void count(unsigned *cells) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  cells[i % CELLS] += 1; // race
}

int main() {
  unsigned *cells;
  cudaMalloc(&cells, CELLS * sizeof(unsigned));
  cudaMemset(cells, 0, CELLS * sizeof(unsigned));
  count<<<BLOCKS, THREADS>>>(cells);
  cudaDeviceSynchronize();
  return 0;
}
