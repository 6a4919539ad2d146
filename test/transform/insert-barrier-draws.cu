// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair insert-barrier %s --unsafe --undecided \
// RUN:   | FileCheck %s --match-full-lines --strict-whitespace
// Thread 0 draws what all work on. Threads go different ways only where they may read what it draws next:
// barriers against these races, all together, are enough, and no loop has to be made uniform.

__global__ void tiles(float *out, int *next, int count) {
  __shared__ int tile;
  const int t = threadIdx.x;
  if (t == 0)
    tile = atomicAdd(next, 1);
  __syncthreads();
  while (tile < count) {
    if (tile % 5 == 3) {
      if (t == 0)
        tile = atomicAdd(next, 1);
      __syncthreads();
      continue;
    }
    atomicAdd(&out[tile * 64 + t], 1.0f);
    __syncthreads();
    if (t == 0)
      tile = atomicAdd(next, 1);
    __syncthreads();
  }
}

// Neither barrier alone makes threads meet.
__global__ void rings(int *out, int *taken, int *next, int count, int step) {
  __shared__ int start, done;
  const int t = threadIdx.x;
  if (t == 0)
    start = atomicAdd(next, 1);
  __syncthreads();
  while (start < count) {
    if (start % step == 0) {
      if (t == 0)
        start = atomicAdd(next, 1);
      __syncthreads();
      continue;
    }
    int at = start;
    if (t == 0)
      done = atomicExch(&taken[at], 1);
    __syncthreads();
    while (done == 0) {
      atomicAdd(&out[at * 64 + t], 1);
      at = (at + step) % count;
      if (t == 0)
        done = atomicExch(&taken[at], 1);
      __syncthreads();
    }
    if (t == 0)
      start = atomicAdd(next, 1);
    __syncthreads();
  }
}

void run(float *out, int *sums, int *taken, int *next, int count, int step) {
  tiles<<<64, 64>>>(out, next, count);
  rings<<<64, 64>>>(sums, taken, next, count, step);
}

// CHECK-LABEL:__global__ void tiles(float *out, int *next, int count) {
// CHECK:    if (tile % 5 == 3) {
// CHECK-NEXT:      __syncthreads();
// CHECK-NEXT:      if (t == 0)
// CHECK-NEXT:        tile = atomicAdd(next, 1);
// CHECK-NEXT:      __syncthreads();
// CHECK-NEXT:      continue;

// CHECK-LABEL:__global__ void rings(int *out, int *taken, int *next, int count, int step) {
// CHECK:    if (start % step == 0) {
// CHECK-NEXT:      __syncthreads();
// CHECK-NEXT:      if (t == 0)
// CHECK:    while (done == 0) {
// CHECK-NEXT:      __syncthreads();
// CHECK-NEXT:      atomicAdd(&out[at * 64 + t], 1);
