// SPDX-License-Identifier: Apache-2.0
//
// The launches of a kernel in the host code of its translation unit, for repairs that change
// every one of them or none.
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

/// All launches, in the order of the source. Fails where host code could not be read, where
/// no launch is seen, and where the kernel is named elsewhere, too.
llvm::Expected<std::vector<KernelLaunch>> findLaunches(frontend::Program &P,
                                                       const frontend::KernelUnit &K);

/// The kernel that a launch names; null: it was not read.
frontend::KernelUnit *launchedKernel(frontend::Program &P, const clang::CUDAKernelCallExpr *Call);

/// What host code declares at file level, but for precompiled and system headers.
void eachHostDecl(frontend::Program &P, llvm::function_ref<void(clang::Decl *)> Visit);

/// A repair that rests on what the launches seen say assumes that there are no others.
void assumeAllSeen(const frontend::KernelUnit &K, Repair &R);

} // namespace cudafix::transform
