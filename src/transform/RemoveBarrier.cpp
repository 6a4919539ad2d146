// SPDX-License-Identifier: Apache-2.0
#include "model/Check.h"
#include "transform/barriers/Redundancy.h"

namespace cudafix::transform {

static llvm::Expected<std::vector<Repair>> propose(const Context &C, const Finding &F,
                                                   llvm::ArrayRef<Finding>) {
  BarrierChange Change;
  Change.Remove = F.Barriers;
  return std::vector<Repair>{changeRedundant(C, F, Change, "remove-barrier")};
}

static bool applies(const Finding &F) {
  return F.check() == Check::RedundantBarrier && !F.SameWarp;
}

const RepairKind RemoveBarrier = {"remove-barrier",
                                  R"(Deletes a barrier that orders nothing.

Before:                              After:
  float v = in[i];                     float v = in[i];
  __syncthreads();                     s[t] = v * v;
  s[t] = v * v;                        __syncthreads();
  __syncthreads();

Right when the phases it separates can be merged without a race, for every launch, for every
copy of the barrier and over the back edges of loops, and when the barrier is no part of other
synchronization (see the limits of redundant-barrier). A divergent barrier that orders nothing
is deleted, too. Where code computes with numbers that are template arguments, or conditional
directives leave out code that names shared memory, the repair is only suggested: another instance
or build may need the barrier.)",
                                  applies, propose, "remove barriers"};

} // namespace cudafix::transform
