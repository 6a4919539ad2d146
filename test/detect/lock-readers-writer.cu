// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 32

// Readers count up, a writer takes all; not followed, but no race.
__global__ void readersWriterUnknown(int *lock, int *data, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x % 4 == 0) {
    while (atomicCAS(lock, 0, -1) != 0)
      ;
    __threadfence();
    data[0] += 1;
    __threadfence();
    atomicExch(lock, 0);
    return;
  }
  int old;
  do
    old = atomicAdd(lock, 0);
  while (old < 0 || atomicCAS(lock, old, old + 1) != old);
  __threadfence();
  out[blockIdx.x] = data[0];
  __threadfence();
  atomicSub(lock, 1);
}
