// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 128

// Not followed through the shuffle, but no race.
__global__ void anyLeaderUnknown(int *lock, int *data) {
  int got = 0;
  do {
    if (threadIdx.x % 32 == 0)
      got = atomicCAS(lock, 0, 1) == 0;
    got = __shfl_sync(0xffffffff, got, 0);
  } while (!got);
  __syncwarp();
  data[threadIdx.x % 32] += 1;
  __threadfence();
  __syncwarp();
  if (threadIdx.x % 32 == 0)
    atomicExch(lock, 0);
}
