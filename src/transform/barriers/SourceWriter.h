// SPDX-License-Identifier: Apache-2.0
//
// The source side of the barrier repairs: a BarrierChange becomes text edits, in the
// programmer's hand. Which barriers change is decided elsewhere; here only the smallest
// right rewriting is looked for: a plain insertion where every thread passes, otherwise
// the enclosing statements are split from the innermost outwards.
#pragma once

#include "frontend/Program.h"
#include "model/Finding.h"
#include "transform/barriers/BarrierChange.h"

namespace cudafix::transform {

class SourceText;
struct AtomicText;

struct SourceForm {
  std::vector<Edit> Edits; ///< sorted, not overlapping, not yet formatted
  /// The dominant transformation: insert-barrier, split-branch, guard-early-return,
  /// uniform-loop, hoist-barrier, remove-barrier, weaken-barrier, make-atomic,
  /// single-writer.
  std::string RepairId;
  std::vector<std::string> Notes;
  std::vector<std::string> Assumptions; ///< e.g. the order of two branches that was chosen
  std::string BlockCall;                ///< how the block's threads wait; "": in several ways
  bool ByCalls = false;                 ///< tiles are filled by calls that all threads make
  std::vector<std::string> Zeros;       ///< assumptions only where what these calls store is read
  unsigned SplitLines = 0;              ///< source lines whose control flow was rewritten
};

/// Edits that make `Change` in the source. An Error says why there is no source form:
/// macro body, system header, goto, a type that cannot be hoisted, ... `FillTiles`: see SplitTask.
llvm::Expected<SourceForm> writeSource(frontend::Program &P, frontend::KernelUnit &K,
                                       const BarrierChange &Change, bool FillTiles = false);

/// `x = x op e`, `x op= e`, `x++` as an atomic. `Read` is NoId when the statement only
/// writes (atomicExch).
llvm::Expected<SourceForm> writeAtomic(frontend::Program &P, frontend::KernelUnit &K, AccessId Read,
                                       AccessId Write);

/// The reads, in statements before the update that `Write` makes, which `writeAtomic` gives what the
/// atomic operation returns.
std::vector<AccessId> readsBefore(frontend::Program &P, frontend::KernelUnit &K, AccessId Write);

/// Adds to a repair that puts `Text` into the source what the text needs and what is to be said.
void finish(const SourceText &Source, const AtomicText &Text, SourceForm &Form);

/// `if (threadIdx.x == 0)` (and `blockIdx.x == 0` when `AcrossBlocks`) around a write of
/// one uniform value.
llvm::Expected<SourceForm> writeSingleWriter(frontend::Program &P, frontend::KernelUnit &K,
                                             AccessId Write, bool AcrossBlocks);

} // namespace cudafix::transform
