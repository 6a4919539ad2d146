// SPDX-License-Identifier: Apache-2.0
//
// Loads from one part of an allocation where the kernel writes to other parts of it, as from a
// workspace that host code divides into arrays.
#pragma once

#include "model/Launch.h"
#include "smt/Workspace.h"
#include "llvm/ADT/DenseSet.h"

namespace cudafix::analysis {

/// Those of these symbols whose reads no thread's write ever shares a byte with, by proof: whatever
/// threads read there under one address is one value. `K`: the arrays of one object are one.
llvm::DenseSet<SymbolId> unwrittenLoads(const Kernel &K, const Launch &L, smt::Workspace &Solving,
                                        llvm::ArrayRef<SymbolId> Loads);

/// A read by which a thread may find another value than it did before under the same address, as it
/// may have written the cell in between: both have one term, and what compares them is folded.
/// Null: there is none.
const Access *readAgain(const Kernel &K, SymbolId Loads);

} // namespace cudafix::analysis
