// SPDX-License-Identifier: Apache-2.0
//
// The IR side of the repairs: a copy of the device module in which one kernel has the change. It
// needs no source form: macros, goto and types that cannot be hoisted do not matter.
#pragma once

#include "frontend/Program.h"
#include "transform/barriers/BarrierChange.h"

namespace cudafix::transform {

/// Adds, removes and weakens barriers; where not all threads pass a new one, the code around it is
/// flattened (Flatten.h). Fails with the reason why there is no IR form.
llvm::Expected<std::unique_ptr<llvm::Module>> writeIR(frontend::Program &P, frontend::KernelUnit &K,
                                                      const BarrierChange &Change);

/// A statement that becomes one atomic operation; if `Read` is NoId, it is a plain write, which
/// becomes an exchange.
struct AtomicUpdate {
  AccessId Read = NoId;
  AccessId Write = NoId;
};

/// Makes each `x = x op e` one atomic operation, or a compare-and-swap loop if there is none for
/// `op`.
llvm::Expected<std::unique_ptr<llvm::Module>>
writeAtomicIR(frontend::Program &P, frontend::KernelUnit &K, llvm::ArrayRef<AtomicUpdate> Updates);

/// The changes that let a lock, flag or ticket order all blocks.
struct SyncChange {
  std::vector<SlotId> Fences;         ///< __threadfence() here
  std::vector<FenceId> WidenFences;   ///< from block scope to device scope
  std::vector<AccessId> WidenAtomics; ///< the same for atomics
};
llvm::Expected<std::unique_ptr<llvm::Module>>
writeSyncIR(frontend::Program &P, frontend::KernelUnit &K, const SyncChange &Change);

/// Lets only thread 0 of the block (and block 0 if `AcrossBlocks`) make the write.
llvm::Expected<std::unique_ptr<llvm::Module>> writeSingleWriterIR(frontend::Program &P,
                                                                  frontend::KernelUnit &K,
                                                                  AccessId Write,
                                                                  bool AcrossBlocks);

} // namespace cudafix::transform
