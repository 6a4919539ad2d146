// SPDX-License-Identifier: Apache-2.0
//
// Device IR as the model reads it: memory in registers, every device callee inlined with its
// inlined-at chain, loops in simplified and closed form. Control flow stays the source's.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace cudafix::frontend {

/// Functions whose source file lies under one of `HeaderRoots` lose their debug info first:
/// their instructions then carry the location of the call, which is the user's code.
/// Recursive calls, indirect calls of unknown functions and calls past the size budget stay.
/// `WholeProgram`: device code of other units is not linked in (no relocatable device code).
/// Kernels of `Unselected` are left as they are.
void runDevicePipeline(llvm::Module &M, llvm::ArrayRef<llvm::StringRef> HeaderRoots,
                       bool WholeProgram,
                       const llvm::SmallPtrSetImpl<const llvm::Function *> &Unselected);

/// Attribute of a kernel's stub: "file:line" of each launch that is written, also of those that
/// optimization leaves out because they never happen.
inline constexpr llvm::StringLiteral LaunchedAt = "cudafix-launched-at";

/// Makes plain values of the launches on the host: inlines the forwarding functions of the embedded
/// headers.
void runHostPipeline(llvm::Module &M);

} // namespace cudafix::frontend
