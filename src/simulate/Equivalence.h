// SPDX-License-Identifier: Apache-2.0
//
// Compares two kernels with the same parameters on the same inputs: do they compute the same, and
// what does each cost?
#pragma once

#include "simulate/Simulate.h"

namespace cudafix::simulate {

struct EquivalenceOptions {
  InputOptions Given;
  unsigned Trials = 16;   ///< inputs: sizes at and around powers of two, contents at random
  unsigned Schedules = 3; ///< of each kernel for each input
  double Tolerance = 0;   ///< relative error allowed for floating point numbers; 0: the same bits
  uint64_t MaxAccesses = 20'000'000; ///< of one run
  uint64_t MaxInAll = 400'000'000;   ///< of all runs; after that, no further input is tried
  uint64_t MaxBytes = 64u << 20;     ///< of all buffers
};

/// A kernel of one of two programs, with its launches.
struct Candidate {
  const llvm::Module &Device;
  const frontend::KernelUnit &K;
  llvm::ArrayRef<Launch> Launches; ///< the first one is used
};

struct Equivalence {
  unsigned Ran = 0, Same = 0; ///< numbers of inputs
  std::string Difference;     ///< the first difference, with its input; empty: none
  double LargestError = 0;    ///< the largest relative error among equal results
  std::string Problem;        ///< why an input could not be run, for the first such input
  bool Raced[2] = {};         ///< a race or a divergent barrier was seen in some run
  /// What each kernel costs on the first input: "accesses", "bank_conflicts", "divergent",
  /// "sectors", "steps".
  Cost Costs[2];
};

/// Compares two kernels. They are equal if each word that the second leaves is one that the first
/// leaves under some schedule, for every input.
Equivalence compareKernels(const Candidate &First, const Candidate &Second,
                           const EquivalenceOptions &Opts);

} // namespace cudafix::simulate
