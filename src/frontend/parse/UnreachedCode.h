// SPDX-License-Identifier: Apache-2.0
//
// Code of templates that no instance reaches because template arguments decide its conditions.
#pragma once

#include "frontend/Precompiled.h"

namespace cudafix::frontend {

/// The first branch, in the body of a kernel template or of function templates that it calls, that
/// none of these instances takes, because numbers among the template arguments decide its
/// condition. Invalid: there is none.
clang::SourceLocation unreachedBranch(llvm::ArrayRef<const clang::FunctionDecl *> Instances);

} // namespace cudafix::frontend
