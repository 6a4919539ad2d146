// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// A row of a sparse matrix of blocks is changed in place: it begins where a list says, and each
// place of it is several cells.

__global__ void compressUnknown(int n, int size, const int *first, int *columns, float *values) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n)
    return;
  int write = first[row], read = first[row];
  const int end = first[row + 1];
  while (read < end) {
    const int column = columns[read];
    ++read;
    while (read < end && columns[read] == column) {
      for (int i = 0; i < size; ++i)
        values[write * size + i] += values[read * size + i];
      ++read;
    }
    ++write;
  }
}

void run(int n, int size, const int *first, int *columns, float *values) {
  compressUnknown<<<(n + 255) / 256, 256>>>(n, size, first, columns, values);
}
