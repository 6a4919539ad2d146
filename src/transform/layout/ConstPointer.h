// SPDX-License-Identifier: Apache-2.0
//
// Finds out whether code still compiles if a pointer becomes a pointer to const.
#pragma once

#include "clang/AST/Decl.h"

namespace cudafix::transform {

/// Returns true if every use of the parameter, through which nothing is written, also accepts a
/// pointer to const. False if that is not obvious.
bool mayBeConst(const clang::FunctionDecl *F, const clang::ParmVarDecl *P);

} // namespace cudafix::transform
