// SPDX-License-Identifier: Apache-2.0
//
// Does code still compile when what a pointer points to becomes const?
#pragma once

#include "clang/AST/Decl.h"

namespace cudafix::transform {

/// Every use of the parameter, through which nothing is written, also goes with a pointer to
/// const. False when that is not seen at once.
bool mayBeConst(const clang::FunctionDecl *F, const clang::ParmVarDecl *P);

} // namespace cudafix::transform
