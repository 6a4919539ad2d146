// SPDX-License-Identifier: Apache-2.0
//
// What a kernel costs under a launch, as formulas over its parameters and dimensions: bounds that
// no run exceeds, for the worst warp, the worst block and the whole grid.
#pragma once

#include "cost/Formula.h"
#include "model/Launch.h"
#include <array>
#include <memory>

namespace cudafix::cost {

/// What is counted.
enum class Metric : uint8_t {
  Sectors,   ///< of 32 bytes of global memory, read and written
  Conflicts, ///< passes over the banks of shared memory, after the first pass of each request
  Divergent, ///< branches at which the lanes of a warp diverge
  Steps,     ///< instructions of a warp
  Barriers,  ///< block barriers that a warp reaches
  Span,      ///< steps of a block whose warps run at once: of the slowest in each phase
};
constexpr unsigned NumMetrics = 6;
/// "sectors", "bank_conflicts", "divergent", "steps", "barriers", "span".
llvm::StringRef nameOf(Metric M);

/// Whose cost is counted: the worst warp's, the worst block's or the whole grid's.
enum class Scope : uint8_t { Warp, Block, Grid };
constexpr unsigned NumScopes = 3;
/// "warp", "block", "grid".
llvm::StringRef nameOf(Scope S);

/// Facts about the code that the model does not hold; the caller takes them from the kernel's IR.
struct CodeFacts {
  std::vector<unsigned> Steps;   ///< instructions, by NodeId; empty: not known
  std::vector<bool> Switches;    ///< nodes that end in a switch
  std::vector<unsigned> Fetches; ///< reads of one texel, reads and writes of surfaces, by NodeId
  std::vector<bool> Filters;     ///< nodes with texture reads that may touch several texels
  std::vector<unsigned> Pieces;  ///< bytes that one access instruction moves at once, by AccessId
  /// Bytes of an access together with those that the device merges into it, by AccessId; 0: it is
  /// merged into another access.
  std::vector<unsigned> Widths;
};

/// A bound on one metric in one scope.
struct Bound {
  std::optional<Formula> Upper; ///< null: there is no bound
  Formula Lower;
  bool Tight = true; ///< false: the formula itself is only a bound of the exact cost
  std::string Why;   ///< why there is no bound
  SourceLoc Where;
  bool exact() const { return Upper && *Upper == Lower; }
};

/// What one line adds to a metric of the grid.
struct LineCost {
  SourceLoc Loc; ///< file and line
  Bound Of[NumMetrics];
};

/// The bounds of a kernel under one launch.
struct KernelCost {
  std::shared_ptr<Formulas> All;
  Bound Of[NumMetrics][NumScopes];
  std::vector<LineCost> Lines;
  bool OneRow = false; ///< dimensions that the kernel does not read are assumed to be 1
  std::vector<SourceLoc>
      DataAddresses; ///< accesses whose addresses depend on data: the worst case is assumed
  const Bound &of(Metric M, Scope S) const { return Of[unsigned(M)][unsigned(S)]; }
};

/// Computes the costs of a kernel under a launch; with `ByLine`, also what each line costs.
KernelCost computeCost(const Kernel &K, const Launch &L, const CodeFacts &Code, bool ByLine);

} // namespace cudafix::cost
