// SPDX-License-Identifier: Apache-2.0
//
// The source side of the barrier repairs: turns a BarrierChange into text edits in the programmer's
// style. Which barriers change is decided elsewhere; here only the smallest correct rewriting is
// chosen: an insertion where every thread passes, otherwise the enclosing statements are split from
// the innermost outwards.
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
  std::string BlockCall; ///< the call by which the block's threads wait; "": there are several
  bool ByCalls = false;  ///< tiles are filled by calls that all threads make
  std::vector<std::string> Zeros; ///< assumptions that are needed only if these stores are read
  unsigned SplitLines = 0;        ///< source lines whose control flow was rewritten
};

/// Edits that make `Change` in the source. An Error says why there is no source form:
/// macro body, system header, goto, a type that cannot be hoisted, ... `FillTiles`: see SplitTask.
llvm::Expected<SourceForm> writeSource(frontend::Program &P, frontend::KernelUnit &K,
                                       const BarrierChange &Change, bool FillTiles = false);

/// Makes `x = x op e`, `x op= e` or `x++` atomic. `Read` is NoId if the statement only writes
/// (atomicExch).
llvm::Expected<SourceForm> writeAtomic(frontend::Program &P, frontend::KernelUnit &K, AccessId Read,
                                       AccessId Write);

/// The reads in statements before the update of `Write` that `writeAtomic` replaces by the result
/// of the atomic operation.
std::vector<AccessId> readsBefore(frontend::Program &P, frontend::KernelUnit &K, AccessId Write);

/// The operation that `writeAtomic` makes. None: a function of the old value for which CUDA has no
/// operation; nullopt: the update is not found in the source.
std::optional<AtomicOp> operationOf(frontend::Program &P, frontend::KernelUnit &K, AccessId Write);

/// Adds to a repair with the new text `Text` the includes that it needs, and its notes.
void finish(const SourceText &Source, const AtomicText &Text, SourceForm &Form);

/// Puts `if (threadIdx.x == 0)` (and `blockIdx.x == 0` if `AcrossBlocks`) around a write of one
/// uniform value.
llvm::Expected<SourceForm> writeSingleWriter(frontend::Program &P, frontend::KernelUnit &K,
                                             AccessId Write, bool AcrossBlocks);
/// `f(a, b);` that all threads run becomes `if (threadIdx.x == 0) f(a, b); __syncthreads();`, with
/// `Before`, also with a barrier before it. The call writes shared memory alone. Fails if threads
/// differ in its arguments, or if it may write what belongs to a thread.
llvm::Expected<SourceForm> writeSingleCaller(frontend::Program &P, frontend::KernelUnit &K,
                                             const SourceLoc &Call, bool Before);

} // namespace cudafix::transform
