// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// A loop that counts up to a length in memory waits for nobody.

/// Rows of constant length, whose used part memory says.
__global__ void sortUnknown(int *all, const int *sizes, int *least, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int *row = all + i * 100;
  for (int b = 0; b + 1 < sizes[i]; ++b)
    if (row[b] > row[b + 1]) {
      row[b + 1] = row[b];
      least[i] = b;
    }
}

/// Counting up to what another thread has stored does not wait for it.
__global__ void countsBad(int *count, int *data, int *out) {
  if (threadIdx.x == 0) {
    data[0] = 7; // expect: global-race
    count[1] = 5;
  } else if (threadIdx.x == 32) {
    int sum = 0;
    for (int i = 0; i < count[0]; ++i)
      sum += i;
    out[0] = data[0] + sum;
  }
}

/// Waiting until it has stored enough may order the two, but no plain read waits for an atomic.
__global__ void waitsBad(int *count, int *data, int *out) {
  for (int turn = 0; turn < 4; ++turn)
    if (threadIdx.x == 0) {
      data[0] = turn; // expect-warning: unlocked-access
      __threadfence();
      atomicAdd(count, 1); // expect: global-race
    } else if (threadIdx.x == 32) {
      while (count[0] <= turn)
        ;
      out[turn] = data[0];
    }
}

void run(int *all, int *sizes, int *count, int *out, int n) {
  sortUnknown<<<(n + 255) / 256, 256>>>(all, sizes, out, n);
  countsBad<<<1, 64>>>(count, all, out);
  waitsBad<<<1, 64>>>(count, all, out);
}
