// SPDX-License-Identifier: Apache-2.0
//
// Finds from the text what the values of a function's variables are computed from, and so which of
// them are the same in all blocks.
#pragma once

#include "transform/text/BodyFacts.h"

namespace cudafix::transform {

class ValueSources {
public:
  explicit ValueSources(const clang::FunctionDecl *F);

  /// All values assigned to a variable; nullptr among them stands for an unknown one.
  llvm::ArrayRef<const clang::Expr *> of(const clang::VarDecl *V) const;
  /// Calls `Visit` with everything the value of an expression is computed from; with nullptr for
  /// what is not known.
  void visit(const clang::Expr *E, llvm::function_ref<void(const clang::Expr *)> Visit) const;
  /// Returns true if a thread has the same value as the thread with its index in any other block:
  /// the value depends neither on the block nor on memory.
  bool sameInAllBlocks(const clang::Expr *E) const;
  bool dependsOnBlock(const clang::Expr *E) const;
  /// Returns true if the value is 0 whenever all parts for which `IsZero` returns true are 0: it is
  /// computed from them by sums and products, possibly through variables.
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
