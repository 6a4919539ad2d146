// SPDX-License-Identifier: Apache-2.0
//
// Loads whose value all threads of a block agree on, by proof: the model takes a load for steady
// where nobody writes what it reads between two barriers, by the objects alone
// (frontend/Stability.h). Where the race questions say that no thread writes the very bytes, the
// same holds: until barriers diverge, a cell read between two barriers has one value for all.
#pragma once

#include "analysis/question/Race.h"
#include "smt/Workspace.h"
#include "llvm/ADT/DenseSet.h"

namespace cudafix::analysis {

class SteadyLoads {
public:
  explicit SteadyLoads(const Kernel &Of) : K(Of) {}
  SteadyLoads(const SteadyLoads &) = delete;
  SteadyLoads &operator=(const SteadyLoads &) = delete;

  /// The kernel with such loads taken for uniform within the block.
  Kernel &kernel() { return K; }

  /// Returns true if by these answers, one result for each launch, loads are steady that were not
  /// taken for it before.
  bool take(llvm::ArrayRef<RaceResult> Races);

  /// Takes for uniform what is so if all reads at places that the threads agree on are steady;
  /// whether there is any.
  ///
  /// If `confirms` then finds that no such read races, they are: the first value in time that two
  /// threads did not agree on would come from a read that races while they still agree.
  bool assumeAll();
  bool confirms(llvm::ArrayRef<RaceResult> Races) const;
  /// Takes back what was assumed last.
  void retract();

  /// Takes what these reads of shared memory give for steady without proof, as repairs that order
  /// them would make it; whether there is any.
  bool assume(llvm::ArrayRef<AccessId> Reads);

  /// Makes possible what is likely only on the way that a load decides of which it is open
  /// whether it is steady.
  void doubt(smt::Workspace &Solving, llvm::MutableArrayRef<RaceResult> Races,
             const ConventionSet &On) const;

  /// The kernel where loads are steady that nothing but races which are possible, or not decided,
  /// changes, and what these races need; nullopt: there are no such loads.
  std::optional<std::pair<Kernel, std::vector<Premise>>>
  withoutPossible(llvm::ArrayRef<RaceResult> Races) const;

private:
  Kernel K;
  SymbolView Sure; ///< before what was assumed last
  llvm::DenseSet<SymbolId> Assumed;
};

} // namespace cudafix::analysis
