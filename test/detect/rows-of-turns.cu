// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// Each turn reads the end of the row before and writes the end of its own. Rows are taken to be as
// long as what the threads take of them, in the first turn, too.
__global__ void fillOk(unsigned *x, const unsigned *b, int row, int rows) {
  for (int i = 1; i < rows; i++) {
    unsigned *start = &x[i * row], sum = 0;
    for (int k = 0; k < 100; k++)
      sum += start[-200 + k] * b[threadIdx.x + k];
    start[row - 256 + threadIdx.x] = sum;
    __syncthreads();
  }
}

// It reads what the others write in the same turn, however long the rows are.
__global__ void fillBad(unsigned *x, const unsigned *b, int row, int rows) {
  for (int i = 1; i < rows; i++) {
    unsigned *start = &x[i * row], sum = 0;
    for (int k = 0; k < 100; k++)
      sum += start[row - 200 + k] * b[threadIdx.x + k]; // expect-error: global-race
    start[row - 256 + threadIdx.x] = sum;
    __syncthreads();
  }
}

void run(unsigned *x, const unsigned *b, int row, int rows) {
  fillOk<<<1, 256>>>(x, b, row, rows);
  fillBad<<<1, 256>>>(x, b, row, rows);
}
