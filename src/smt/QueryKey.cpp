// SPDX-License-Identifier: Apache-2.0
//
// The canonical text of a query.

#include "smt/QueryKey.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::smt;

static constexpr unsigned MaxNodes = 20000, MaxDepth = 1000;

template <typename T> static void append(std::string &S, T Value) {
  S.append(reinterpret_cast<const char *>(&Value), sizeof(Value));
}

std::optional<QueryKey> QueryKey::of(const ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints) {
  QueryKey K;
  llvm::DenseMap<Expr, std::pair<unsigned, unsigned>> Nodes; // number, depth
  llvm::DenseMap<SymbolId, unsigned> Numbers;
  bool TooDeep = false;
  auto visit = [&](Expr E) {
    append(K.Text, E->op());
    append(K.Text, static_cast<uint8_t>(E->width()));
    append(K.Text, E->flags());
    append(K.Text, static_cast<uint16_t>(E->args().size()));
    if (E->isConst())
      append(K.Text, E->value());
    if (E->op() == Op::Apply) {
      auto [It, New] = Numbers.try_emplace(E->symbol(), K.Symbols.size());
      append(K.Text, It->second);
      if (New) {
        const Symbol &S = Ctx.symbol(E->symbol());
        K.Symbols.push_back(E->symbol());
        append(K.Text, S.Kind);
        append(K.Text, S.Level);
        append(K.Text, S.Signed);
        append(K.Text, S.Lo);
        append(K.Text, S.Hi);
      }
    }
    unsigned Depth = 0;
    for (Expr A : E->args()) {
      auto [Number, D] = Nodes.lookup(A);
      append(K.Text, Number);
      Depth = std::max(Depth, D + 1);
    }
    TooDeep |= Depth > MaxDepth;
    unsigned Number = Nodes.size();
    Nodes[E] = {Number, Depth};
  };
  for (Expr E : Constraints) {
    ExprContext::visit(E, visit, [&](Expr N) { return Nodes.contains(N); });
    append(K.Text, Nodes.lookup(E).first);
    if (Nodes.size() > MaxNodes || TooDeep)
      return std::nullopt;
  }
  return K;
}

Satisfiability QueryKey::abstract(Satisfiability V) const {
  if (auto *R = std::get_if<Satisfiable>(&V))
    for (ModelEntry &E : R->Model)
      E.Symbol = llvm::find(Symbols, E.Symbol) - Symbols.begin();
  return V;
}

Satisfiability QueryKey::concrete(Satisfiability V) const {
  if (auto *R = std::get_if<Satisfiable>(&V)) {
    for (ModelEntry &E : R->Model)
      E.Symbol = Symbols[E.Symbol];
    llvm::sort(R->Model);
  }
  return V;
}
