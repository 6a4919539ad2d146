// SPDX-License-Identifier: Apache-2.0
//
// Loads on whose value all threads of a block provably agree. The model takes a load as steady if,
// going by whole objects, nobody writes what it reads between two barriers (frontend/Stability.h).
// If the race questions show that no thread writes these bytes, the same holds: until barriers
// diverge, a cell that is read between two barriers has one value for all.
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

  /// The kernel in which such loads are uniform within the block.
  Kernel &kernel() { return K; }

  /// Returns true if these answers (one result for each launch) make further loads steady.
  bool take(llvm::ArrayRef<RaceResult> Races);

  /// Makes uniform whatever is uniform if all reads at addresses on which the threads agree are
  /// steady. Returns true if there is any.
  ///
  /// If `confirms` then finds that no such read races, they are indeed steady: the first value on
  /// which two threads disagree would have to come from a read that races while they still agree.
  bool assumeAll();
  bool confirms(llvm::ArrayRef<RaceResult> Races) const;
  /// Takes back the last assumption.
  void retract();

  /// Takes the values of these shared memory reads as steady without proof, as a repair that orders
  /// them would make them. Returns true if there is any.
  bool assume(llvm::ArrayRef<AccessId> Reads);

  /// Lowers divergence answers from likely to possible if they need a path that depends on a load
  /// whose steadiness is open.
  void doubt(smt::Workspace &Solving, llvm::MutableArrayRef<RaceResult> Races,
             const ConventionSet &On) const;

  /// The kernel in which loads are steady that only possible or undecided races change, with the
  /// premises of these races; nullopt: there are no such loads.
  std::optional<std::pair<Kernel, std::vector<Premise>>>
  withoutPossible(llvm::ArrayRef<RaceResult> Races) const;

private:
  Kernel K;
  SymbolView Sure; ///< the symbols before the last assumption
  llvm::DenseSet<SymbolId> Assumed;
};

} // namespace cudafix::analysis
