// SPDX-License-Identifier: Apache-2.0
#include "transform/barriers/BarrierRepairs.h"

namespace cudafix::transform {

const RepairKind InsertBarrier = {
    "insert-barrier",
    R"(Puts __syncthreads() where every thread of the block passes, or __syncwarp() where only lanes
of one warp race, between two accesses.

Before:                              After:
  tile[t] = in[i];                     tile[t] = in[i];
  out[i] = tile[255 - t];              __syncthreads();
                                       out[i] = tile[255 - t];

The places are chosen for the whole kernel at once: each barrier-free path between two racing
accesses, over the back edges of loops too, needs a barrier on it, and the barriers executed
(ten times as many for each loop around them) are fewest. The races are asked again with the
barriers in place.
One statement can write and read what lanes of its warp race on, as the tail of a reduction
does; it is cut in two:

Before:                              After:
  if (tid < 32) {                      if (tid < 32) {
    s[tid] += s[tid + 16];               int sum = s[tid] + s[tid + 16];
    s[tid] += s[tid + 8];                __syncwarp();
  }                                      s[tid] = sum;
                                         __syncwarp();
                                         sum = s[tid] + s[tid + 8];
                                         __syncwarp();
                                         s[tid] = sum;
                                       }

Where always the same lanes of a warp come, the barrier names them (__syncwarp(0xffff)); where
others may come, the branch is split. A function that kernels call with different lanes is left
alone.
Not in macro bodies and system headers, nor between the acquire and the release of a lock, nor
between the load and the store of an update that several threads make of one cell (x = *p; x += e;
*p = x): the updates would be lost as before. A barrier orders the threads of one block: a race
between blocks stays, and is said.)",
    nullptr, nullptr, "put barriers"};

} // namespace cudafix::transform
