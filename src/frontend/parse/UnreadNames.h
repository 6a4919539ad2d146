// SPDX-License-Identifier: Apache-2.0
//
// Names in host functions whose bodies contain errors: they may call or launch these in ways that
// cannot be seen. The parser drops statements with errors, so this looks at their text. Likewise
// kernels that host code passes to something that nothing declares, as a macro that launches them.
#pragma once

#include "frontend/Precompiled.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace cudafix::frontend {

/// Attribute of such a function, a kernel's stub for one: "file:line" of each mention.
inline constexpr llvm::StringLiteral NamedInUnread = "cudafix-named-in-unread";

/// Marks the functions of the module that the unread ones name, and the kernels that are passed to
/// stand-ins. `DeclOf` gives the declaration of
/// a function of the module, or null.
void markNamesOfUnread(
    llvm::Module &M, clang::ASTContext &Ctx,
    const llvm::SmallPtrSetImpl<const clang::FunctionDecl *> &Unread,
    llvm::function_ref<const clang::FunctionDecl *(const llvm::Function &)> DeclOf);

} // namespace cudafix::frontend
