// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 256

// Who first puts a value of its own into the cell takes it for its own.
__global__ void gatherUnknown(float *out, const int *row, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int r = row[i];
  out[r] = 0;
  for (int k = 0; k < 8; ++k)
    out[r] += in[8 * i + k];
}

__global__ void countBad(int *bins, const unsigned char *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    bins[in[i]] += 1; // expect: global-race inter-block-race
}
