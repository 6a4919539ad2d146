// SPDX-License-Identifier: Apache-2.0
// Several threads of both blocks bump one counter.
__global__ void moduloCounter(unsigned *counts) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  counts[i % 50] += 1;
}

void run(unsigned *counts) { moduloCounter<<<2, 128>>>(counts); }
