// SPDX-License-Identifier: Apache-2.0
//
// What an update does with its memory cell, read from the AST:
//   x += e; x = e + x; x++;              adds e to it
//   x = max(x, e); x = x < e ? e : x;    keeps the greater of it and e
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include <string>
#include <vector>

namespace cudafix::transform {

/// `x op= e`, `x = x op e`, `x = e`, `x++`.
struct MemoryUpdate {
  const clang::Expr *Whole = nullptr;
  const clang::Expr *Target = nullptr;
  /// Holds what was loaded from the cell before: `old = x; x = old op e`.
  const clang::VarDecl *Old = nullptr;
  /// `x = e` only where this comparison of e with what the cell holds is `StoredIf`.
  const clang::BinaryOperator *Test = nullptr;
  bool StoredIf = true;
};

/// Returns true for the same text in the eyes of the compiler: without side effects, one value.
bool sameExpr(const clang::Expr *A, const clang::Expr *B, const clang::ASTContext &Ctx);

/// The updates in a statement, outermost first.
std::vector<MemoryUpdate> findUpdates(const clang::Stmt *S);

/// Returns true if the expression is the cell, or the variable that holds what was loaded from it.
bool isTarget(const MemoryUpdate &U, const clang::Expr *E, const clang::ASTContext &Ctx);

/// How often an expression reads the cell.
unsigned readsOfTarget(const MemoryUpdate &U, const clang::Expr *E, const clang::ASTContext &Ctx);

/// The CUDA function that does it; `Inc` counts on and begins again after the operand.
enum class AtomicFunction { Add, Sub, Min, Max, And, Or, Xor, Exch, Inc, None };

/// What is done with the cell: old op operand.
struct AtomicOperation {
  AtomicFunction What = AtomicFunction::None;
  const clang::Expr *Operand = nullptr;
  /// The operand where no one expression is it: its terms in the source.
  clang::SourceRange Terms;
};

/// None where no function does it in the cell's own type, as in max(int, unsigned).
AtomicOperation operationOf(const MemoryUpdate &U, const clang::ASTContext &Ctx);

} // namespace cudafix::transform
