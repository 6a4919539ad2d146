// SPDX-License-Identifier: Apache-2.0
//
// Variables of host code that keep their value while a function works with an array.
#pragma once

#include "frontend/Program.h"
#include "clang/AST/Decl.h"

namespace cudafix::transform {

/// Returns true if the variable keeps its value from byte `From` of the file until `In` ends. One
/// that other functions see, too, must not be changed by those that `In` calls from there on, as
/// far as the unit has their bodies, nor by way of a pointer or a reference that is kept.
bool staysFrom(frontend::Program &P, const clang::VarDecl *V, const clang::FunctionDecl *In,
               unsigned From);

} // namespace cudafix::transform
