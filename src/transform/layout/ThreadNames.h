// SPDX-License-Identifier: Apache-2.0
//
// Where code asks which thread it runs for, so that threads can be given each other's work.
#pragma once

#include "frontend/Program.h"
#include "clang/AST/Expr.h"

namespace cudafix::transform {

/// The built-in variables that tell threads apart.
inline constexpr llvm::StringRef ThreadIds[] = {"threadIdx", "blockIdx"};

/// Returns true if the expression names one of these built-in variables (threadIdx, blockDim, ...).
bool isBuiltin(const clang::Expr *E, llvm::ArrayRef<llvm::StringRef> Names);

/// `threadIdx.x`, for the name `threadIdx`.
bool isX(const clang::Expr *E, llvm::StringRef Name);

/// Returns true if the function called, or one that it calls, names one of them. Functions of
/// libraries count: they may ask for a thread's rank, too.
bool calls(const clang::CallExpr *Call, llvm::ArrayRef<llvm::StringRef> Names);

/// Why it matters to the kernel which threads make up a warp, other than for speed; empty:
/// it does not.
std::string usesWarps(const frontend::KernelUnit &K);

} // namespace cudafix::transform
