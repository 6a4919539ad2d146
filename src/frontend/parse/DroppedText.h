// SPDX-License-Identifier: Apache-2.0
//
// Statements with errors: the parser drops some of them altogether, with what they set.
#pragma once

#include "frontend/Precompiled.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringSet.h"

namespace cudafix::frontend {

/// The names in the statements of a function that hold one of the errors, with the blocks that such
/// a statement governs (`if (undeclared) { .. } else { .. }`).
llvm::StringSet<> namesBesideErrors(const clang::FunctionDecl &F,
                                    llvm::ArrayRef<clang::SourceLocation> Errors);

} // namespace cudafix::frontend
