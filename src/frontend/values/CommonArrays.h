// SPDX-License-Identifier: Apache-2.0
//
// Arrays that are private to each thread but have equal contents in all threads of a group.
#pragma once

#include "frontend/Precompiled.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/UniformityAnalysis.h"

namespace cudafix::frontend {

using ArraySet = llvm::SmallPtrSet<const llvm::AllocaInst *, 4>;

/// Variables of the thread that only loads and stores access, some of them at an unknown offset.
ArraySet indexedVariables(const llvm::Function &F);

/// The members of `Arrays` whose contents may differ between threads of the group: the address or
/// value of some store differs, or not all threads that later read the array execute the store.
/// `Info` takes loads from `Arrays` at equal offsets as equal.
ArraySet unlikeArrays(const llvm::Function &F, llvm::UniformityInfo &Info, const ArraySet &Arrays);

} // namespace cudafix::frontend
