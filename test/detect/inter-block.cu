// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__global__ void sameCellsBad(int *out) {
  out[threadIdx.x] = blockIdx.x; // expect: inter-block-race
}

__global__ void ownCellsOk(int *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x;
}

__global__ void ownRowsOk(int *out) {
  int row = blockIdx.x;
  for (int k = threadIdx.x; k < 100; k += blockDim.x)
    out[row * 100 + k] = k;
}

__global__ void rowTooLongBad(int *out) {
  int row = blockIdx.x;
  for (int k = threadIdx.x; k <= 100; k += blockDim.x)
    out[row * 100 + k] = k * row; // expect: inter-block-race
}
