// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 128

// The first lane takes the lock for its warp.
__global__ void leaderOk(int *locks, int *data, int n) {
  int lane = threadIdx.x % 32;
  for (int k = threadIdx.x / 32; k < n; k += 4) {
    if (lane == 0)
      while (atomicCAS(&locks[k], 0, 1) != 0)
        ;
    __syncwarp();
    __threadfence();
    data[k * 32 + lane] += 1;
    __threadfence();
    __syncwarp();
    if (lane == 0)
      atomicExch(&locks[k], 0);
  }
}
