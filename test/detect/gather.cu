// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__global__ void gatherOk(const int *from, const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[from[i]];
}

__global__ void csrRowOk(const int *start, const float *value, float *out, int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  float sum = 0;
  for (int k = start[row]; k < start[row + 1]; ++k)
    sum += value[k];
  out[row] = sum;
}
