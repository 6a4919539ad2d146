// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// Whether two threads that reach one datum hold the same lock.
__global__ void lockOfTheBucketOk(int *mutex, int *bucket) {
  unsigned b = blockIdx.x % 8;
  if (threadIdx.x == 0) {
    while (atomicCAS(&mutex[b], 0, 1) != 0) {
    }
    __threadfence();
    bucket[b] += 1;
    __threadfence();
    atomicExch(&mutex[b], 0);
  }
}

__global__ void lockOfAnotherBucketBad(int *mutex, int *bucket) {
  unsigned b = blockIdx.x % 8;
  if (threadIdx.x == 0) {
    while (atomicCAS(&mutex[blockIdx.x % 16], 0, 1) != 0) {
    }
    __threadfence();
    bucket[b] += 1; // expect-error: unlocked-access
    __threadfence();
    atomicExch(&mutex[blockIdx.x % 16], 0);
  }
}

// One coarse lock for several buckets.
__global__ void coarseLockOk(int *mutex, int *bucket) {
  unsigned b = blockIdx.x % 8;
  if (threadIdx.x == 0) {
    while (atomicCAS(&mutex[b / 2], 0, 1) != 0) {
    }
    __threadfence();
    bucket[b] += 1;
    __threadfence();
    atomicExch(&mutex[b / 2], 0);
  }
}

__global__ void twoLocksBad(int *m1, int *m2, int *sum) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x % 2) {
    while (atomicCAS(m1, 0, 1) != 0) {
    }
    __threadfence();
    *sum += 1; // expect-error: unlocked-access
    __threadfence();
    atomicExch(m1, 0);
  } else {
    while (atomicCAS(m2, 0, 1) != 0) {
    }
    __threadfence();
    *sum += 2; // expect-error: unlocked-access
    __threadfence();
    atomicExch(m2, 0);
  }
}

__global__ void readWithoutLockBad(int *mutex, int *sum, int *out) {
  if (threadIdx.x == 0) {
    while (atomicCAS(mutex, 0, 1) != 0) {
    }
    __threadfence();
    *sum += blockIdx.x;
    __threadfence();
    atomicExch(mutex, 0);
    out[blockIdx.x] = *sum; // expect-error: unlocked-access
  }
}
