// SPDX-License-Identifier: Apache-2.0
//
// Compares a kernel with its repaired form: do both leave the same memory contents?
#pragma once

#include "frontend/Program.h"
#include "model/Finding.h"
#include "model/Launch.h"

namespace cudafix::simulate {

/// Limits count accesses and loop iterations, so that they do not depend on time.
struct CompareOptions {
  unsigned Schedules = 4;         ///< for each kernel and each input
  uint64_t MaxAccesses = 800'000; ///< of one run
  uint64_t MaxInAll = 8'000'000;  ///< of all runs; after that, no further input is tried
  uint64_t MaxBytes = 64u << 20;  ///< of all buffers
  /// The most blocks of a larger grid that are executed: those of the witness and the first ones,
  /// or only one of them if they make too many accesses.
  unsigned MaxBlocks = 4;
};

/// What is compared. The modules may live in different contexts.
struct Compared {
  const llvm::Module &Original, &Patched;
  const frontend::KernelUnit &K;    ///< of the original
  llvm::ArrayRef<Launch> Launches;  ///< the first one gives an input
  llvm::ArrayRef<Finding> Findings; ///< findings of the kernel, which name racing accesses
  const Witness *Example = nullptr; ///< gives another input
  /// The block for launches of the patched kernel; nullopt: as in the original.
  std::optional<std::array<unsigned, 3>> PatchedBlock = std::nullopt;
  /// What is wrong with the original was only shown by a run: a run of the patched kernel must show
  /// nothing. If the original does not finish, there is no memory to compare with.
  bool FoundByRun = false;
};

struct Comparison {
  Simulated Result = Simulated::Skipped;
  std::string Reason; ///< why skipped, or where they differ
  bool Racy = false;  ///< races or divergent barriers were seen in the original
  /// A shared array with cells that no thread writes, on whose contents the patched kernel's result
  /// depends; empty: there is none.
  std::string Unwritten = {};
  bool UnwrittenBefore = false; ///< the original's result also depends on such cells
  std::string Harm = {};        ///< what the patched kernel does wrong; empty: nothing new was seen
  /// On the input of Result, the original reads such cells without any race, and the patched kernel
  /// reads none.
  bool FillsCells = false;
  bool Mended = false; ///< FoundByRun: the patched kernel ends without findings in each order
  /// Different, and no race of the original explains it: some word differs that the original leaves
  /// the same in every order that was tried, whatever unwritten shared memory contains.
  bool Refuted = false;
};

/// Equal: under each schedule, the patched kernel leaves what the original leaves under some
/// schedule; some schedules force racing accesses into source order and into its reverse.
/// Unordered: each word equals what some schedule of the original leaves there, or varies between
/// schedules of both kernels. All comparisons are bitwise: a sum in another order is different.
/// Results that the original computes from shared memory that no thread has written may be
/// anything. Inputs on which the original does not finish are skipped.
Comparison compare(const Compared &What, const CompareOptions &Opts = {});

} // namespace cudafix::simulate
