// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// The rows that a table names are as far apart as a block is wide.
__global__ void evenRowsOk(float *out, const float *in) {
  __shared__ float s[6 * 64];
  int row[6] = {0, 64, 128, 192, 256, 320};
  for (int k = 0; k < 6; ++k)
    s[threadIdx.x + row[k]] = in[threadIdx.x + k];
  __syncthreads();
  for (int k = 0; k < 6; ++k)
    out[(blockIdx.x * 6 + k) * 64 + threadIdx.x] = s[row[k] + 63 - threadIdx.x];
}

// In any order.
__global__ void mixedRowsOk(float *out, const float *in) {
  __shared__ float s[4 * 64];
  const int row[4] = {128, 0, 192, 64};
  for (int k = 0; k < 4; ++k)
    s[threadIdx.x + row[k]] = in[threadIdx.x + k];
  __syncthreads();
  for (int k = 0; k < 4; ++k)
    out[(blockIdx.x * 4 + k) * 64 + threadIdx.x] = s[row[k] + 63 - threadIdx.x];
}

__global__ void narrowRowsBad(float *out, const float *in) {
  __shared__ float s[6 * 64];
  int row[6] = {0, 48, 96, 144, 192, 240};
  for (int k = 0; k < 6; ++k)
    s[threadIdx.x + row[k]] = in[threadIdx.x + k]; // expect: shared-race
  __syncthreads();
  for (int k = 0; k < 6; ++k)
    out[(blockIdx.x * 6 + k) * 64 + threadIdx.x] = s[row[k] + 63 - threadIdx.x];
}

// A table that is changed is no constant.
__global__ void changedRowsUnknown(float *out, const float *in, int shift) {
  __shared__ float s[6 * 64];
  int row[6] = {0, 64, 128, 192, 256, 320};
  row[shift] = shift;
  for (int k = 0; k < 6; ++k)
    s[threadIdx.x + row[k]] = in[threadIdx.x + k];
  __syncthreads();
  for (int k = 0; k < 6; ++k)
    out[(blockIdx.x * 6 + k) * 64 + threadIdx.x] = s[row[k] + 63 - threadIdx.x];
}

void run(float *out, const float *in, int n) {
  evenRowsOk<<<n, 64>>>(out, in);
  mixedRowsOk<<<n, 64>>>(out, in);
  narrowRowsBad<<<n, 64>>>(out, in);
  changedRowsUnknown<<<n, 64>>>(out, in, n);
}
