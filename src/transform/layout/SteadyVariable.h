// SPDX-License-Identifier: Apache-2.0
//
// Finds host variables that keep their value while a function works with an array.
#pragma once

#include "frontend/Program.h"
#include "clang/AST/Decl.h"

namespace cudafix::transform {

/// Returns true if the variable keeps its value from byte `From` of the file until `In` ends. If
/// other functions see the variable as well, those that `In` calls from there on must not change
/// it, as far as the unit has their bodies; nor may a stored pointer or reference.
bool staysFrom(frontend::Program &P, const clang::VarDecl *V, const clang::FunctionDecl *In,
               unsigned From);

} // namespace cudafix::transform
