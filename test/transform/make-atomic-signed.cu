// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair make-atomic %s | FileCheck %s --match-full-lines --strict-whitespace

// The compare-and-swap is unsigned, the division is not.
__global__ void halve(long *cells, const int *at, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x) {
    cells[0] /= at[i];
  }
}

// CHECK:    unsigned long long old = cells[0], assumed;
// CHECK-NEXT:    do {
// CHECK-NEXT:      assumed = old;
// CHECK-NEXT:      old = atomicCAS((unsigned long long *)&cells[0], assumed, (long)assumed / at[i]);
// CHECK-NEXT:    } while (old != assumed);
