// SPDX-License-Identifier: Apache-2.0
// Uses every operation of the matrix.
#include "matrix.h"
#include <cstdlib>

int main(int argc, char **argv) {
  int rows = atoi(argv[1]), cols = atoi(argv[2]);
  float *packed, *row;
  cudaMalloc(&packed, rows * (rows + 1) / 2 * sizeof(float));
  cudaMalloc(&row, cols * sizeof(float));
  Matrix square(rows, rows), full(rows, cols);
  square.copyFromPacked(packed, rows);
  square.copyUpperToLower();
  square.copyLowerToUpper();
  full.copyRowToAll(row, cols);
  cudaDeviceSynchronize();
  return 0;
}
