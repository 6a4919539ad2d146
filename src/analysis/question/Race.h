// SPDX-License-Identifier: Apache-2.0
//
// The race question and the divergence question, as functions of a
// kernel, a launch and a set of barriers taken as on or off. Detectors, the barrier
// chooser and verification ask the same functions.
#pragma once

#include "analysis/flow/Phases.h"
#include "model/Finding.h"
#include "model/Options.h"
#include "smt/Solver.h"
#include <set>

namespace cudafix::analysis {

/// How the two threads of a question lie to each other.
enum class Scope : uint8_t {
  SameBlock,  ///< one block, any two threads
  OtherWarp,  ///< one block, different warps
  SameWarp,   ///< two lanes of one warp
  OtherBlock, ///< different blocks
};

/// What an answer needs of conventions, and how sure that leaves it.
struct PremisedAnswer {
  std::vector<Premise> Premises; ///< that make a sure answer less sure
  Confidence How = Confidence::Proved;

  void need(Premise P) {
    How = std::max(How, P.Leaves);
    Premises.push_back(std::move(P));
  }
  /// The same, if the convention holds.
  void need(const ConventionSet &On, Premise P) {
    if (On.contains(P.Of))
      need(std::move(P));
  }
};

/// Answer of a race question on one pair of accesses.
struct RaceAnswer : PremisedAnswer {
  AccessId A = NoId, B = NoId;
  Scope Where = Scope::OtherWarp;
  /// Unsatisfiable: no race; satisfiable: witness in `Example`; unknown, with premises: no race
  /// where these hold.
  Satisfiability Answer;
  bool SameValue = false; ///< both write, and always the same value
  bool SameLoad = false;  ///< SameValue, and that value was read from memory that may change
  Witness Example;
  bool CarriedByLoop = false;  ///< only threads in different iterations race
  bool NotWaited = false;      ///< an asynchronous copy is under way after a barrier
  std::vector<SyncFlaw> Flaws; ///< the synchronization that fails to order the pair

  /// Returns true for a race that happens in some launches, and for one of which it is known only
  /// in which launches it does not.
  bool isRacy() const {
    return std::holds_alternative<Satisfiable>(Answer) ||
           (std::holds_alternative<Unknown>(Answer) && !Premises.empty());
  }
};

class RaceCase;
/// Adds the premises that a racy answer needs of the conventions that hold: convention::judge.
using JudgeRace = void (*)(const RaceCase &Case, const ConventionSet &On, RaceAnswer &To);

/// A condition on what the host gives to which launches keep by a convention.
struct UsualCondition {
  Convention Of;
  Expr Term; ///< 1 bit
};
/// What the race may need of launches as they usually are, of the conventions that hold:
/// convention::usual.
using UsualOfRace = llvm::SmallVector<UsualCondition, 8> (*)(const RaceCase &Case,
                                                             const ConventionSet &On);

struct RaceOptions {
  std::vector<Phase> phases(const Kernel &K, const BarrierSet &Barriers, PhaseLevel At,
                            unsigned Tile = WarpSize) const {
    return Phases ? Phases->phases(K, Solving, Barriers, At, Tile)
                  : computePhases(K, Solving, Barriers, At, Tile);
  }

  smt::Workspace &Solving; ///< of the kernel
  Effort Level = Effort::Normal;
  smt::Budget Budget = {};
  /// Questions to the solver for one kernel and launch; what is beyond is Unknown.
  unsigned MaxQueries = 3000;
  bool AcrossBlocks = true; ///< also ask about threads of different blocks
  bool WithinWarps = true;  ///< also ask about lanes of one warp
  unsigned MaxAnswers = 0;  ///< stop after so many racy pairs or one undecided; 0: ask all
  llvm::raw_ostream *DumpPairs = nullptr, *DumpQueries = nullptr;
  ConventionSet Conventions = {};
  PhaseMemory *Phases = nullptr; ///< of the kernel; null: they are computed for each question
  JudgeRace Judge = nullptr;     ///< null: each race is sure, whatever its witness chose
  UsualOfRace Usual = nullptr;   ///< null: nothing is usual
};

/// All races of a kernel under a launch with the given barriers. One answer for each
/// pair and scope that is not proved free, plus a summary of what was proved.
struct RaceResult {
  std::vector<RaceAnswer> Answers; ///< satisfiable and unknown ones, in source order
  unsigned PairsProved = 0;        ///< pairs of a phase answered no
  llvm::BitVector Ordered;         ///< accesses of pairs that only a lock, flag or ticket orders
  bool AssumedLockstep = false;    ///< lanes of one warp race but for running in lockstep
  bool Impossible = false;         ///< the launch cannot happen: it was asked of any launch instead
  /// Parameters that were taken for strides which set the elements of an array apart.
  std::set<std::pair<ArrayId, SymbolId>> Strides;
  std::vector<std::string> Unknowns;
  bool OutOfBudget = false; ///< some of these as the solver's budget was spent
};
RaceResult findRaces(const Kernel &K, const Launch &L, const BarrierSet &Barriers,
                     const RaceOptions &Opts);

/// Asks for one pair only, over every phase in which they meet.
std::vector<RaceAnswer> askRace(const Kernel &K, const Launch &L, const BarrierSet &Barriers,
                                AccessId A, AccessId B, const RaceOptions &Opts);

/// A block (or grid) barrier that not all threads meet together.
struct DivergenceAnswer : PremisedAnswer {
  BarrierId Barrier = NoId; ///< the barrier one thread meets
  bool AtSlot = false;      ///< `Barrier` is a SlotId: a barrier to be placed
  BarrierId Other = NoId;   ///< what the other meets instead; NoId: it leaves the kernel
  bool ExitedOnly = false;  ///< the other thread returned early
  Satisfiability Answer;    ///< never unsatisfiable
  Witness Example;
  SourceLoc Branch; ///< the condition they decide differently on
};
struct DivergenceResult {
  std::vector<DivergenceAnswer> Answers; ///< satisfiable and unknown ones, in source order
  std::vector<std::string> Unknowns;
  bool OutOfBudget = false; ///< as in RaceResult
  bool Impossible = false;  ///< as in RaceResult
};
DivergenceResult findDivergence(const Kernel &K, const Launch &L, const BarrierSet &Barriers,
                                const RaceOptions &Opts);

} // namespace cudafix::analysis
