// SPDX-License-Identifier: Apache-2.0
//
// Arrays that are private to each thread and have the same contents for all threads of a group.
#pragma once

#include "frontend/Precompiled.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/UniformityAnalysis.h"

namespace cudafix::frontend {

using ArraySet = llvm::SmallPtrSet<const llvm::AllocaInst *, 4>;

/// Variables of the thread that only loads and stores access, some at a place that is not known
/// here.
ArraySet indexedVariables(const llvm::Function &F);

/// The members of `Arrays` whose contents may differ between threads of the group: a store into
/// them differs in its place or value, or is not made by all threads that read the array later.
/// `Info` takes loads from all of `Arrays` at equal places for equal.
ArraySet unlikeArrays(const llvm::Function &F, llvm::UniformityInfo &Info, const ArraySet &Arrays);

} // namespace cudafix::frontend
