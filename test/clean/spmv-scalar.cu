// SPDX-License-Identifier: Apache-2.0
__global__ void multiply(const int *start, const int *col, const float *val, const float *x,
                         float *y, int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    float sum = 0;
    for (int k = start[row]; k < start[row + 1]; ++k)
      sum += val[k] * x[col[k]];
    y[row] = sum;
  }
}

void run(const int *start, const int *col, const float *val, const float *x, float *y, int rows) {
  multiply<<<(rows + 127) / 128, 128>>>(start, col, val, x, y, rows);
}
