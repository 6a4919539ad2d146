// SPDX-License-Identifier: Apache-2.0
__global__ void multiply(const int *row, const int *col, const float *val, const float *x,
                         float *y, int entries) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < entries)
    atomicAdd(&y[row[k]], val[k] * x[col[k]]);
}

void run(const int *row, const int *col, const float *val, const float *x, float *y, int entries) {
  multiply<<<(entries + 255) / 256, 256>>>(row, col, val, x, y, entries);
}
