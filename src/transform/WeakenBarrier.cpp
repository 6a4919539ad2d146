// SPDX-License-Identifier: Apache-2.0
#include "model/Check.h"
#include "transform/barriers/Redundancy.h"

namespace cudafix::transform {

static llvm::Expected<std::vector<Repair>> propose(const Context &C, const Finding &F,
                                                   llvm::ArrayRef<Finding>) {
  BarrierChange Change;
  Change.WeakenToWarp = F.Barriers;
  return std::vector<Repair>{changeRedundant(C, F, Change, "weaken-barrier")};
}

static bool applies(const Finding &F) { return F.check() == Check::RedundantBarrier && F.SameWarp; }

const RepairKind WeakenBarrier = {
    "weaken-barrier",
    R"(Replaces a block barrier by __syncwarp() where it orders only lanes of one warp.

Before:                              After:
  s[t] = x;                            s[t] = x;
  __syncthreads();                     __syncwarp();
  y = s[t ^ 1];                        y = s[t ^ 1];

Right when, with the barrier absent, every race left is one of two lanes of one warp; a warp
barrier in the same place orders those. It needs all lanes of the warp, which a convergent
barrier has. What holds for the sizes of blocks, or for a macro that the build can set, the kernel
asserts; what holds only for the arguments of the launches seen is not written.)",
    applies, propose, "wait for the warp only"};

} // namespace cudafix::transform
