// SPDX-License-Identifier: Apache-2.0
//
// Names in host functions whose bodies contain errors: the functions may call or launch these in
// unseen ways. The parser drops statements with errors, so that this works on their text. It also
// handles kernels that host code passes to something undeclared, such as a macro that launches
// them.
#pragma once

#include "frontend/Precompiled.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace cudafix::frontend {

/// Attribute of a function that is mentioned there (for a kernel: of its stub): "file:line" of each
/// mention.
inline constexpr llvm::StringLiteral NamedInUnread = "cudafix-named-in-unread";

/// Marks the functions of the module that unread functions mention, and the kernels that are passed
/// to stand-ins. `DeclOf` gives the declaration of a function of the module, or null.
void markNamesOfUnread(
    llvm::Module &M, clang::ASTContext &Ctx,
    const llvm::SmallPtrSetImpl<const clang::FunctionDecl *> &Unread,
    llvm::function_ref<const clang::FunctionDecl *(const llvm::Function &)> DeclOf);

} // namespace cudafix::frontend
