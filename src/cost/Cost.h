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

enum class Metric : uint8_t {
  Sectors,   ///< of 32 bytes of global memory, read and written
  Conflicts, ///< passes over the banks of shared memory beyond the first
  Divergent, ///< branches at which the lanes of a warp part
  Steps,     ///< instructions of a warp
  Barriers,  ///< of the block, that a warp comes to
  Span,      ///< steps of a block whose warps all run at once: of the slowest one between barriers
};
constexpr unsigned NumMetrics = 6;
/// "sectors", "bank_conflicts", "divergent", "steps", "barriers", "span".
llvm::StringRef nameOf(Metric M);

enum class Scope : uint8_t { Warp, Block, Grid };
constexpr unsigned NumScopes = 3;
/// "warp", "block", "grid".
llvm::StringRef nameOf(Scope S);

/// How code that the model does not hold looks: by the caller, from the kernel's IR.
struct CodeFacts {
  std::vector<unsigned> Steps;   ///< instructions, by NodeId; empty: not known
  std::vector<bool> Switches;    ///< nodes that end in a switch
  std::vector<unsigned> Fetches; ///< reads of one texel, reads and writes of surfaces
  std::vector<bool> Filters;     ///< nodes with texture reads that may take several texels
  std::vector<unsigned> Pieces;  ///< bytes that an access makes at once, by AccessId
  /// Bytes of an access with those that a device joins to it, by AccessId; 0: it is joined to
  /// another one.
  std::vector<unsigned> Widths;
};

struct Bound {
  std::optional<Formula> Upper; ///< null: there is none
  Formula Lower;
  bool Tight = true; ///< false: the closed form itself is only a bound
  std::string Why;   ///< there is no bound
  SourceLoc Where;
  bool exact() const { return Upper && *Upper == Lower; }
};

/// What one line adds to a metric of the grid.
struct LineCost {
  SourceLoc Loc; ///< file and line
  Bound Of[NumMetrics];
};

struct KernelCost {
  std::shared_ptr<Formulas> All;
  Bound Of[NumMetrics][NumScopes];
  std::vector<LineCost> Lines;
  bool OneRow = false; ///< dimensions that the kernel does not read are taken to be 1
  std::vector<SourceLoc>
      DataAddresses; ///< accesses whose places depend on data: the worst is taken
  const Bound &of(Metric M, Scope S) const { return Of[unsigned(M)][unsigned(S)]; }
};

/// With `ByLine`, also what each line costs.
KernelCost computeCost(const Kernel &K, const Launch &L, const CodeFacts &Code, bool ByLine);

} // namespace cudafix::cost
