// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 128

__global__ void noFenceBad(int *lock, int *data) {
  int lane = threadIdx.x % 32;
  if (lane == 0)
    while (atomicCAS(lock, 0, 1) != 0)
      ;
  __syncwarp();
  data[lane] += 1; // expect: unlocked-access
  __syncwarp();
  if (lane == 0)
    atomicExch(lock, 0);
}

__global__ void lockOfWarpBad(int *locks, int *data) {
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (lane == 0)
    while (atomicCAS(&locks[warp], 0, 1) != 0)
      ;
  __syncwarp();
  __threadfence();
  data[lane] += 1; // expect: unlocked-access
  __threadfence();
  __syncwarp();
  if (lane == 0)
    atomicExch(&locks[warp], 0);
}
