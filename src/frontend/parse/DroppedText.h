// SPDX-License-Identifier: Apache-2.0
//
// Statements with errors: the parser drops some of them, and the assignments in them are lost.
#pragma once

#include "frontend/Precompiled.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringSet.h"

namespace cudafix::frontend {

/// The names in those statements of a function that contain one of the errors, including the blocks
/// that such a statement governs (`if (undeclared) { .. } else { .. }`).
llvm::StringSet<> namesBesideErrors(const clang::FunctionDecl &F,
                                    llvm::ArrayRef<clang::SourceLocation> Errors);

} // namespace cudafix::frontend
