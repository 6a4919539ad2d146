// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// A lock orders nothing by itself: a fence behind the acquire and one in front of the release.
__device__ int mutex;

__global__ void bothFencesOk(int *sum) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&mutex, 0, 1) != 0) {
    }
    __threadfence();
    *sum += blockIdx.x;
    __threadfence();
    atomicExch(&mutex, 0);
  }
}

__global__ void noFenceAfterLockBad(int *sum) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&mutex, 0, 1) != 0) {
    }
    *sum += blockIdx.x; // expect-error: unlocked-access
    __threadfence();
    atomicExch(&mutex, 0);
  }
}

__global__ void noFenceBeforeUnlockBad(int *sum) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&mutex, 0, 1) != 0) {
    }
    __threadfence();
    *sum += blockIdx.x; // expect-error: unlocked-access
    atomicExch(&mutex, 0);
  }
}

// The fence stands on one of two ways to the access.
__global__ void fenceUnderConditionBad(int *sum, int n) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&mutex, 0, 1) != 0) {
    }
    if (n > 4)
      __threadfence();
    *sum += blockIdx.x; // expect-error: unlocked-access
    __threadfence();
    atomicExch(&mutex, 0);
  }
}
