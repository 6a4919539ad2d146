// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// Locks and fences of block scope, between blocks and within one.
__global__ void blockFenceBad(int *mutex, int *sum) {
  if (threadIdx.x == 0) {
    while (atomicCAS(mutex, 0, 1) != 0) {
    }
    __threadfence_block();
    *sum += blockIdx.x; // expect-error: unlocked-access
    __threadfence_block();
    atomicExch(mutex, 0);
  }
}

__global__ void blockAtomicBad(int *mutex, int *sum) {
  if (threadIdx.x == 0) {
    while (atomicCAS_block(mutex, 0, 1) != 0) { // expect-error: unlocked-access
    }
    __threadfence();
    *sum += blockIdx.x; // expect-error: unlocked-access
    __threadfence();
    atomicExch_block(mutex, 0);
  }
}

__global__ void systemScopeOk(int *mutex, int *sum) {
  if (threadIdx.x == 0) {
    while (atomicCAS_system(mutex, 0, 1) != 0) {
    }
    __threadfence_system();
    *sum += blockIdx.x;
    __threadfence_system();
    atomicExch_system(mutex, 0);
  }
}

// One lock and one sum a block: block scope is enough.
__global__ void ownBlockOk(int *mutex, int *sum) {
  if (threadIdx.x % 32 == 0) {
    while (atomicCAS_block(&mutex[blockIdx.x], 0, 1) != 0) {
    }
    __threadfence_block();
    sum[blockIdx.x] += threadIdx.x;
    __threadfence_block();
    atomicExch_block(&mutex[blockIdx.x], 0);
  }
}
