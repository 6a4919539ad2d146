// SPDX-License-Identifier: Apache-2.0
//
// The formulas of a unit's kernels as JSON, and their values.
#pragma once

#include "cost/Cost.h"
#include "frontend/Program.h"
#include "llvm/Support/JSON.h"

namespace cudafix::cli {

/// A value that the user gives for a parameter or a dimension.
struct GivenValue {
  std::string Name;
  int64_t Value;
};

/// "n=4096, block=16x16, grid=64": dimensions become blockDim.x and so on.
llvm::Expected<std::vector<GivenValue>> parseValues(llvm::StringRef Text);

/// Steps of each node and bytes of each access, from the kernel's IR.
cost::CodeFacts codeFacts(const frontend::KernelUnit &K, const llvm::Module &Device);

/// The bounds of one kernel under one launch: see `kernelCosts`.
llvm::Expected<llvm::json::Object> kernelCost(const Kernel &K, const Launch &L,
                                              const cost::CodeFacts &Code,
                                              llvm::ArrayRef<GivenValue> Values);

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
