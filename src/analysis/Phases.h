// SPDX-License-Identifier: Apache-2.0
//
// Phases (design section 4): for every place a phase can start (the kernel's entry or a
// barrier) the accesses and barriers that a thread reaches from there without crossing
// another barrier, each with its path condition and its loop counters.
#pragma once

#include "model/Kernel.h"
#include "llvm/ADT/BitVector.h"

namespace cudafix::analysis {

/// Which barriers end a phase: existing barriers that are on, plus slots turned into
/// block (or warp) barriers.
struct BarrierSet {
  llvm::BitVector On;        ///< by BarrierId
  llvm::BitVector SlotOn;    ///< by SlotId: a block barrier stands there
  llvm::BitVector SlotWarp;  ///< by SlotId: a warp barrier stands there
  static BarrierSet all(const Kernel &K);
};

/// Which kinds of barriers end the phases asked for.
enum class PhaseLevel : uint8_t { Block, Warp, Grid };

/// Where a thread can be in a phase.
struct Reached {
  enum class Kind : uint8_t { Access, Barrier, SlotBarrier, Exit } What;
  uint32_t Id = NoId;
  /// Path condition from the start of the phase, over this entry's own counters.
  Expr Cond;
  /// Innermost loop of the place, and the values of all counters there: terms to put for
  /// Counter(L) and Exit(L) of each loop. Shared counters are Fresh symbols of level
  /// Block; a thread's own ones are Fresh symbols of level Thread.
  std::vector<std::pair<SymbolId, Expr>> Env;
  bool LaterIteration = false; ///< over the back edge of a loop that holds the start
  bool EarlyReturn = false;    ///< Exit only: by a return statement
};

struct Phase {
  enum class Start : uint8_t { Entry, Barrier, Slot } From = Start::Entry;
  uint32_t Id = NoId; ///< BarrierId or SlotId
  std::vector<Reached> Places;
};

/// All phases of the kernel at a level under a set of barriers, in program order.
std::vector<Phase> computePhases(const Kernel &K, const BarrierSet &Barriers, PhaseLevel Level);

} // namespace cudafix::analysis
