// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// Each thread takes a lock; the critical section stands inside the loop, so that lanes of one
// warp do not wait for each other.
__global__ void insideLoopOk(int *mutex, int *count, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    bool done = false;
    while (!done) {
      if (atomicCAS(&mutex[key[i]], 0, 1) == 0) {
        __threadfence();
        count[key[i]] += 1;
        __threadfence();
        atomicExch(&mutex[key[i]], 0);
        done = true;
      }
    }
  }
}

__global__ void noFenceInLoopBad(int *mutex, int *count, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    bool done = false;
    while (!done) {
      if (atomicCAS(&mutex[key[i]], 0, 1) == 0) {
        count[key[i]] += 1; // expect: unlocked-access
        atomicExch(&mutex[key[i]], 0);
        done = true;
      }
    }
  }
}

__global__ void exchangeLockOk(int *mutex, int *sum) {
  for (bool waiting = true; waiting;) {
    if (atomicExch(mutex, 1) == 0) {
      __threadfence();
      *sum += threadIdx.x;
      __threadfence();
      atomicExch(mutex, 0);
      waiting = false;
    }
  }
}

// The release is a volatile store.
__global__ void volatileUnlockOk(volatile int *mutex, int *sum) {
  if (threadIdx.x == 0) {
    while (atomicCAS((int *)mutex, 0, 1) != 0) {
    }
    __threadfence();
    *sum += blockIdx.x;
    __threadfence();
    *mutex = 0;
  }
}

// The section goes on behind the release.
__global__ void afterUnlockBad(int *mutex, int *sum) {
  if (threadIdx.x == 0) {
    while (atomicCAS(mutex, 0, 1) != 0) {
    }
    __threadfence();
    sum[0] += blockIdx.x;
    __threadfence();
    atomicExch(mutex, 0);
    sum[1] += blockIdx.x; // expect-error: inter-block-race
  }
}
