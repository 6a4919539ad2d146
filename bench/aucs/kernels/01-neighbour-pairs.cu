// SPDX-License-Identifier: Apache-2.0
// Odd threads write their cell while even threads read the next one.
__global__ void neighbourPairs(unsigned *cells, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    unsigned mixed = i;
    if (i % 2 == 0)
      mixed = cells[i + 1] * 3;
    else
      cells[i] = i + 7;
    if (i % 2 == 0)
      cells[i] = mixed;
  }
}

void run(unsigned *cells) { neighbourPairs<<<1, 128>>>(cells, 100); }
