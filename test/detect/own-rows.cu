// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Each thread has a row of its own of constant length, whose used part memory says: only what
// leaves the row races.

/// Duplicates make place for the last element.
__global__ void uniqueUnknown(int2 *all, int *sizes, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int2 *row = all + i * 100;
  int &size = sizes[i];
  for (int a = 0; a < size; ++a)
    for (int b = a + 1; b < size;)
      if (row[a].x == row[b].x) {
        row[a].y |= row[b].y;
        --size;
        row[b] = row[size];
      } else
        ++b;
}

/// Two threads have one row.
__global__ void pairBad(int *all, const int *sizes, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int *row = all + i / 2 * 100;
  for (int b = 0; b < sizes[i]; ++b)
    row[b] = i; // expect: intra-warp-race
}

/// A full row has no place for one more.
__global__ void behindBad(int *all, const int *sizes, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int *row = all + i * 100;
  for (int b = 0; b < sizes[i]; ++b)
    row[b + 1] = row[b] + 1; // expect: global-race, allow: inter-block-race
}

void run(int2 *pairs, int *all, int *sizes, int n) {
  uniqueUnknown<<<(n + 255) / 256, 256>>>(pairs, sizes, n);
  pairBad<<<(n + 255) / 256, 256>>>(all, sizes, n);
  behindBad<<<(n + 255) / 256, 256>>>(all, sizes, n);
}
