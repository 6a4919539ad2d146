// SPDX-License-Identifier: Apache-2.0
//
// The formulas of a unit's kernels as JSON, and their values.
#pragma once

#include "cost/Cost.h"
#include "frontend/Program.h"
#include "model/Launch.h"
#include "llvm/Support/JSON.h"

namespace cudafix::cli {

/// A value that the user gives for a parameter or a dimension.
struct GivenValue {
  std::string Name;
  int64_t Value;
};

/// Parses "n=4096, block=16x16, grid=64"; dimensions become blockDim.x and so on.
llvm::Expected<std::vector<GivenValue>> parseValues(llvm::StringRef Text);

/// The bounds of one kernel under one launch.
class LaunchCost {
public:
  /// With `ByLine`, also computes the cost of each line. All arguments must outlive it.
  LaunchCost(const Kernel &K, const Launch &L, const cost::CodeFacts &Code, bool ByLine);

  /// Sets values of parameters, and dimensions that the launch computes from them. Fails if a
  /// dimension is empty.
  llvm::Error take(llvm::ArrayRef<GivenValue> Values);
  /// The same, and analyses the kernel again with these values.
  llvm::Error evaluateAt(llvm::ArrayRef<GivenValue> Values);
  /// The values that the formula depends on and that are not known yet.
  std::vector<SymbolId> missing(const cost::Bound &B) const;
  /// The cost of a line with the values of the last `evaluateAt`.
  llvm::Expected<std::optional<int64_t>> valueOf(cost::Metric M, const SourceLoc &Line) const;
  /// The smaller of the formula's value and the result of the analysis with these values; nullopt
  /// if there is no bound or a value is missing. Fails if it does not fit in 64 bits.
  llvm::Expected<std::optional<int64_t>> valueOf(cost::Metric M, cost::Scope S) const;
  llvm::Expected<llvm::json::Object> describe() const;
  /// The cost for any parameters.
  const cost::KernelCost &general() const { return General; }
  const cost::KernelCost &fixed() const { return *Fixed; }

private:
  Launch fixedLaunch() const;
  llvm::Expected<std::optional<int64_t>> valueOf(const cost::Bound &B,
                                                 const cost::Formulas &All) const;
  llvm::json::Object describe(const cost::Bound &B, std::optional<int64_t> Value) const;
  llvm::Expected<llvm::json::Object> metrics() const;
  llvm::Expected<llvm::json::Array> lines() const;
  llvm::json::Object launch() const;
  llvm::json::Array parameters() const;
  llvm::json::Array premises() const;

  const Kernel &K;
  const Launch &L;
  const cost::CodeFacts &Code;
  bool ByLine;
  ExprContext &C;
  std::map<SymbolId, int64_t> Known;
  cost::KernelCost General;
  std::optional<cost::KernelCost> Fixed;
};

/// One object for each kernel and launch: name, place, launch, bounds and, with values, numbers.
/// Fails if a value names nothing, the grid is empty or a number exceeds 64 bits.
llvm::Expected<llvm::json::Array> kernelCosts(frontend::Program &P, const Options &Opts,
                                              llvm::ArrayRef<GivenValue> Values);

/// Changes of the grid's bounds for each kernel that both `Old` and `New` have: one object for each
/// formula that changed. "worse" is true if its fastest terms grow faster than before, or by more
/// than `Limit` percent.
llvm::json::Array costChanges(frontend::Program &Old, frontend::Program &New, const Options &Opts,
                              unsigned Limit);

} // namespace cudafix::cli
