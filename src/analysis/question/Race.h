// SPDX-License-Identifier: Apache-2.0
//
// The race question and the divergence question, as functions of a kernel, a launch and the set of
// barriers that are on. Detectors, the search for barriers to place and verification ask the same
// functions.
#pragma once

#include "analysis/flow/Phases.h"
#include "model/Finding.h"
#include "model/Options.h"
#include "smt/Solver.h"
#include <set>

namespace cudafix::analysis {

/// The relation between the two threads of a question.
enum class Scope : uint8_t {
  SameBlock,  ///< one block, any two threads
  OtherWarp,  ///< one block, different warps
  SameWarp,   ///< two lanes of one warp
  OtherBlock, ///< different blocks
};

/// The conventions that an answer relies on, and how certain it then is.
struct PremisedAnswer {
  std::vector<Premise> Premises; ///< these make a certain answer less certain
  Confidence How = Confidence::Proved;

  void need(Premise P) {
    How = std::max(How, P.Leaves);
    Premises.push_back(std::move(P));
  }
  /// The same, if the convention is on.
  void need(const ConventionSet &On, Premise P) {
    if (On.contains(P.Of))
      need(std::move(P));
  }
};

/// Answer of a race question on one pair of accesses.
struct RaceAnswer : PremisedAnswer {
  AccessId A = NoId, B = NoId;
  Scope Where = Scope::OtherWarp;
  /// Unsatisfiable: no race; satisfiable: witness in `Example`; unknown with premises: no race if
  /// they hold.
  Satisfiability Answer;
  bool SameValue = false; ///< both write, and always the same value
  bool SameLoad = false;  ///< SameValue, and the value was read from memory that may change
  Witness Example;
  bool CarriedByLoop = false;  ///< only threads in different iterations race
  bool NotWaited = false;      ///< an asynchronous copy is still pending after a barrier
  std::vector<SyncFlaw> Flaws; ///< how the synchronization fails to order the pair

  /// Returns true if a race is known to happen in some launches, and also if only the launches in
  /// which it does not happen are known.
  bool isRacy() const {
    return std::holds_alternative<Satisfiable>(Answer) ||
           (std::holds_alternative<Unknown>(Answer) && !Premises.empty());
  }
};

class RaceCase;
/// Adds the conventions (of those that are on) on which a racy answer relies as premises:
/// convention::judge.
using JudgeRace = void (*)(const RaceCase &Case, const ConventionSet &On, RaceAnswer &To);

/// A condition on host values that launches fulfil by a convention.
struct UsualCondition {
  Convention Of;
  Expr Term; ///< 1 bit
};
/// Conditions of the conventions that are on which usual launches fulfil and the race may need:
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
  /// Limit for one kernel and launch; further questions are Unknown.
  unsigned MaxQueries = 3000;
  bool AcrossBlocks = true; ///< also ask about threads of different blocks
  bool WithinWarps = true;  ///< also ask about lanes of one warp
  unsigned MaxAnswers = 0;  ///< stop after so many racy pairs or one undecided; 0: ask about all
  llvm::raw_ostream *DumpPairs = nullptr, *DumpQueries = nullptr;
  ConventionSet Conventions = {};
  PhaseMemory *Phases = nullptr; ///< the kernel's phases; null: computed for each question
  JudgeRace Judge = nullptr;     ///< null: each race is certain, whatever its witness chose
  UsualOfRace Usual = nullptr;   ///< null: no condition is usual
};

/// All races of a kernel under a launch with the given barriers: one answer for each pair and scope
/// that is not proved free, and a summary of what was proved.
struct RaceResult {
  std::vector<RaceAnswer> Answers; ///< satisfiable and unknown ones, in source order
  unsigned PairsProved = 0;        ///< pairs of a phase that were proved free
  llvm::BitVector Ordered;         ///< accesses in pairs that only a lock, flag or ticket orders
  bool AssumedLockstep = false;    ///< lanes of one warp race unless they run in lockstep
  bool Impossible = false;         ///< the launch cannot happen; any launch was examined instead
  /// Parameters that were assumed to be strides that set the elements of an array apart.
  std::set<std::pair<ArrayId, SymbolId>> Strides;
  std::vector<std::string> Unknowns;
  bool OutOfBudget = false; ///< some are unknown because the solver's budget was spent
};
RaceResult findRaces(const Kernel &K, const Launch &L, const BarrierSet &Barriers,
                     const RaceOptions &Opts);

/// Asks about one pair only, over every phase in which both occur.
std::vector<RaceAnswer> askRace(const Kernel &K, const Launch &L, const BarrierSet &Barriers,
                                AccessId A, AccessId B, const RaceOptions &Opts);

/// A block (or grid) barrier that not all threads reach together.
struct DivergenceAnswer : PremisedAnswer {
  BarrierId Barrier = NoId; ///< the barrier that one thread reaches
  bool AtSlot = false;      ///< `Barrier` is a SlotId: a barrier to be placed
  BarrierId Other = NoId;   ///< the barrier that the other reaches instead; NoId: none, it ends
  bool ExitedOnly = false;  ///< the other thread returned early
  Satisfiability Answer;    ///< never unsatisfiable
  Witness Example;
  SourceLoc Branch; ///< the condition on which they decide differently
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
