// SPDX-License-Identifier: Apache-2.0
//
// The statements of one list that hold two places of a kernel.
#pragma once

#include "transform/RepairKind.h"
#include "transform/text/SourceText.h"

namespace cudafix::transform {

/// The innermost list of statements of the kernel's own body that holds two places, and the
/// statement that holds each: the same one where both places are in one statement.
struct CommonList {
  const clang::Stmt *First = nullptr, *Second = nullptr;
  const clang::CompoundStmt *List = nullptr; ///< null: the kernel's body does not hold both
};

/// The text of the file that the kernel's body stands in.
SourceText bodyText(const Context &C);
CommonList commonList(const Context &C, const SourceText &Text, const SourceLoc &A,
                      const SourceLoc &B);
/// The statement of the kernel's body itself that holds the place; null: there is none.
const clang::Stmt *outermost(const Context &C, const SourceText &Text, const SourceLoc &At);
/// The place in the kernel itself of code that calls lead to.
const SourceLoc &inKernel(const SourceLoc &Loc, const std::vector<SourceLoc> &CallChain);
/// The place with its offset, which places from a simulation lack.
SourceLoc withOffset(const SourceText &Text, SourceLoc At);
/// Adds a line after the statement.
Edit lineAfter(const SourceText &Text, const clang::Stmt *S, llvm::StringRef Line);
/// Removes a statement, with whole lines if nothing else is on them.
Edit removal(const SourceText &Text, const clang::Stmt *S);

} // namespace cudafix::transform
