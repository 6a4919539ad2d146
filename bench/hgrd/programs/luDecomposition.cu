// SPDX-License-Identifier: Apache-2.0
// The inner tiles of a blocked LU decomposition, right and below of the current diagonal tile.
#include <cstdlib>
#define BLOCK_SIZE 16

__global__ void inner(float *m, int dim, int offset) {
  __shared__ float row[BLOCK_SIZE][BLOCK_SIZE], col[BLOCK_SIZE][BLOCK_SIZE];
  int y = offset + (blockIdx.y + 1) * BLOCK_SIZE;
  int x = offset + (blockIdx.x + 1) * BLOCK_SIZE;
  row[threadIdx.y][threadIdx.x] = m[(offset + threadIdx.y) * dim + x + threadIdx.x];
  col[threadIdx.y][threadIdx.x] = m[(y + threadIdx.y) * dim + offset + threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < BLOCK_SIZE; i++)
    sum += col[threadIdx.y][i] * row[i][threadIdx.x];
  m[(y + threadIdx.y) * dim + x + threadIdx.x] -= sum;
}

void decompose(float *m, int dim) {
  dim3 block(BLOCK_SIZE, BLOCK_SIZE);
  for (int i = 0; i < dim - BLOCK_SIZE; i += BLOCK_SIZE) {
    dim3 grid((dim - i) / BLOCK_SIZE - 1, (dim - i) / BLOCK_SIZE - 1);
    inner<<<grid, block>>>(m, dim, i);
  }
}

int main(int argc, char **argv) {
  int dim = atoi(argv[1]);
  float *m;
  cudaMalloc(&m, dim * dim * sizeof(float));
  decompose(m, dim);
  cudaDeviceSynchronize();
  return 0;
}
