// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s | FileCheck %s
// A step along a chain: two threads that take it one after the other would go two steps.

__global__ void follow(int *at, const int *next) {
  at[blockIdx.x] = next[at[blockIdx.x]];
}

void run(int *at, const int *next) { follow<<<64, 128>>>(at, next); }

// CHECK: make-atomic-not.cu:6:3: error: {{.*}} [global-race
// CHECK: repair: make-atomic (manual)
// CHECK: the old value says where the new one is read
// CHECK-NOT: atomicCAS
