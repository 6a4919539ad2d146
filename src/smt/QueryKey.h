// SPDX-License-Identifier: Apache-2.0
//
// Queries that differ only in the names of their symbols have one answer.
#pragma once

#include "model/Satisfiability.h"

namespace cudafix::smt {

class QueryKey {
public:
  /// The constraints as text with symbols numbered; nullopt when they are too large or too deep to
  /// be solved. Another text is another question, or the same one made in another order.
  static std::optional<QueryKey> of(const ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints);

  /// The constraints as `To`'s own terms, made of what the text holds and nothing else. A symbol
  /// is its number.
  std::vector<Expr> rebuilt(const ExprContext &Of, llvm::ArrayRef<Expr> Constraints,
                            ExprContext &To) const;

  std::string Text;
  /// A number that questions have in common if they differ in constants, names and order only.
  static uint64_t shape(const ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints);
  /// Replaces numbers by symbols in a model; nullopt where there is no such symbol.
  std::optional<Satisfiability> concrete(Satisfiability V) const;

private:
  void write(const ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints);

  std::vector<SymbolId> Symbols; ///< by number
  std::vector<Expr> Terms;       ///< operands first
};

} // namespace cudafix::smt
