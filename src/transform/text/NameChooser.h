// SPDX-License-Identifier: Apache-2.0
//
// Names for the variables that a repair introduces, as a programmer would choose them:
// taken from the condition they hold, unique in the function.
#pragma once

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/StringSet.h"

namespace cudafix::transform {

class NameChooser {
public:
  explicit NameChooser(const clang::FunctionDecl *F);

  /// The first candidate that is free, else the last one with a number; it is taken from now on.
  std::string choose(llvm::ArrayRef<llvm::StringRef> Candidates);
  /// A name for "this condition (or its negation) holds".
  std::string forCondition(const clang::Expr *Cond, bool Negated);

private:
  bool isFree(llvm::StringRef Name) const;
  const clang::ASTContext &Ctx;
  llvm::StringSet<> Taken;
};

} // namespace cudafix::transform
