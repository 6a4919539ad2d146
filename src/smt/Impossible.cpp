// SPDX-License-Identifier: Apache-2.0

#include "smt/Impossible.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"

namespace cudafix::smt {

bool impossibleInGroups(Workspace &W, llvm::ArrayRef<Expr> Conditions, const Budget &B) {
  llvm::EquivalenceClasses<SymbolId> Joined;
  std::vector<std::optional<SymbolId>> First(Conditions.size()); // nullopt: no symbol
  for (size_t I = 0; I < Conditions.size(); ++I)
    ExprContext::visit(Conditions[I], [&](Expr N) {
      if (N->op() != Op::Apply)
        return;
      Joined.insert(N->symbol());
      if (First[I])
        Joined.unionSets(*First[I], N->symbol());
      else
        First[I] = N->symbol();
    });
  llvm::MapVector<SymbolId, std::vector<Expr>> Groups;
  for (size_t I = 0; I < Conditions.size(); ++I)
    if (First[I])
      Groups[Joined.getLeaderValue(*First[I])].push_back(Conditions[I]);
    else if (Conditions[I]->isFalse())
      return true;
  return llvm::any_of(Groups, [&](const auto &G) { return impossible(W, G.second, B); });
}

} // namespace cudafix::smt
