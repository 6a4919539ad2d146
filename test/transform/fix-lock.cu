// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair fix-lock %s | FileCheck %s --match-full-lines --strict-whitespace

__device__ int mutex;

__global__ void noFences(int *sum) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&mutex, 0, 1) != 0) {
    }
    *sum += blockIdx.x; // the sum
    atomicExch(&mutex, 0);
  }
}

__global__ void blockScope(int *lock, int *sum) {
  if (threadIdx.x == 0) {
    bool done = false;
    while (!done) {
      if (atomicCAS_block(lock, 0, 1) == 0) {
        __threadfence_block();
        *sum += blockIdx.x;
        __threadfence_block();
        atomicExch_block(lock, 0);
        done = true;
      }
    }
  }
}

// CHECK:__global__ void noFences(int *sum) {
// CHECK-NEXT:  if (threadIdx.x == 0) {
// CHECK-NEXT:    while (atomicCAS(&mutex, 0, 1) != 0) {
// CHECK-NEXT:    }
// CHECK-NEXT:    __threadfence();
// CHECK-NEXT:    *sum += blockIdx.x; // the sum
// CHECK-NEXT:    __threadfence();
// CHECK-NEXT:    atomicExch(&mutex, 0);
// CHECK-NEXT:  }
// CHECK-NEXT:}

// CHECK:      if (atomicCAS(lock, 0, 1) == 0) {
// CHECK-NEXT:        __threadfence();
// CHECK-NEXT:        *sum += blockIdx.x;
// CHECK-NEXT:        __threadfence();
// CHECK-NEXT:        atomicExch(lock, 0);
// CHECK-NEXT:        done = true;
