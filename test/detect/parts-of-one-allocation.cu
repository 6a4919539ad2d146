// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// Host code divides a workspace into arrays: what one holds is not changed by writes to another, so
// that one thread at most finds its number there.
__global__ void orderOk(int *order, int *count, const int *cell, int n, int cells) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= cells)
    return;
  int num = 0;
  for (int i = 0; i < n; ++i)
    if (cell[i] == c)
      order[i] = num++;
  count[c] = num;
}

// The first write is one before its part.
__global__ void shiftedBad(int *order, int *count, const int *cell, int n, int cells) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= cells)
    return;
  int num = 0;
  for (int i = 0; i < n; ++i)
    if (cell[i] == c)
      order[i - 1] = num++; // expect: global-race inter-block-race
  count[c] = num;
}

__global__ void belowBad(int *order, int *count, const int *cell, int n, int cells) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= cells)
    return;
  int num = 0;
  for (int i = 0; i < n; ++i)
    if (cell[i] <= c)
      order[i] = num++; // expect: global-race inter-block-race
  count[c] = num;
}

// Its parts share cells.
__global__ void sharedBad(int *order, int *count, const int *cell, int n, int cells) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= cells)
    return;
  int num = 0;
  for (int i = 0; i < n; ++i)
    if (cell[i] == c) // allow: global-race inter-block-race intra-warp-race
      order[i] = num++; // expect: global-race inter-block-race
  count[c] = num;
}

void run(int *data, int n, int cells) {
  int *cell = data;
  int *order = cell + n;
  int *count = order + n;
  orderOk<<<(cells + 255) / 256, 256>>>(order, count, cell, n, cells);
  shiftedBad<<<(cells + 255) / 256, 256>>>(order, count, cell, n, cells);
  belowBad<<<(cells + 255) / 256, 256>>>(order, count, cell, n, cells);
  sharedBad<<<(cells + 255) / 256, 256>>>(cell + 1, count, cell, n, cells);
}

// The first part is left for the second one.
__global__ void leftBad(float *a, float *b, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < 2 * n)
    a[i] = 1; // expect-error: global-race inter-block-race
  if (i < n)
    b[i] = 2;
}
__global__ void keptUnknown(float *a, float *b, int n, int m) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < m)
    a[i] = 1;
  if (i < n)
    b[i] = 2;
}
void halves(float *work, int n, int m) {
  leftBad<<<(2 * n + 255) / 256, 256>>>(work, work + n, n);
  keptUnknown<<<(2 * n + 255) / 256, 256>>>(work, work + n, n, m);
}
