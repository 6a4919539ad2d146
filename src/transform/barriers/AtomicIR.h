// SPDX-License-Identifier: Apache-2.0
//
// Read-modify-write statements of device IR as atomics, and writes kept to one thread.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/Error.h"

namespace cudafix::transform {

/// Makes `Load` ... `Store` of one address an atomic with the given sync scope ("block",
/// "device"); `Load` null: the store becomes an exchange. Error: why that is not possible;
/// nothing is changed then.
llvm::Error makeAtomic(llvm::Instruction *Load, llvm::Instruction *Store, llvm::StringRef Scope);

/// Guards a store with threadIdx == 0 in all dimensions, and blockIdx == 0 when
/// `AcrossBlocks`.
llvm::Error makeSingleWriter(llvm::Instruction *Store, bool AcrossBlocks);

} // namespace cudafix::transform
