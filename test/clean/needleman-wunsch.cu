// SPDX-License-Identifier: Apache-2.0
#define B 32

__global__ void diagonalBlocks(const int *reference, int *items, int cols, int penalty, int first) {
  __shared__ int temp[B + 1][B + 1], ref[B][B];
  int bx = blockIdx.x, tx = threadIdx.x;
  int blockX = bx, blockY = first - 1 - bx;
  int base = cols * B * blockY + B * blockX;
  int index = base + tx + cols + 1;
  if (tx == 0)
    temp[0][0] = items[base];
  for (int r = 0; r < B; ++r)
    ref[r][tx] = reference[index + cols * r];
  temp[tx + 1][0] = items[base + cols + cols * tx];
  temp[0][tx + 1] = items[base + 1 + tx];
  __syncthreads();
  for (int m = 0; m < 2 * B - 1; ++m) {
    int x = m < B ? tx + 1 : tx + m - B + 2;
    int y = m < B ? m - tx + 1 : B - tx;
    if (m < B ? tx <= m : tx <= 2 * B - 2 - m)
      temp[y][x] = max(temp[y - 1][x - 1] + ref[y - 1][x - 1],
                       max(temp[y][x - 1], temp[y - 1][x]) - penalty);
    __syncthreads();
  }
  for (int r = 0; r < B; ++r)
    items[index + r * cols] = temp[r + 1][tx + 1];
}

void run(const int *reference, int *items, int cols, int penalty) {
  for (int i = 1; i <= (cols - 1) / B; ++i)
    diagonalBlocks<<<i, B>>>(reference, items, cols, penalty, i);
}
