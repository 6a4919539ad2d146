// SPDX-License-Identifier: Apache-2.0
//
// Finds the launches of a kernel in the host code of its translation unit, for repairs that change
// all of them or none.
#pragma once

#include "frontend/Program.h"
#include "model/Finding.h"
#include "clang/AST/ExprCXX.h"

namespace cudafix::transform {

struct KernelLaunch {
  const clang::CUDAKernelCallExpr *Call;
  const clang::FunctionDecl *In;
  const clang::Stmt *Parent; ///< the statement that the launch is a part of
};

/// All launches, in source order. Fails if host code could not be read, if no launch is visible, or
/// if the kernel is also named elsewhere.
llvm::Expected<std::vector<KernelLaunch>> findLaunches(frontend::Program &P,
                                                       const frontend::KernelUnit &K);

/// The kernel that a launch names; null: it was not read.
frontend::KernelUnit *launchedKernel(frontend::Program &P, const clang::CUDAKernelCallExpr *Call);

/// Calls `Visit` with the declarations of host code at file level, except for those of precompiled
/// and system headers.
void eachHostDecl(frontend::Program &P, llvm::function_ref<void(clang::Decl *)> Visit);

/// Adds the assumption that there are no other launches, for repairs that rely on the visible ones.
void assumeAllSeen(const frontend::KernelUnit &K, Repair &R);

} // namespace cudafix::transform
