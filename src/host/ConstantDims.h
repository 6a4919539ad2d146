// SPDX-License-Identifier: Apache-2.0
//
// Constant values of host expressions where Clang's own folding stops: local variables
// and dim3 objects that are set once and never changed.
#pragma once

#include "frontend/Precompiled.h"
#include <array>

namespace cudafix::host {

class ConstantDims {
public:
  explicit ConstantDims(clang::ASTContext &Ctx) : Ctx(Ctx) {}
  std::array<std::optional<uint64_t>, 3> dim3(const clang::Expr *E);
  std::optional<llvm::APSInt> integer(const clang::Expr *E, unsigned Depth = 0);

private:
  using Dim3 = std::array<std::optional<llvm::APSInt>, 3>;
  Dim3 parts(const clang::Expr *E, unsigned Depth);
  std::optional<llvm::APSInt> arithmetic(const clang::BinaryOperator *B, unsigned Depth);
  /// The variable keeps the value of its initialiser.
  bool isSetOnce(const clang::VarDecl *V);
  void countWrites(const clang::FunctionDecl *F);

  clang::ASTContext &Ctx;
  llvm::DenseSet<const clang::FunctionDecl *> Counted;
  llvm::DenseSet<const clang::VarDecl *> Written;
};

} // namespace cudafix::host
