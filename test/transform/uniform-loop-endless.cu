// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair uniform-loop %s | FileCheck %s --match-full-lines --strict-whitespace
// A loop without a condition ends when all threads have returned: none of them leaves it by itself.

__device__ unsigned nextTile;

__global__ void persistent(const int *data, int *sums, unsigned tiles) {
  __shared__ unsigned tile;
  while (true) {
    if (threadIdx.x == 0)
      tile = atomicAdd(&nextTile, 1);
    if (tile >= tiles)
      return;
    atomicAdd(&sums[threadIdx.x], data[tile * blockDim.x + threadIdx.x]);
  }
}

void run(const int *d, int *s, unsigned tiles) { persistent<<<80, 128>>>(d, s, tiles); }

// CHECK:  bool active = true;
// CHECK-NEXT:  for (bool live = true; __syncthreads_or(live);) {
// CHECK-NEXT:    if (live && threadIdx.x == 0)
// CHECK-NEXT:      tile = atomicAdd(&nextTile, 1);
// CHECK-NEXT:    __syncthreads();
// CHECK-NEXT:    if (live) {
// CHECK-NEXT:      if (tile >= tiles)
// CHECK-NEXT:        active = false;
// CHECK-NEXT:      if (active) {
// CHECK-NEXT:        atomicAdd(&sums[threadIdx.x], data[tile * blockDim.x + threadIdx.x]);
// CHECK-NEXT:      }
// CHECK-NEXT:      live = active;
// CHECK-NEXT:    }
// CHECK-NEXT:  }
