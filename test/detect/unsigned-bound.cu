// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
//
// A size that an index is compared with as an unsigned number is not negative.

__global__ void halvesOk(const long *in, long *out, int size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size)
    return;
  out[i] = in[i];
  out[i + size] = -in[i];
}

// As a signed number it may be: the second part then lies in front of the first one.
__global__ void signedUnknown(const long *in, long *out, int size, int off) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size)
    return;
  out[i] = in[i];
  out[i + off] = -in[i];
}

// Half a size apart they overlap.
__global__ void overlapBad(const long *in, long *out, int size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size)
    return;
  out[i] = in[i];                // expect: global-race inter-block-race
  out[i + size / 2] = -in[i];    // expect: global-race inter-block-race
}

// The last cell of each row of an unsigned length.
__global__ void lastOk(float *out, unsigned rows, unsigned cols) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows)
    out[i * cols + (cols - 1)] = 0;
}
