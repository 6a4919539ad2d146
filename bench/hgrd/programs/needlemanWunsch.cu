// SPDX-License-Identifier: Apache-2.0
// Tiles of one anti-diagonal of the alignment matrix, one block each.
#include <cstdlib>
#define BLOCK_SIZE 16

__global__ void diagonal(const int *reference, int *items, int cols, int penalty, int blk, int offset_r,
                         int offset_c) {
  __shared__ int tile[BLOCK_SIZE + 1][BLOCK_SIZE + 1];
  int bx = blockIdx.x, tx = threadIdx.x;
  int b_x = bx, b_y = blk - 1 - bx;
  int index = offset_r * cols + offset_c + cols * BLOCK_SIZE * b_y + BLOCK_SIZE * b_x + tx + cols + 1;
  int index_w = offset_r * cols + offset_c + cols * BLOCK_SIZE * b_y + BLOCK_SIZE * b_x + cols;
  int index_n = offset_r * cols + offset_c + cols * BLOCK_SIZE * b_y + BLOCK_SIZE * b_x + tx + 1;
  if (tx == 0)
    tile[0][0] = items[index_n - 1];
  tile[tx + 1][0] = items[index_w + cols * tx];
  tile[0][tx + 1] = items[index_n];
  __syncthreads();
  for (int m = 0; m < BLOCK_SIZE; m++) {
    if (tx <= m) {
      int x = tx + 1, y = m - tx + 1;
      tile[y][x] = max(tile[y - 1][x - 1] + reference[index + (y - 1) * cols],
                       max(tile[y][x - 1], tile[y - 1][x]) - penalty);
    }
    __syncthreads();
  }
  for (int m = BLOCK_SIZE - 2; m >= 0; m--) {
    if (tx <= m) {
      int x = tx + BLOCK_SIZE - m, y = BLOCK_SIZE - tx;
      tile[y][x] = max(tile[y - 1][x - 1], max(tile[y][x - 1], tile[y - 1][x]) - penalty);
    }
    __syncthreads();
  }
  for (int y = 0; y < BLOCK_SIZE; y++)
    items[index + y * cols] = tile[y + 1][tx + 1];
}

int main(int argc, char **argv) {
  int size = atoi(argv[1]);
  if (size <= 0 || size % BLOCK_SIZE != 0)
    return 1;
  int cols = size + 1, width = size / BLOCK_SIZE;
  int *reference, *items;
  cudaMalloc(&reference, cols * cols * sizeof(int));
  cudaMalloc(&items, cols * cols * sizeof(int));
  for (int blk = 1; blk <= width; blk++)
    diagonal<<<blk, BLOCK_SIZE>>>(reference, items, cols, 10, blk, 0, 0);
  cudaDeviceSynchronize();
  return 0;
}
