// SPDX-License-Identifier: Apache-2.0
//
// Facts about arrays for repairs of memory accesses.
#pragma once

#include "analysis/flow/FlowPaths.h"
#include "transform/RepairKind.h"
#include "transform/text/SourceLookup.h"
#include "transform/text/SourceText.h"

namespace cudafix::transform {

/// Returns true if every launch passes an allocation, or a place in one, that begins at a multiple
/// of `Bytes` (at most 16, which every allocating function guarantees).
bool beginsAligned(const Context &C, ArrayId A, unsigned Bytes);

/// Adds the assumption of repairs that let other threads make accesses: memory that the kernel
/// writes through one pointer is not accessed through another, unless a launch already shows it.
void assumeDistinct(const Context &C, Repair &R);

/// Returns the largest group of threads that agree on whether, where and what a statement writes;
/// for `x += e`, on what it adds.
Uniformity agreementOn(const Kernel &K, const analysis::FlowPaths &Paths, const Access &W);

/// Fails if this unit instantiates the kernel's template more than once, or explicitly: edits to
/// the template's text change every instance.
llvm::Error onlyInstantiation(const Context &C);

/// The expression that makes the access; null: no expression does, or it is in a macro or in a
/// function that the kernel calls.
const clang::Expr *expressionOf(const Context &C, const SourceLookup &Lookup, const Access &A);

/// The type of a variable, or of the elements of an array that `Place` accesses, as the kernel has
/// to write it: in a template, by its parameters.
std::string writtenType(const clang::VarDecl *V, const SourceText &Text);
std::string writtenElement(const clang::Expr *Place, const SourceText &Text);

/// The statement list that holds a statement; null: it is the only statement of a branch or loop.
const clang::CompoundStmt *listOf(const clang::FunctionDecl *F, const clang::Stmt *S);

} // namespace cudafix::transform
