// SPDX-License-Identifier: Apache-2.0
#include "transform/barriers/BarrierRepairs.h"

namespace cudafix::transform {

const RepairKind HoistBarrier = {
    "hoist-barrier",
    R"(Moves a barrier that some threads miss to the nearest place that all of them pass.

Before:                              After:
  if (t < 32) {                        if (t < 32) {
    s[t] = in[t];                        s[t] = in[t];
    __syncthreads();                   }
  }                                    __syncthreads();
  out[t] = s[t & 31];                  out[t] = s[t & 31];

The barrier is taken as absent and the races are asked again; the new place, or places, must
order everything it ordered.)",
    nullptr, nullptr, "move barriers"};

} // namespace cudafix::transform
