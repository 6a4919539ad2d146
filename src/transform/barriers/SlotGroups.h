// SPDX-License-Identifier: Apache-2.0
//
// The places where a plan may put a barrier: the kernel's slots, and a place inside each statement
// that reads and writes racing locations, for which the model has no slot. The copies of one source
// position made by inlining form one group: its barriers are turned on and off together.
#pragma once

#include "analysis/flow/FlowPaths.h"
#include "transform/barriers/BarrierChange.h"

namespace cudafix::transform {

struct SlotGroup {
  std::vector<SlotId> Slots;           ///< of PlanKernel::K
  std::optional<StatementSplit> Split; ///< inside a statement; Slots are added ones
  bool Editable = true;                ///< false: only the IR can be changed here
  bool Forbidden = false;              ///< in a lock's critical section or a spin-wait
  unsigned Levels = 0;                 ///< divergent branches to split for a block barrier
  unsigned CutLocals = 0;              ///< locals that a split would separate from their uses
  int64_t Executions = 0;              ///< 10^(loop depth), summed over the copies
  bool Away = false;                   ///< outside the function that declares the racing arrays
  unsigned Order = 0;                  ///< source order, to break ties

  int64_t blockCost() const;
  /// `Split`: branches around it where the lanes of a warp diverge.
  int64_t warpCost(unsigned Split) const;
};

/// A copy of the kernel with the added slots, and the groups of all slots.
struct PlanKernel {
  /// `Pairs`: racing accesses; those of one statement get a slot between them. `CutLocals`, `Away`:
  /// by SlotId of the original kernel, or empty (CutLocals.h).
  PlanKernel(const Kernel &Original, llvm::ArrayRef<std::pair<AccessId, AccessId>> Pairs,
             llvm::ArrayRef<unsigned> CutLocals = {}, const llvm::BitVector &Away = {});
  PlanKernel(const PlanKernel &) = delete;

  Kernel K;
  unsigned OriginalSlots; ///< slots from here on were added
  analysis::FlowPaths Paths;
  std::vector<SlotGroup> Groups;
  std::vector<unsigned> GroupOf; ///< by SlotId

private:
  void makeGroups(llvm::ArrayRef<unsigned> CutLocals, const llvm::BitVector &Away);
  void forbidSynchronization();
};

} // namespace cudafix::transform
