// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 128

// The first thread takes the lock for its whole block.
__global__ void forTheBlockOk(int *mutex, int *sum, const int *in) {
  if (threadIdx.x == 0) {
    while (atomicCAS(mutex, 0, 1) != 0) {
    }
    __threadfence();
  }
  __syncthreads();
  sum[threadIdx.x] += in[blockIdx.x * blockDim.x + threadIdx.x];
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    atomicExch(mutex, 0);
}

__global__ void noBarrierBeforeUnlockBad(int *mutex, int *sum, const int *in) {
  if (threadIdx.x == 0) {
    while (atomicCAS(mutex, 0, 1) != 0) {
    }
    __threadfence();
  }
  __syncthreads();
  sum[threadIdx.x] += in[blockIdx.x * blockDim.x + threadIdx.x]; // expect: inter-block-race
  __threadfence();
  if (threadIdx.x == 0)
    atomicExch(mutex, 0);
}

__global__ void fenceForgottenBad(int *mutex, int *sum, const int *in) {
  if (threadIdx.x == 0) {
    while (atomicCAS(mutex, 0, 1) != 0) {
    }
    __threadfence();
  }
  __syncthreads();
  sum[threadIdx.x] += in[blockIdx.x * blockDim.x + threadIdx.x]; // expect-error: unlocked-access
  __syncthreads();
  if (threadIdx.x == 0)
    atomicExch(mutex, 0);
}

// A lock a warp; the leader alone works.
__global__ void warpLeaderOk(int *mutex, int *sum) {
  unsigned warp = threadIdx.x / 32;
  if (threadIdx.x % 32 == 0) {
    while (atomicCAS(&mutex[warp], 0, 1) != 0) {
    }
    __threadfence();
    sum[warp] += blockIdx.x;
    __threadfence();
    atomicExch(&mutex[warp], 0);
  }
}

__global__ void wrongWarpLockBad(int *mutex, int *sum) {
  unsigned warp = threadIdx.x / 32;
  if (threadIdx.x % 32 == 0) {
    while (atomicCAS(&mutex[warp], 0, 1) != 0) {
    }
    __threadfence();
    sum[warp / 2] += blockIdx.x; // expect-error: unlocked-access
    __threadfence();
    atomicExch(&mutex[warp], 0);
  }
}
