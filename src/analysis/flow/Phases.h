// SPDX-License-Identifier: Apache-2.0
//
// Phases: for every place where one can start (the kernel's entry or a barrier), the accesses and
// barriers that a thread reaches from there without crossing another barrier, each with its path
// condition and its loop counters.
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
  /// By BarrierId: warp barriers for some lanes, and barriers for groups of threads, at which both
  /// threads of a question meet.
  llvm::BitVector NamesBoth;
  /// The barriers of the kernel as written.
  static BarrierSet all(const Kernel &K);
};

/// Which barriers end a phase: block and grid barriers; those and warp barriers; or grid barriers
/// only.
enum class PhaseLevel : uint8_t { Block, Warp, Grid };

/// Terms for the Counter and Exit symbols of the loops at a place. Counters that both threads of a
/// question share are Fresh symbols of level Launch; counters of one thread are the Counter symbol
/// itself or Fresh symbols of level Thread.
using LoopValues = llvm::DenseMap<SymbolId, Expr>;

/// Where a thread can be in a phase.
struct Reached {
  enum class Kind : uint8_t { Access, Barrier, SlotBarrier, Exit } What;
  uint32_t Id = NoId;
  Expr Cond;           ///< path condition from the start of the phase, with loop values substituted
  unsigned Values = 0; ///< index into Phase::Values
  NodeId Node = NoId;
  bool LaterIteration = false; ///< reached over the back edge of a loop around the start
  bool EarlyReturn = false;    ///< Exit only: reached by a return statement
  bool Pending = false;        ///< an asynchronous copy issued before the phase
};

struct Phase {
  enum class Start : uint8_t { Entry, Barrier, Slot } From = Start::Entry;
  uint32_t Id = NoId; ///< BarrierId or SlotId
  Expr Context;       ///< holds for a thread at the start, with loop values substituted
  std::vector<Reached> Places;
  std::vector<LoopValues> Values;
  /// A condition on every iteration that a thread has completed since the start of the phase.
  struct Passed {
    LoopId Loop;
    unsigned Values;  ///< index into Phase::Values of the places it holds for
    Expr First;       ///< the first of these iterations
    Expr Iteration;   ///< any of them
    Expr NoBarrierIn; ///< 1 bit over `Iteration`: it crossed no barrier; loop values substituted
  };
  std::vector<Passed> Iterations;
  /// The last iterations of loops that lie before places, as applications. A thread that reaches
  /// such a place has left the loop in some iteration.
  std::vector<Expr> LastIterations;

  /// A term of the model with the loop values of a place substituted.
  Expr at(ExprContext &C, Expr E, const Reached &R) const;
};

/// Returns true for a warp barrier whose mask may leave lanes out or differ between threads.
bool namesSomeLanes(const Kernel &K, const Barrier &B);
/// Returns true if the indices alone determine which lanes such a barrier names.
bool knowsLanes(const Kernel &K, const Barrier &B);

/// Returns all phases of the kernel at a level under a set of barriers, in program order. At the
/// warp level, a barrier ends a phase if it orders every two lanes of an aligned tile of `Tile`
/// lanes.
std::vector<Phase> computePhases(const Kernel &K, smt::Workspace &Solving,
                                 const BarrierSet &Barriers, PhaseLevel Level,
                                 unsigned Tile = WarpSize);

/// Caches the phases of one kernel by the barriers that end them. Questions about another launch or
/// level then reuse phases whose terms the solver already knows.
class PhaseMemory {
public:
  /// Like computePhases. `K` must always be the same kernel, except for what a launch says about
  /// its arrays, symbols and barriers.
  std::vector<Phase> phases(const Kernel &K, smt::Workspace &Solving, const BarrierSet &Barriers,
                            PhaseLevel Level, unsigned Tile = WarpSize);

private:
  std::map<std::vector<uint32_t>, std::vector<Phase>> Known; ///< by the barriers that end a phase
  size_t Places = 0;                                         ///< in all of `Known`
};

} // namespace cudafix::analysis
