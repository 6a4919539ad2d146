// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair pad-shared %s --unsafe --checks=bank-conflict \
// RUN:   | FileCheck %s --match-full-lines --strict-whitespace
// Rows that are a constant longer already become longer by one more.

#define SIZE 16

__global__ void border(const int *in, int *out) {
  __shared__ int cells[SIZE + 1][SIZE + 1];
  int t = threadIdx.x;
  for (int r = 0; r < SIZE; ++r)
    cells[r][t] = in[r * SIZE + t];
  __syncthreads();
  int sum = 0;
  for (int d = 0; d < SIZE; ++d)
    if (t <= d)
      sum += cells[t][d - t];
  out[blockIdx.x * SIZE + t] = sum;
}

void run(const int *in, int *out) { border<<<64, SIZE>>>(in, out); }

// CHECK:  __shared__ int cells[SIZE + 1][SIZE + 2];
