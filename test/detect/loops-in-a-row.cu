// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Each loop begins where the one before it has ended: how often they turn is a term that grows from
// loop to loop, and where the pointer stands is still a whole number of rows further on.

__device__ void swapRows(unsigned *p, int n, int other) {
  unsigned x = p[0];
  p[0] = p[other * n];
  p[other * n] = x;
}

__global__ void shuffleOk(unsigned *rows, int n, int a, int b, int c, int d, int e, int f) {
  int column = blockIdx.x * 32 + threadIdx.x;
  if (column >= n)
    return;
  int k = 0;
  unsigned *p = rows + column;
  while (k < a) {
    swapRows(p, n, 0);
    p += 1 * n;
    k += 4;
  }
  while (k < b) {
    swapRows(p, n, 2);
    p += 3 * n;
    k += 16;
  }
  while (k < c) {
    swapRows(p, n, 4);
    p += 5 * n;
    k += 32;
  }
  while (k < d) {
    swapRows(p, n, 0);
    p += 1 * n;
    k += 8;
  }
  while (k < e) {
    swapRows(p, n, 2);
    p += 3 * n;
    k += 32;
  }
  while (k < f) {
    swapRows(p, n, 0);
    p += 1 * n;
    k += 16;
  }
}

__global__ void shuffleBad(unsigned *rows, int n, int a, int b, int c, int d, int e, int f) {
  int column = blockIdx.x * 32 + threadIdx.x;
  if (column >= n)
    return;
  int k = 0;
  unsigned *p = rows + column;
  while (k < a) {
    swapRows(p, n, 0);
    p += 1 * n;
    k += 4;
  }
  while (k < b) {
    p += 3 * n;
    k += 16;
  }
  while (k < c) {
    p += 5 * n;
    k += 32;
  }
  while (k < d) {
    p += 1 * n;
    k += 8;
  }
  while (k < e) {
    p += 3 * n;
    k += 32;
  }
  while (k < f) {
    p[1] = p[0]; // expect: inter-block-race intra-warp-race
    p += 1 * n;
    k += 16;
  }
}

void launch(unsigned *rows, int n, int a, int b, int c, int d, int e, int f) {
  shuffleOk<<<(n + 31) / 32, 32>>>(rows, n, a, b, c, d, e, f);
  shuffleBad<<<(n + 31) / 32, 32>>>(rows, n, a, b, c, d, e, f);
}
