// A lock that is 0 or 1: who did not find 1 has taken it.
// RUN: %check-findings %s

__global__ void askForOneOk(float *sum, const float *x, int *lock) {
  if (threadIdx.x != 0)
    return;
  while (atomicCAS(lock, 0, 1) == 1)
    ;
  __threadfence();
  *sum += x[blockIdx.x];
  __threadfence();
  atomicExch(lock, 0);
}

__global__ void askForOneBad(float *sum, const float *x, int *lock) {
  if (threadIdx.x != 0)
    return;
  while (atomicCAS(lock, 0, 1) == 1)
    ;
  *sum += x[blockIdx.x]; // expect: unlocked-access
  __threadfence();
  atomicCAS(lock, 1, 0);
}

// Who finds 2 has not taken it.
__global__ void threeValuesUnknown(float *sum, const float *x, int *lock, int wide) {
  if (threadIdx.x != 0)
    return;
  if (wide) {
    while (atomicCAS(lock, 0, 2) != 0)
      ;
  } else {
    while (atomicCAS(lock, 0, 1) == 1)
      ;
  }
  __threadfence();
  *sum += x[blockIdx.x];
  __threadfence();
  atomicExch(lock, 0);
}

// No launch in sight, and no index of blocks: the lock is needed by several blocks only.
__global__ void oneBlockUnknown(float *sum, int *lock) {
  if (threadIdx.x != 0)
    return;
  while (atomicExch(lock, 1) == 1)
    ;
  *sum += 1;
  atomicExch(lock, 0);
}
