// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 64

__global__ void noFenceBad(unsigned *word, int *sum) {
  if (threadIdx.x == 0) {
    while (atomicOr(word, 4u) & 4u) {
    }
    *sum += blockIdx.x; // expect: unlocked-access
    atomicAnd(word, ~4u);
  }
}

// Gives back the locks of others, too.
__global__ void allBitsUnknown(unsigned *word, int *sum) {
  if (threadIdx.x == 0) {
    while (atomicOr(word, 4u) & 4u) {
    }
    __threadfence();
    *sum += blockIdx.x;
    __threadfence();
    atomicAnd(word, 0u);
  }
}
