// SPDX-License-Identifier: Apache-2.0
//
// Queries that differ only in the names of their symbols have one answer.
#pragma once

#include "model/Satisfiability.h"

namespace cudafix::smt {

class QueryKey {
public:
  /// The constraints as text with numbered symbols; nullopt when they are too large or too deep to
  /// solve. Equal questions have equal text if their terms were made in the same order.
  static std::optional<QueryKey> of(const ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints);

  /// Rebuilds the constraints as terms of `To`, using only what the text holds. Symbols get their
  /// numbers in the text.
  std::vector<Expr> rebuilt(const ExprContext &Of, llvm::ArrayRef<Expr> Constraints,
                            ExprContext &To) const;

  std::string Text;
  /// A hash that is equal for questions that differ only in constants, names and order.
  static uint64_t shape(const ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints);
  /// Replaces the numbers of symbols in a model by symbols; nullopt if there is no such symbol.
  std::optional<Satisfiability> concrete(Satisfiability V) const;

private:
  void write(const ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints);

  std::vector<SymbolId> Symbols; ///< by number
  std::vector<Expr> Terms;       ///< operands first
};

} // namespace cudafix::smt
