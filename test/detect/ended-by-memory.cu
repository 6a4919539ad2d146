// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Rows of several dimensions, in which memory says how far a thread goes.

// Lines 0 .. used[b] of a plane of lines + 1, counted in 64 bits.
__global__ void firstColumnUnknown(const int *used, size_t lines, size_t columns, int *out) {
  const int b = blockIdx.x, start = b * (lines + 1) * (columns + 1), step = columns + 1;
  for (int i = 0; i <= used[b]; i++)
    out[start + i * step] = i;
}

__global__ void halfPlanesBad(const int *used, size_t lines, size_t columns, int *out) {
  const int b = blockIdx.x, start = b / 2 * (lines + 1) * (columns + 1), step = columns + 1;
  for (int i = 0; i <= used[b]; i++)
    out[start + i * step] = i; // expect: inter-block-race
}

void run(const int *used, size_t lines, size_t columns, int *out, int batch) {
  firstColumnUnknown<<<batch, 1>>>(used, lines, columns, out);
  halfPlanesBad<<<batch, 1>>>(used, lines, columns, out);
}
