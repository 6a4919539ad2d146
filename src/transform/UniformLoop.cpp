// SPDX-License-Identifier: Apache-2.0
#include "transform/barriers/BarrierRepairs.h"

namespace cudafix::transform {

const RepairKind UniformLoop = {
    "uniform-loop",
    R"(Lets all threads of the block run a loop equally often, so that a barrier may stand in it.

Before:                              After:
  while (x < end) {                    for (bool live = x < end;
    s[t] = step(x);                         __syncthreads_or(live);) {
    x += s[t ^ 1];                       if (live) {
  }                                        s[t] = step(x);
                                         }
                                         __syncthreads();
                                         if (live) {
                                           x += s[t ^ 1];
                                           live = x < end;
                                         }
                                       }

A loop with a stride of the block (for (i = threadIdx.x; i < n; i += blockDim.x)) runs over
its uniform base instead, without the reduction. Where only lanes of one warp race, the loop
runs while __any_sync() holds and has __syncwarp() inside. Loops that wait for other threads
are never made uniform.)",
    nullptr, nullptr, "let all threads meet barriers"};

} // namespace cudafix::transform
