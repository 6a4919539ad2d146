// SPDX-License-Identifier: Apache-2.0
//
// What distinguishes the lanes of a warp, and what they exchange, if the rows of a block along x
// are whole warps.
#pragma once

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/InstrTypes.h"

namespace cudafix::frontend {

using CallSet = llvm::SmallPtrSet<const llvm::CallBase *, 4>;

/// Returns true for a number on which threads in the same place of their warps agree.
bool isLane(const llvm::Value *V);

/// Returns true if the result depends on values of other lanes of the warp, or on which lanes take
/// part.
bool isExchange(const llvm::CallBase &Call);
/// Returns true for an exchange that names all lanes of the warp.
bool exchangesInWholeWarp(const llvm::CallBase &Exchange);

/// Returns true if all lanes of a warp get the value of one lane, provided that they agree on
/// which.
bool isBroadcast(const llvm::CallBase &Call);

/// The blocks that some threads of a group may reach without the others.
llvm::SmallPtrSet<const llvm::BasicBlock *, 16> partedBlocks(llvm::Function &F,
                                                             llvm::UniformityInfo &Info);

} // namespace cudafix::frontend
