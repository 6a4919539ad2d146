// SPDX-License-Identifier: Apache-2.0
//
// What an update does with its memory cell, read from the AST:
//   x += e; x = e + x; x++;              adds e to it
//   x = max(x, e); x = x < e ? e : x;    keeps the greater of it and e
#pragma once

#include "model/Kernel.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include <string>
#include <vector>

namespace cudafix::transform {

/// `x op= e`, `x = x op e`, `x = e`, `x++`.
struct MemoryUpdate {
  const clang::Expr *Whole = nullptr;
  const clang::Expr *Target = nullptr;
  /// Holds the value loaded from the cell before: `old = x; x = old op e`.
  const clang::VarDecl *Old = nullptr;
  /// `x = e` is executed only if this comparison of e with the cell has the value `StoredIf`.
  const clang::BinaryOperator *Test = nullptr;
  bool StoredIf = true;
};

/// Returns true if the compiler sees the same expression in both: without side effects, both have
/// the same value.
bool sameExpr(const clang::Expr *A, const clang::Expr *B, const clang::ASTContext &Ctx);

/// The updates in a statement, outermost first.
std::vector<MemoryUpdate> findUpdates(const clang::Stmt *S);

/// Returns true if the expression is the cell, or the variable that holds what was loaded from it.
bool isTarget(const MemoryUpdate &U, const clang::Expr *E, const clang::ASTContext &Ctx);

/// The number of times that an expression reads the cell.
unsigned readsOfTarget(const MemoryUpdate &U, const clang::Expr *E, const clang::ASTContext &Ctx);

/// The operation on the cell: old op operand. `Inc` increments and restarts at 0 after reaching the
/// operand.
struct AtomicOperation {
  AtomicOp What = AtomicOp::None; ///< Add to Exch, or Inc
  const clang::Expr *Operand = nullptr;
  /// The source range of the operand's terms, if no single expression is the operand.
  clang::SourceRange Terms;
};

/// The operation of an update; None if no function does it in the cell's own type, as in max(int,
/// unsigned).
AtomicOperation operationOf(const MemoryUpdate &U, const clang::ASTContext &Ctx);

} // namespace cudafix::transform
