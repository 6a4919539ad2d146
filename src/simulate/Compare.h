// SPDX-License-Identifier: Apache-2.0
//
// A kernel against its repaired form: do they leave the same memory behind?
#pragma once

#include "model/Finding.h"
#include "model/Launch.h"
#include "simulate/Inputs.h"

namespace cudafix::simulate {

struct CompareOptions {
  unsigned Inputs = 2;    ///< contents tried
  unsigned Schedules = 5; ///< for each of both kernels and each input
  uint64_t MaxAccesses = 20'000'000;
  InputOptions Given;
};

struct Comparison {
  Simulated Result = Simulated::Skipped;
  std::string Reason; ///< why skipped, or where they differ
};

/// Equal: whatever the schedule, the patched kernel leaves what the original leaves under
/// some schedule. Unordered: it differs only in bytes that differ between the original's
/// own schedules as well. Every comparison is of bits: a sum in another order is different.
Comparison compare(const llvm::Module &Original, const llvm::Module &Patched, const Kernel &K,
                   const Launch &L, const CompareOptions &Opts = {});

} // namespace cudafix::simulate
