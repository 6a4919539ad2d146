// SPDX-License-Identifier: Apache-2.0
//
// Constant values of host expressions beyond Clang's own folding: local variables and dim3 objects
// that are set once and never changed, and private members of a class whose member functions are
// all in this unit and set them to one value.
#pragma once

#include "frontend/Precompiled.h"
#include "llvm/ADT/StringSet.h"
#include <array>
#include <functional>
#include <map>

namespace cudafix::host {

class ConstantDims {
public:
  /// Returns the names in those statements of a function that contain errors, which the AST may
  /// lack.
  using NamesOf = std::function<llvm::StringSet<>(const clang::FunctionDecl &)>;
  ConstantDims(clang::ASTContext &Ctx, NamesOf Dropped) : Ctx(Ctx), Dropped(std::move(Dropped)) {}
  std::array<std::optional<uint64_t>, 3> dim3(const clang::Expr *E);
  std::optional<llvm::APSInt> integer(const clang::Expr *E, unsigned Depth = 0);

private:
  using Dim3 = std::array<std::optional<llvm::APSInt>, 3>; ///< a plain number uses the first
  Dim3 parts(const clang::Expr *E, unsigned Depth);
  std::optional<llvm::APSInt> arithmetic(const clang::BinaryOperator *B, unsigned Depth);
  /// Returns true if the variable keeps the value of its initialiser.
  bool isSetOnce(const clang::VarDecl *V);
  void countWrites(const clang::FunctionDecl *F);
  /// The value to which the class sets a private member, for each part that has a single value.
  const Dim3 &member(const clang::MemberExpr *M, unsigned Depth);

  clang::ASTContext &Ctx;
  NamesOf Dropped;
  llvm::DenseSet<const clang::FunctionDecl *> Counted;
  llvm::DenseSet<const clang::VarDecl *> Written;
  std::map<const clang::FunctionDecl *, llvm::StringSet<>> DroppedIn;
  llvm::DenseMap<const clang::FieldDecl *, Dim3> Members;
};

} // namespace cudafix::host
