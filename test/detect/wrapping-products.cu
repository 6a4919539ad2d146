// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Products of unsigned sizes that wrap around only for matrices with more than 2^32 elements, and
// sizes that host code says are large.

// Columns in groups of 32; not shown, as it needs more than 2^32 elements.
__global__ void groupedUnknown(float *out, int m, int n) {
  int column = (blockIdx.x << 5) + (threadIdx.x << 2), row = (blockIdx.y << 5) + threadIdx.y;
  if (column < n && row < m)
    out[((column & 0xffffffe0) * m + (row << 5) + (column & 31)) >> 2] = row;
}

// Neighbours share a cell, whatever n is.
__global__ void halvedBad(float *out, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.x;
  if (i < n)
    out[(row * n + threadIdx.x) / 2] = i; // expect: intra-warp-race
}

void run(float *out, int m, int n) {
  groupedUnknown<<<dim3((n + 31) / 32, (m + 31) / 32), dim3(8, 32)>>>(out, m, n);
  halvedBad<<<4096, 256>>>(out, 1 << 20);
}
