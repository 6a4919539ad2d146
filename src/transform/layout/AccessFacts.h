// SPDX-License-Identifier: Apache-2.0
//
// What the repairs of memory accesses have to know of their arrays.
#pragma once

#include "analysis/flow/FlowPaths.h"
#include "transform/Transform.h"
#include "transform/text/SourceLookup.h"
#include "transform/text/SourceText.h"

namespace cudafix::transform {

/// Every launch gives the kernel an allocation of its own, or a place in it, that begins at a
/// multiple of `Bytes` (at most 16, which every allocating function keeps to).
bool beginsAligned(const Context &C, ArrayId A, unsigned Bytes);

/// A repair that lets other threads make accesses assumes that what the kernel writes through
/// one pointer is not what it accesses through another one, where no launch shows it.
void assumeDistinct(const Context &C, Repair &R);

/// Returns the largest group of threads that agree on whether, where and what a statement writes;
/// for `x += e`, on what it adds.
Uniformity agreementOn(const Kernel &K, const analysis::FlowPaths &Paths, const Access &W);

/// Edits to the text of a template change all that is made of it: an error where this unit
/// makes more than one kernel, or writes one out.
llvm::Error onlyInstantiation(const Context &C);

/// The expression that reads or writes memory at an access; null: it is not written as one,
/// stands in a macro, or in a function that the kernel calls.
const clang::Expr *expressionOf(const Context &C, const SourceLookup &Lookup, const Access &A);

/// The type of a variable, or of the elements of an array that `Place` accesses, as it has to
/// be written in the kernel: in a template by its parameters.
std::string writtenType(const clang::VarDecl *V, const SourceText &Text);
std::string writtenElement(const clang::Expr *Place, const SourceText &Text);

/// The statement list in which a statement stands, null: it is the only one of a branch or
/// loop.
const clang::CompoundStmt *listOf(const clang::FunctionDecl *F, const clang::Stmt *S);

} // namespace cudafix::transform
