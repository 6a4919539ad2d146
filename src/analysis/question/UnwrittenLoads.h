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

} // namespace cudafix::analysis
