// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// The first barrier orders the test of `again` by all warps before the first thread clears it.
__global__ void retryOk(int *row, int *column, const int *at, int n) {
  __shared__ bool again;
  int i = threadIdx.x;
  do {
    __syncthreads();
    if (i == 0)
      again = false;
    __syncthreads();
    for (int j = i; j < n; j += blockDim.x)
      if (!atomicExch(&row[at[j]], 1))
        if (atomicExch(&column[j], 1)) {
          atomicExch(&row[at[j]], 0);
          again = true; // expect-note: benign-race
        }
    __syncthreads();
  } while (again);
}

// Without the first barrier the first thread may clear it while others have yet to test it.
__global__ void earlyBad(int *row, int *column, const int *at, int n) {
  __shared__ bool again;
  int i = threadIdx.x;
  do {
    if (i == 0)
      again = false;
    __syncthreads(); // expect-warning: barrier-divergence
    for (int j = i; j < n; j += blockDim.x)
      if (!atomicExch(&row[at[j]], 1))
        if (atomicExch(&column[j], 1)) {
          atomicExch(&row[at[j]], 0);
          again = true; // expect-note: benign-race
        }
    __syncthreads();
  } while (again); // expect-warning: shared-race
}

// The lock is given back behind the barrier that all threads' additions are in front of.
__global__ void lockedRowBad(int *locks, const int *rows, float *sum, const float *add, int n) {
  int r = rows[blockIdx.x];
  if (threadIdx.x == 0)
    while (atomicCAS(&locks[r], 0, 1)) // expect-warning: unlocked-access
      ;
  __syncthreads();
  __threadfence();
  for (int l = threadIdx.x; l < n; l += blockDim.x)
    sum[r * n + l] += add[l];
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    locks[r] = 0;
}

// No fence at all: the barrier that gives the row back in order is needed still.
__global__ void bareRowBad(int *locks, const int *rows, float *sum, const float *add, int n) {
  int r = rows[blockIdx.x];
  if (threadIdx.x == 0)
    while (atomicCAS(&locks[r], 0, 1)) // expect-warning: unlocked-access
      ;
  __syncthreads();
  for (int l = threadIdx.x; l < n; l += blockDim.x)
    sum[r * n + l] += add[l];
  __syncthreads();
  if (threadIdx.x == 0)
    locks[r] = 0;
}

void launch(int *row, int *column, const int *at, int *locks, float *sum, const float *add, int n) {
  retryOk<<<4, 256>>>(row, column, at, n);
  earlyBad<<<4, 256>>>(row, column, at, n);
  lockedRowBad<<<64, 128>>>(locks, at, sum, add, n);
  bareRowBad<<<64, 128>>>(locks, at, sum, add, n);
}

// The whole block tries until its first thread has the lock of the rows that all blocks add to.
__global__ void blockSpinsUnknown(int *lock, float *sum, const float *add) {
  __shared__ int got;
  do {
    __syncthreads();
    if (threadIdx.x == 0)
      got = atomicCAS(lock, 0, 1) == 0;
    __syncthreads();
  } while (!got);
  __threadfence();
  sum[threadIdx.x] += add[threadIdx.x];
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    atomicExch(lock, 0);
}

void launchSpins(int *lock, float *sum, const float *add) { blockSpinsUnknown<<<8, 128>>>(lock, sum, add); }
