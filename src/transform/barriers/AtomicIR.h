// SPDX-License-Identifier: Apache-2.0
//
// Makes read-modify-write statements of device IR atomic, and guards writes so that one thread
// makes them.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/Error.h"

namespace cudafix::transform {

/// Makes `Load` ... `Store` of one address an atomic with the given sync scope ("block", "device");
/// if `Load` is null, the store becomes an exchange. Fails without changes, and says why.
llvm::Error makeAtomic(llvm::Instruction *Load, llvm::Instruction *Store, llvm::StringRef Scope);

/// Guards a store with threadIdx == 0 in all dimensions, and blockIdx == 0 when
/// `AcrossBlocks`.
llvm::Error makeSingleWriter(llvm::Instruction *Store, bool AcrossBlocks);

} // namespace cudafix::transform
