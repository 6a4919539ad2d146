// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Rows of constant length, of which the host says how much is used.

__global__ void rowsOk(float *out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[blockIdx.x * 128 + i] = i;
}

__global__ void longRowsBad(float *out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[blockIdx.x * 128 + i] = i; // expect: inter-block-race
}

__global__ void largeBlocksBad(float *out) {
  out[blockIdx.x * 128 + threadIdx.x] = threadIdx.x; // expect: inter-block-race
}

void launch(float *out, int n) {
  if (n <= 100)
    rowsOk<<<64, 64>>>(out, n);
  longRowsBad<<<64, 64>>>(out, 200);
  largeBlocksBad<<<64, 256>>>(out);
}
