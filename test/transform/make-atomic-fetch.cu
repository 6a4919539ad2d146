// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair make-atomic %s | FileCheck %s --match-full-lines --strict-whitespace
// The old value is loaded by one statement and the new one stored by the next.

__global__ void claim(int *next, int *owner, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int slot = *next;
    *next = slot + 1;
    owner[i] = slot;
  }
}

__global__ void mark(unsigned long long *seen, unsigned long long *before, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned long long old = seen[i / 64];
    seen[i / 64] = old | (1ull << (i % 64)); // one bit each
    before[i] = old;
  }
}

void run(int *next, int *owner, unsigned long long *seen, unsigned long long *before, int n) {
  claim<<<(n + 255) / 256, 256>>>(next, owner, n);
  mark<<<(n + 255) / 256, 256>>>(seen, before, n);
}

// CHECK:    int slot = atomicAdd(next, 1);
// CHECK-NEXT:    owner[i] = slot;
// CHECK:    unsigned long long old = atomicOr(&seen[i / 64], (1ull << (i % 64)));
// CHECK:    before[i] = old;
