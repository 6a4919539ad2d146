// SPDX-License-Identifier: Apache-2.0
//
// Phases: for every place where one can start (the kernel's entry or a
// barrier) the accesses and barriers that a thread reaches from there without crossing
// another barrier, each with its path condition and its loop counters.
#pragma once

#include "model/Kernel.h"
#include "smt/Workspace.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include <map>

namespace cudafix::analysis {

constexpr unsigned WarpSize = 32;

/// Which barriers end a phase: existing barriers that are on, plus slots turned into
/// block (or warp) barriers.
struct BarrierSet {
  llvm::BitVector On;       ///< by BarrierId
  llvm::BitVector SlotOn;   ///< by SlotId: a block barrier stands there
  llvm::BitVector SlotWarp; ///< by SlotId: a warp barrier stands there
  /// By BarrierId: a warp barrier for some lanes, or one of groups of threads, at which both
  /// threads of a question meet.
  llvm::BitVector NamesBoth;
  /// The barriers of the kernel as written.
  static BarrierSet all(const Kernel &K);
};

/// Which kinds of barriers end the phases asked for: block and grid barriers, those and
/// warp barriers, grid barriers alone.
enum class PhaseLevel : uint8_t { Block, Warp, Grid };

/// Terms for the Counter and Exit symbols of the loops at a place. Counters that both
/// threads of a question share are Fresh symbols of level Launch, a thread's own ones are
/// the Counter symbol itself or Fresh symbols of level Thread.
using LoopValues = llvm::DenseMap<SymbolId, Expr>;

/// Where a thread can be in a phase.
struct Reached {
  enum class Kind : uint8_t { Access, Barrier, SlotBarrier, Exit } What;
  uint32_t Id = NoId;
  Expr Cond;           ///< path condition from the start of the phase, loop values put in
  unsigned Values = 0; ///< index into Phase::Values
  NodeId Node = NoId;
  bool LaterIteration = false; ///< over the back edge of a loop that holds the start
  bool EarlyReturn = false;    ///< Exit only: by a return statement
  bool Pending = false;        ///< an asynchronous copy issued before the phase
};

struct Phase {
  enum class Start : uint8_t { Entry, Barrier, Slot } From = Start::Entry;
  uint32_t Id = NoId; ///< BarrierId or SlotId
  Expr Context;       ///< holds for a thread that is at the start, loop values put in
  std::vector<Reached> Places;
  std::vector<LoopValues> Values;
  /// What holds for every iteration that a thread has done since the start of the phase.
  struct Passed {
    LoopId Loop;
    unsigned Values;  ///< places it holds for: index into Phase::Values
    Expr First;       ///< the first of these iterations
    Expr Iteration;   ///< any of them
    Expr NoBarrierIn; ///< 1 bit over `Iteration`, loop values put in
  };
  std::vector<Passed> Iterations;
  /// The last iterations of loops that places lie behind: applications. A thread that comes there
  /// has left the loop in some iteration.
  std::vector<Expr> LastIterations;

  /// A term of the model with the loop values of a place put in.
  Expr at(ExprContext &C, Expr E, const Reached &R) const;
};

/// Returns true for a warp barrier whose mask leaves lanes out, or differs between threads.
bool namesSomeLanes(const Kernel &K, const Barrier &B);
/// Returns true if which lanes such a barrier names follows from the indices alone.
bool knowsLanes(const Kernel &K, const Barrier &B);

/// All phases of the kernel at a level under a set of barriers, in program order. At the
/// warp level a barrier ends a phase if it orders every two lanes of an aligned tile of
/// `Tile` lanes.
std::vector<Phase> computePhases(const Kernel &K, smt::Workspace &Solving,
                                 const BarrierSet &Barriers, PhaseLevel Level,
                                 unsigned Tile = WarpSize);

/// The phases of one kernel by the barriers that end them: what is asked for a second launch, or
/// at another level, is not computed anew, and its terms are those that the solver has met.
class PhaseMemory {
public:
  /// As computePhases. `K` is always the same kernel, but for what a launch says of its arrays,
  /// symbols and barriers.
  std::vector<Phase> phases(const Kernel &K, smt::Workspace &Solving, const BarrierSet &Barriers,
                            PhaseLevel Level, unsigned Tile = WarpSize);

private:
  std::map<std::vector<uint32_t>, std::vector<Phase>> Known; ///< by the barriers that end a phase
  size_t Places = 0;                                         ///< in all of `Known`
};

} // namespace cudafix::analysis
