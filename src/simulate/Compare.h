// SPDX-License-Identifier: Apache-2.0
//
// A kernel against its repaired form: do they leave the same memory?
#pragma once

#include "frontend/Program.h"
#include "model/Finding.h"
#include "model/Launch.h"

namespace cudafix::simulate {

/// Limits count accesses and turns of loops, so that they do not depend on time.
struct CompareOptions {
  unsigned Schedules = 4;         ///< for each of both kernels and each input
  uint64_t MaxAccesses = 800'000; ///< of one run
  uint64_t MaxInAll = 8'000'000;  ///< of all runs; no further input is tried then
  uint64_t MaxBytes = 64u << 20;  ///< of all buffers
  /// Blocks that run of a larger grid: those of the witness and the first ones, or just one
  /// of these where they take too many accesses.
  unsigned MaxBlocks = 4;
};

/// What is compared. The modules may live in different contexts.
struct Compared {
  const llvm::Module &Original, &Patched;
  const frontend::KernelUnit &K;    ///< of the original
  llvm::ArrayRef<Launch> Launches;  ///< the first gives an input
  llvm::ArrayRef<Finding> Findings; ///< of the kernel: racing accesses
  const Witness *Example = nullptr; ///< gives another input
  /// The block with which the patched kernel is launched; nullopt: as the original.
  std::optional<std::array<unsigned, 3>> PatchedBlock = std::nullopt;
  /// Only a run showed what is wrong with the original: that of the patched kernel must show
  /// nothing, and needs no memory to be compared with where the original does not end.
  bool FoundByRun = false;
};

struct Comparison {
  Simulated Result = Simulated::Skipped;
  std::string Reason; ///< why skipped, or where they differ
  bool Racy = false;  ///< races or divergent barriers were seen in the original
  /// An array in shared memory with cells that no thread writes, on which depends what the
  /// patched kernel leaves; empty: there is none.
  std::string Unwritten = {};
  bool UnwrittenBefore = false; ///< what the original leaves depends on such cells, too
  std::string Harm = {};        ///< what the patched kernel does wrong; empty: nothing new was seen
  /// With the input of Result, the original reads such cells without any race, and the patched
  /// kernel reads none.
  bool FillsCells = false;
  bool Mended = false; ///< FoundByRun: it comes to its end in each order, and shows nothing
  /// Different, and no race of the original explains it: a word differs that the original leaves
  /// the same in every order that was tried, whatever is in shared memory that nobody has written.
  bool Refuted = false;
};

/// Equal: whatever the schedule, the patched kernel leaves what the original leaves under
/// some schedule; of these some force racing accesses into the order of the source and
/// into its reverse. Unordered: each word is one that some schedule of the original leaves
/// there, or varies between the schedules of both kernels. Every comparison is of bits: a
/// sum in another order is different. What the original makes of shared memory that no thread
/// has written may be anything. An input with which the original does not come to its end is
/// left out.
Comparison compare(const Compared &What, const CompareOptions &Opts = {});

} // namespace cudafix::simulate
