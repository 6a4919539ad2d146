// SPDX-License-Identifier: Apache-2.0
//
// The IR side of the repairs: a copy of the device module in which one kernel carries the
// change. Needs no source form, so macros, goto and types that cannot be hoisted are no
// obstacle.
#pragma once

#include "frontend/Program.h"
#include "transform/barriers/BarrierChange.h"

namespace cudafix::transform {

/// Barriers put in, taken out and weakened; where a new one is not passed by all threads
/// the code around it is flattened (Flatten.h). Error: why there is no IR form.
llvm::Expected<std::unique_ptr<llvm::Module>> writeIR(frontend::Program &P, frontend::KernelUnit &K,
                                                      const BarrierChange &Change);

/// A statement that becomes one atomic operation; `Read` is NoId for a plain write, which
/// becomes an exchange.
struct AtomicUpdate {
  AccessId Read = NoId;
  AccessId Write = NoId;
};

/// Each `x = x op e` becomes one atomic operation, a compare-and-swap loop where there is
/// none for `op`.
llvm::Expected<std::unique_ptr<llvm::Module>>
writeAtomicIR(frontend::Program &P, frontend::KernelUnit &K, llvm::ArrayRef<AtomicUpdate> Updates);

/// What a lock, flag or ticket needs to order for all blocks.
struct SyncChange {
  std::vector<SlotId> Fences;         ///< __threadfence() here
  std::vector<FenceId> WidenFences;   ///< of block scope, to be of device scope
  std::vector<AccessId> WidenAtomics; ///< the same for atomics
};
llvm::Expected<std::unique_ptr<llvm::Module>>
writeSyncIR(frontend::Program &P, frontend::KernelUnit &K, const SyncChange &Change);

/// Only thread 0 of the block (and block 0 when `AcrossBlocks`) makes the write.
llvm::Expected<std::unique_ptr<llvm::Module>> writeSingleWriterIR(frontend::Program &P,
                                                                  frontend::KernelUnit &K,
                                                                  AccessId Write,
                                                                  bool AcrossBlocks);

} // namespace cudafix::transform
