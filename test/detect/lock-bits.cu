// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 64

// One bit of a word for each cell.
__global__ void bitOfCellOk(unsigned *words, int *cells, const int *index) {
  int i = index[blockIdx.x * 64 + threadIdx.x];
  unsigned bit = 1u << (i & 31);
  for (bool done = false; !done;) {
    if (atomicOr(&words[i >> 5], bit) & bit)
      continue;
    __threadfence();
    cells[i] += 1;
    __threadfence();
    atomicAnd(&words[i >> 5], ~bit);
    done = true;
  }
}

__global__ void otherBitBad(unsigned *word, int *sum) {
  unsigned bit = 1u << blockIdx.x % 2;
  if (threadIdx.x == 0) {
    while (atomicOr(word, bit) & bit) {
    }
    __threadfence();
    *sum += 1; // expect: unlocked-access
    __threadfence();
    atomicAnd(word, ~bit);
  }
}
