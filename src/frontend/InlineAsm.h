// SPDX-License-Identifier: Apache-2.0
//
// What a piece of inline PTX does, as far as the kernel model cares.
#pragma once

#include "model/Kernel.h"
#include "llvm/ADT/StringRef.h"

namespace cudafix::frontend {

enum class AsmKind : uint8_t {
  Nothing,     ///< empty: a compiler fence
  Value,       ///< the result depends on the operands alone
  ThreadValue, ///< reads a special register, shuffles, votes
  BlockBarrier,
  WarpBarrier,
  OtherBarrier,
  Fence,
  Exit,
  Trap,
  Memory, ///< loads, stores, atomics, asynchronous copies
};

struct AsmModel {
  AsmKind Kind = AsmKind::Memory;
  AtomicScope Scope = AtomicScope::Device; ///< of a fence
};

AsmModel classifyAsm(llvm::StringRef Text, llvm::StringRef Constraints, bool SideEffects);

} // namespace cudafix::frontend
