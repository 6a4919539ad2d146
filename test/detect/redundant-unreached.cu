// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// A barrier that no launch comes to is needed where it stands, and costs nothing.

__global__ void sidesBad(const float *in, float *out, int row) {
  __shared__ float cells[64];
  cells[threadIdx.x] = in[row * 64 + threadIdx.x];
  if (row == 0) {
    __syncthreads();
    out[threadIdx.x] = cells[63 - threadIdx.x];
  } else {
    __syncthreads(); // expect: redundant-barrier
    out[row * 64 + threadIdx.x] = cells[threadIdx.x] * 2;
  }
}

void run(const float *in, float *out) {
  for (int row = 1; row < 9; ++row)
    sidesBad<<<1, 64>>>(in, out, row);
}
