// SPDX-License-Identifier: Apache-2.0
#include "transform/BarrierRepairs.h"

namespace cudafix::transform {

static bool applies(const Finding &F) { return isInBlockRace(F) || F.Id == "barrier-divergence"; }

const RepairKind GuardEarlyReturn = {
    "guard-early-return",
    R"(Turns an early return in front of a barrier into a guard around the rest.

Before:                              After:
  if (i >= n) return;                  const bool active = i < n;
  s[t] = in[i];                        if (active) {
  __syncthreads();                       s[t] = in[i];
  out[i] = s[255 - t];                 }
                                       __syncthreads();
                                       if (active) {
                                         out[i] = s[255 - t];
                                       }

Every thread then meets the barrier, which before sm_70 and in portable code it has to. The
comparison is negated for integers only; a floating-point one is kept and its result negated.)",
    applies, nullptr};

} // namespace cudafix::transform
