// SPDX-License-Identifier: Apache-2.0
//
// An update of one memory cell as an atomic operation, on the AST alone:
//   hist[b] += w;   ->  atomicAdd(&hist[b], w);
//   slot = n++;     ->  slot = atomicAdd(&n, 1);
//   x = x * f;      ->  a loop around atomicCAS
#pragma once

#include "transform/text/SourceText.h"
#include "llvm/Support/Error.h"

namespace cudafix::transform {

/// `x op= e`, `x = x op e`, `x = e`, `x++`.
struct MemoryUpdate {
  const clang::Expr *Whole = nullptr;
  const clang::Expr *Target = nullptr;
  /// Holds what was loaded from the cell before: `old = x; x = old op e`.
  const clang::VarDecl *Old = nullptr;
  /// `x = e` only where e is less, or greater, than what the cell holds.
  enum class Test : uint8_t { None, Less, Greater } Under = Test::None;
};

/// The same text in the eyes of the compiler: without side effects, the same value.
bool sameExpr(const clang::Expr *A, const clang::Expr *B, const clang::ASTContext &Ctx);

/// The updates in a statement, outermost first.
std::vector<MemoryUpdate> findUpdates(const clang::Stmt *S);

struct AtomicText {
  unsigned Begin = 0, End = 0; ///< what it replaces
  std::string Text;
};

/// `Statement` is the whole statement around the update; `Arch` is the smallest
/// architecture the code is compiled for (70 for sm_70). Errors: no such atomic, the old
/// value is used in a way that the atomic's result cannot replace, ...
llvm::Expected<AtomicText> atomicText(const SourceText &Source, const clang::FunctionDecl *F,
                                      const clang::Stmt *Statement, const MemoryUpdate &Update,
                                      unsigned Arch);

} // namespace cudafix::transform
