// SPDX-License-Identifier: Apache-2.0
//
// Counting loops, the index of a thread and values that all threads share, as the text of a
// kernel writes them: for repairs that deal out a loop's iterations to other threads.
#pragma once

#include "transform/Transform.h"
#include "transform/text/BodyFacts.h"
#include "transform/text/SourceText.h"
#include "clang/AST/StmtCXX.h"

namespace cudafix::transform {

/// `for (T i = from; i < to; ++i)`.
struct CountingLoop {
  const clang::ForStmt *Loop = nullptr;
  const clang::VarDecl *Counter = nullptr;
  const clang::Expr *From = nullptr, *To = nullptr;
};

class LoopFacts {
public:
  explicit LoopFacts(const Context &C);

  /// Fails where the loop counts otherwise, changes its counter or is written in a macro.
  llvm::Expected<CountingLoop> readCounting(const clang::ForStmt *Loop) const;
  /// What a variable that is never changed was given; else the expression itself.
  const clang::Expr *behind(const clang::Expr *E) const;
  /// The threads of a block in `blockIdx.x * threads + threadIdx.x`, as written: blockDim.x,
  /// or the number that every launch gives it. Empty: it is something else.
  std::string threadOf(const clang::Expr *E) const;
  /// One value for all threads of the launch, at any place of the kernel.
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
