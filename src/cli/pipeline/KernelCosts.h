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

/// "n=4096, block=16x16, grid=64": dimensions become blockDim.x and so on.
llvm::Expected<std::vector<GivenValue>> parseValues(llvm::StringRef Text);

/// The bounds of one kernel under one launch.
class LaunchCost {
public:
  /// With `ByLine`, also what each line costs. All arguments outlive it.
  LaunchCost(const Kernel &K, const Launch &L, const cost::CodeFacts &Code, bool ByLine);

  /// Takes values of parameters, and of dimensions that the launch computes from them. Fails where
  /// a dimension is empty.
  llvm::Error take(llvm::ArrayRef<GivenValue> Values);
  /// The same, and analyses the kernel once more with them.
  llvm::Error evaluateAt(llvm::ArrayRef<GivenValue> Values);
  /// What the formula depends on and nothing tells yet, by name.
  std::vector<std::string> missing(const cost::Bound &B) const;
  /// What a line costs at the values of the last `evaluateAt`.
  llvm::Expected<std::optional<int64_t>> valueOf(cost::Metric M, const SourceLoc &Line) const;
  /// The smaller of the formula's value and of what the analysis with these values says; nothing
  /// where there is no bound or a value is missing. Fails where it does not fit 64 bits.
  llvm::Expected<std::optional<int64_t>> valueOf(cost::Metric M, cost::Scope S) const;
  llvm::Expected<llvm::json::Object> describe() const;
  /// The cost for any parameters, and for those of the last `evaluateAt`.
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
/// Fails where a value names nothing, the grid is empty or a number leaves 64 bits.
llvm::Expected<llvm::json::Array> kernelCosts(frontend::Program &P, const Options &Opts,
                                              llvm::ArrayRef<GivenValue> Values);

/// What became of the bounds of the grid of each kernel of `Old` that `New` has, too: one object
/// for each formula that changed. "worse" is true where its fastest terms grow faster than
/// before, or by more than `Limit` percent.
llvm::json::Array costChanges(frontend::Program &Old, frontend::Program &New, const Options &Opts,
                              unsigned Limit);

} // namespace cudafix::cli
