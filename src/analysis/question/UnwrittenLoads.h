// SPDX-License-Identifier: Apache-2.0
//
// Loads from one part of an allocation while the kernel writes to other parts of it, such as a
// workspace that host code divides into arrays.
#pragma once

#include "model/Launch.h"
#include "smt/Workspace.h"
#include "llvm/ADT/DenseSet.h"

namespace cudafix::analysis {

/// Returns those of these symbols whose reads provably share no byte with any thread's write: all
/// reads of one address then give the same value. `K`: arrays of one object are merged.
llvm::DenseSet<SymbolId> unwrittenLoads(const Kernel &K, const Launch &L, smt::Workspace &Solving,
                                        llvm::ArrayRef<SymbolId> Loads);

/// A read that may give a thread another value than an earlier read of the same address, because
/// the thread may have written the cell in between. Both reads have the same term, so comparisons
/// of them are folded. Null: there is none.
const Access *readAgain(const Kernel &K, SymbolId Loads);

} // namespace cudafix::analysis
