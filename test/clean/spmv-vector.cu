// SPDX-License-Identifier: Apache-2.0
__global__ void multiply(const int *start, const int *col, const float *val, const float *x,
                         float *y, int rows) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows)
    return;
  float sum = 0;
  for (int k = start[row] + lane; k < start[row + 1]; k += 32)
    sum += val[k] * x[col[k]];
  for (int k = 16; k > 0; k >>= 1)
    sum += __shfl_xor_sync(0xffffffffu, sum, k);
  if (lane == 0)
    y[row] = sum;
}

void run(const int *start, const int *col, const float *val, const float *x, float *y, int rows) {
  multiply<<<(rows * 32 + 255) / 256, 256>>>(start, col, val, x, y, rows);
}
