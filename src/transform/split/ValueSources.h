// SPDX-License-Identifier: Apache-2.0
//
// What the values of a function's variables are made from, as its text says, and so which of them
// are alike in all blocks.
#pragma once

#include "transform/text/BodyFacts.h"

namespace cudafix::transform {

class ValueSources {
public:
  explicit ValueSources(const clang::FunctionDecl *F);

  /// All that is assigned to a variable; with nullptr, something that is not known.
  llvm::ArrayRef<const clang::Expr *> of(const clang::VarDecl *V) const;
  /// Calls `Visit` with all that the value of an expression is made from; nullptr: and with what
  /// is not known.
  void visit(const clang::Expr *E, llvm::function_ref<void(const clang::Expr *)> Visit) const;
  /// A thread has the same value as the one of its index in another block: nothing of the block
  /// and nothing from memory is in it.
  bool sameInAllBlocks(const clang::Expr *E) const;
  bool dependsOnBlock(const clang::Expr *E) const;
  /// The value is 0 where all parts are for which `IsZero` says so: it is made from them by sums,
  /// by products, and through variables.
  bool vanishes(const clang::Expr *E, llvm::function_ref<bool(const clang::Expr *)> IsZero) const;

private:
  bool vanishes(const clang::Expr *E, VarSet &Open,
                llvm::function_ref<bool(const clang::Expr *)> IsZero) const;
  void visit(const clang::Expr *E, VarSet &Seen,
             llvm::function_ref<void(const clang::Expr *)> Visit) const;

  const clang::ASTContext &Ctx;
  llvm::DenseMap<const clang::VarDecl *, std::vector<const clang::Expr *>> Values;
  VarSet Counters; ///< incremented or decremented
};

} // namespace cudafix::transform
