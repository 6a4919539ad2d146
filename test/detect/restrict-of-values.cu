// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// nvcc lets any type have __restrict__, as templates give it to what they are called with.

struct Table {
  int *cells;
  int size;
};

template <typename T> __global__ void fillOk(T __restrict__ table, const int value) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < table.size)
    table.cells[i] = value;
}

template <typename T> __global__ void sumBad(T __restrict__ table, int *__restrict__ total) {
  *total += table.cells[threadIdx.x]; // expect: intra-warp-race
}

void run(Table t, int *total) {
  fillOk<Table><<<(t.size + 255) / 256, 256>>>(t, 3);
  sumBad<Table><<<1, 32>>>(t, total);
}
