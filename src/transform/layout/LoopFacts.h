// SPDX-License-Identifier: Apache-2.0
//
// Reads counting loops, thread indices and values that all threads share from the text of a kernel,
// for repairs that give a loop's iterations to other threads.
#pragma once

#include "transform/RepairKind.h"
#include "transform/text/BodyFacts.h"
#include "transform/text/SourceText.h"
#include "clang/AST/StmtCXX.h"

namespace cudafix::transform {

/// A loop `for (T i = from; i < to; ++i)`.
struct CountingLoop {
  const clang::ForStmt *Loop = nullptr;
  const clang::VarDecl *Counter = nullptr;
  const clang::Expr *From = nullptr, *To = nullptr;
};

class LoopFacts {
public:
  explicit LoopFacts(const Context &C);

  /// Reads a loop. Fails if it counts in another way, changes its counter or is written in a macro.
  llvm::Expected<CountingLoop> readCounting(const clang::ForStmt *Loop) const;
  /// The initial value of a variable that never changes; else the expression itself.
  const clang::Expr *behind(const clang::Expr *E) const;
  /// The number of threads of a block in `blockIdx.x * threads + threadIdx.x`, as written:
  /// blockDim.x, or the number that every launch gives it. Empty: it is another expression.
  std::string threadOf(const clang::Expr *E) const;
  /// Returns true if all threads of the launch have the same value, at any place of the kernel.
  bool isUniform(const clang::Expr *E) const;

protected:
  bool isWidth(const clang::Expr *E) const;

  const Context &C;
  const clang::FunctionDecl *Kernel;
  const clang::ASTContext &Ctx;
  SourceText Text;
  VarSet Changed; ///< in the kernel
};

} // namespace cudafix::transform
