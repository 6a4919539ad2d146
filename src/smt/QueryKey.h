// SPDX-License-Identifier: Apache-2.0
//
// Queries that differ only in the names of their symbols have one answer.
#pragma once

#include "model/Satisfiability.h"

namespace cudafix::smt {

class QueryKey {
public:
  /// The constraints as text with symbols numbered as they occur; nullopt when they are
  /// too large or too deep to be solved.
  static std::optional<QueryKey> of(const ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints);

  std::string Text;
  /// Replaces symbols by their numbers in a model, and back.
  Satisfiability abstract(Satisfiability V) const;
  Satisfiability concrete(Satisfiability V) const;

private:
  std::vector<SymbolId> Symbols;
};

} // namespace cudafix::smt
