// SPDX-License-Identifier: Apache-2.0
// RUN: %check-simulation %s --grid 1 --block 48
#include <assert.h>

// The last warp has sixteen lanes. Every wrong value fails an assertion.
__global__ void shufflesOk(int *out) {
  int lane = threadIdx.x % 32, first = threadIdx.x - lane;
  unsigned all = first ? 0xffffu : ~0u;
  int top = first ? 15 : 31;
  assert(__shfl_sync(all, lane, 5) == 5);
  assert(__shfl_up_sync(all, lane, 3) == (lane < 3 ? lane : lane - 3));
  if (!first)
    assert(__shfl_down_sync(all, lane, 3) == (lane > top - 3 ? lane : lane + 3));
  assert(__shfl_xor_sync(all, lane, 6) == (lane ^ 6));
  assert(__shfl_sync(all, lane, 1, 4) == (lane & ~3) + 1);
  assert(__shfl_down_sync(all, lane, 1, 8) == (lane % 8 == 7 ? lane : lane + 1));
  assert(__shfl_xor_sync(all, lane * 1.5, 1) == (lane ^ 1) * 1.5);
  assert(__shfl_sync(all, 1ll << 40 | lane, 2) == (1ll << 40 | 2));
}

__global__ void votesOk(int *out) {
  int lane = threadIdx.x % 32;
  unsigned all = threadIdx.x < 32 ? ~0u : 0xffffu;
  assert(__ballot_sync(all, lane < 3) == 7);
  assert(__any_sync(all, lane == 9) && !__any_sync(all, lane == 40));
  assert(__all_sync(all, lane < 32) && !__all_sync(all, lane != 4));
}

__global__ void matchOk(int *out) {
  int lane = threadIdx.x % 32, same;
  unsigned all = threadIdx.x < 32 ? ~0u : 0xffffu;
  assert(__match_any_sync(all, lane / 4) == 0xfu << lane / 4 * 4);
  assert(__match_all_sync(all, 7, &same) == all && same);
  assert(__match_all_sync(all, lane, &same) == 0 && !same);
}

__global__ void reduceOk(int *out) {
  int lane = threadIdx.x % 32;
  unsigned all = threadIdx.x < 32 ? ~0u : 0xffffu;
  int top = threadIdx.x < 32 ? 31 : 15;
  assert(__reduce_add_sync(all, lane) == top * (top + 1) / 2);
  assert(__reduce_min_sync(all, lane - 3) == -3);
  assert(__reduce_max_sync(all, lane) == top);
  assert(__reduce_or_sync(all, 1u << lane) == all);
}

// Only some lanes take part; the others are somewhere else.
__global__ void partOk(int *out) {
  int lane = threadIdx.x % 32;
  if (lane < 8)
    assert(__shfl_xor_sync(0xffu, lane, 4) == (lane ^ 4));
  else if (lane < 16)
    assert(__ballot_sync(0xff00u, lane & 1) == 0xaa00u);
}

// Lanes that have left are not waited for.
__global__ void leftOk(int *out, int n) {
  if (threadIdx.x >= 20)
    return;
  int v = 1;
  for (int d = 16; d > 0; d /= 2)
    v += __shfl_down_sync(~0u, v, d);
}

__global__ void aggregateOk(int *count, int *seen) {
  if (threadIdx.x % 3 == 0) {
    unsigned active = __activemask();
    int leader = __ffs(active) - 1, lane = threadIdx.x % 32, base = 0;
    if (lane == leader)
      base = atomicAdd(count, __popc(active));
    base = __shfl_sync(active, base, leader) + __popc(active & ((1u << lane) - 1));
    assert(base < 16);
    atomicAdd(&seen[base], 1);
  }
  __syncthreads();
  if (threadIdx.x < 16)
    assert(atomicAdd(&seen[threadIdx.x], 0) == 1);
}

__global__ void lanesThatWaitBad(int *out) {
  if (threadIdx.x % 2)
    out[threadIdx.x] = __shfl_sync(0x3u, 1, 0); // expect: deadlock
  else
    __syncthreads();
}

// Without masks: the lanes that come are together, in whatever order they run.
__global__ void unmaskedOk(int *out) {
  if (threadIdx.x >= 32)
    return;
  int sum = threadIdx.x;
  for (int d = 16; d > 0; d /= 2)
    sum += __shfl_down(sum, d);
  assert(__shfl(sum, 0) == 496);
  assert(__all(threadIdx.x < 32) && __any(threadIdx.x == 3) && __ballot(threadIdx.x < 4) == 15);
}
