// SPDX-License-Identifier: Apache-2.0
//
// Finds where code uses the index of its thread, for repairs that give threads each other's work.
#pragma once

#include "frontend/Program.h"
#include "clang/AST/Expr.h"

namespace cudafix::transform {

/// The built-in variables that differ between threads.
inline constexpr llvm::StringRef ThreadIds[] = {"threadIdx", "blockIdx"};

/// Returns true if the expression names one of these built-in variables (threadIdx, blockDim, ...).
bool isBuiltin(const clang::Expr *E, llvm::ArrayRef<llvm::StringRef> Names);

/// Returns true for `threadIdx.x`, if the name is `threadIdx`.
bool isX(const clang::Expr *E, llvm::StringRef Name);

/// Returns true if the called function, or one that it calls, names one of these variables. Library
/// functions count: they may use a thread's rank.
bool calls(const clang::CallExpr *Call, llvm::ArrayRef<llvm::StringRef> Names);

/// Why it matters to the kernel, other than for speed, which threads form a warp; empty: it does
/// not.
std::string usesWarps(const frontend::KernelUnit &K);

} // namespace cudafix::transform
