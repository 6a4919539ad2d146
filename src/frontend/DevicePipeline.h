// SPDX-License-Identifier: Apache-2.0
//
// Device IR as the model needs it: memory promoted to registers, every device callee inlined with
// its inlined-at chain, loops in simplified and closed form. Control flow stays that of the source.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace cudafix::frontend {

/// Functions whose source file is under one of `HeaderRoots` first lose their debug info, so that
/// their instructions get the location of the call in user code. Recursive calls, indirect calls of
/// unknown functions and calls beyond the size budget stay. `WholeProgram`: no device code of other
/// units is linked in (no relocatable device code). Kernels in `Unselected` are not changed.
void runDevicePipeline(llvm::Module &M, llvm::ArrayRef<llvm::StringRef> HeaderRoots,
                       bool WholeProgram,
                       const llvm::SmallPtrSetImpl<const llvm::Function *> &Unselected);

/// Attribute of a kernel's stub: "file:line" of each launch in the source, including launches that
/// optimization removes because they never happen.
inline constexpr llvm::StringLiteral LaunchedAt = "cudafix-launched-at";

/// Inlines the forwarding functions of the embedded headers, so that the arguments of launches in
/// host code are plain values.
void runHostPipeline(llvm::Module &M);

} // namespace cudafix::frontend
