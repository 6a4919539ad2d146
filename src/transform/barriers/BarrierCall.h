// SPDX-License-Identifier: Apache-2.0
//
// Barriers as calls in device IR: recognises and makes them, and splits them into the parts that a
// barrier at another place needs (its kind, its argument, its result).
#pragma once

#include "llvm/IR/IRBuilder.h"
#include <optional>

namespace cudafix::transform {

/// The threads a barrier waits for.
enum class BarrierScope : uint8_t { Block, Warp };

/// The value that a block barrier computes from one value of each thread, as __syncthreads_or(p)
/// does.
enum class BarrierReduction : uint8_t { None, Or, And, Count };

/// The reduction of `I` if it is a barrier of the whole block on barrier 0.
std::optional<BarrierReduction> blockBarrier(const llvm::Instruction &I);

/// Returns true for a block barrier that cannot be moved to another place: barrier 0 for part of
/// the block, in inline assembly, or inside a callee.
bool isFixedBlockBarrier(const llvm::Instruction &I);

/// Makes `__syncthreads()` or `__syncwarp(Mask)`.
llvm::CallInst *createBarrier(llvm::IRBuilderBase &B, BarrierScope Scope, uint32_t Mask = ~0u);

/// Makes a block barrier with a reduction over the 1-bit `Predicate`.
llvm::CallInst *createReduction(llvm::IRBuilderBase &B, BarrierReduction Op,
                                llvm::Value *Predicate);

/// Makes a value that is true if `Predicate` holds for any thread of the block (warp); all of them
/// wait for it.
llvm::Value *createAny(llvm::IRBuilderBase &B, BarrierScope Scope, llvm::Value *Predicate);

} // namespace cudafix::transform
