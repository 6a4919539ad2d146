// SPDX-License-Identifier: Apache-2.0
//
// The canonical text of a query.

#include "smt/QueryKey.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/xxhash.h"
#include <tuple>

using namespace cudafix;
using namespace cudafix::smt;

static constexpr unsigned MaxNodes = 20000, MaxDepth = 1000;

template <typename T> static void append(std::string &S, T Value) {
  S.append(reinterpret_cast<const char *>(&Value), sizeof(Value));
}

std::optional<QueryKey> QueryKey::of(const ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints) {
  QueryKey K;
  llvm::DenseMap<Expr, unsigned> Depths;
  bool TooDeep = false;
  auto Collect = [&](Expr E) {
    unsigned Depth = 0;
    for (Expr A : E->args())
      Depth = std::max(Depth, Depths.lookup(A) + 1);
    TooDeep |= Depth > MaxDepth;
    Depths[E] = Depth;
    K.Terms.push_back(E);
    if (E->op() == Op::Apply)
      K.Symbols.push_back(E->symbol());
  };
  for (Expr E : Constraints) {
    ExprContext::visit(E, Collect, [&](Expr N) { return Depths.contains(N); });
    if (K.Terms.size() > MaxNodes || TooDeep)
      return std::nullopt;
  }
  // Terms keep the order in which they were made, which simplifications depend on; constants are
  // sorted by value, because they may remain from an earlier question.
  llvm::sort(K.Terms, [](Expr A, Expr B) {
    auto Place = [](Expr E) {
      return std::tuple(!E->isConst(), E->isConst() ? E->width() : 0,
                        E->isConst() ? E->value() : E->id());
    };
    return Place(A) < Place(B);
  });
  llvm::sort(K.Symbols);
  K.Symbols.erase(llvm::unique(K.Symbols), K.Symbols.end());
  K.write(Ctx, Constraints);
  return K;
}

void QueryKey::write(const ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints) {
  llvm::DenseMap<SymbolId, uint32_t> SymbolNumbers;
  llvm::DenseMap<Expr, uint32_t> Numbers;
  append(Text, static_cast<uint32_t>(Symbols.size()));
  for (SymbolId Id : Symbols) {
    const Symbol &S = Ctx.symbol(Id);
    SymbolNumbers[Id] = SymbolNumbers.size();
    append(Text, S.Kind);
    append(Text, S.Index);
    append(Text, S.Level);
    append(Text, S.Width);
    append(Text, S.Signed);
    append(Text, S.Lo);
    append(Text, S.Hi);
  }
  append(Text, static_cast<uint32_t>(Terms.size()));
  for (Expr E : Terms) {
    append(Text, E->op());
    append(Text, E->width());
    append(Text, E->flags());
    append(Text, static_cast<uint32_t>(E->args().size()));
    append(Text, E->op() == Op::Apply ? SymbolNumbers.lookup(E->symbol()) : E->value());
    for (Expr A : E->args())
      append(Text, Numbers.lookup(A));
    Numbers[E] = Numbers.size();
  }
  append(Text, static_cast<uint32_t>(Constraints.size()));
  for (Expr E : Constraints)
    append(Text, Numbers.lookup(E));
}

uint64_t QueryKey::shape(const ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints) {
  llvm::DenseMap<Expr, uint64_t> Shapes;
  auto Shape = [&](Expr E) {
    std::string Own;
    append(Own, E->op());
    append(Own, E->width());
    append(Own, E->flags());
    if (E->op() == Op::Apply) {
      const Symbol &S = Ctx.symbol(E->symbol());
      append(Own, S.Kind);
      append(Own, S.Level);
    }
    for (Expr A : E->args())
      append(Own, Shapes.lookup(A));
    Shapes[E] = llvm::xxh3_64bits(Own);
  };
  uint64_t Sum = Constraints.size();
  for (Expr E : Constraints) {
    ExprContext::visit(E, Shape, [&](Expr N) { return Shapes.contains(N); });
    Sum += Shapes.lookup(E);
  }
  return Sum;
}

/// The new symbols have only the properties that the text holds; all others are left empty.
std::vector<Expr> QueryKey::rebuilt(const ExprContext &Of, llvm::ArrayRef<Expr> Constraints,
                                    ExprContext &To) const {
  llvm::DenseMap<SymbolId, SymbolId> Numbers;
  for (SymbolId Id : Symbols) {
    const Symbol &From = Of.symbol(Id);
    Symbol S;
    S.Kind = From.Kind;
    S.Index = From.Index;
    S.Level = From.Level;
    S.Width = From.Width;
    S.Signed = From.Signed;
    S.Lo = From.Lo;
    S.Hi = From.Hi;
    Numbers[Id] = To.addSymbol(std::move(S));
  }
  llvm::DenseMap<Expr, Expr> Put;
  for (Expr E : Terms) {
    llvm::SmallVector<Expr, 4> Args;
    for (Expr A : E->args())
      Args.push_back(Put.lookup(A));
    Put[E] = E->isConst()           ? To.constant(E->value(), E->width())
             : E->op() == Op::Apply ? To.apply(Numbers.lookup(E->symbol()), Args)
                                    : To.make(E->op(), Args, E->width(), E->flags());
  }
  std::vector<Expr> Result;
  for (Expr E : Constraints)
    Result.push_back(Put.lookup(E));
  return Result;
}

std::optional<Satisfiability> QueryKey::concrete(Satisfiability V) const {
  if (auto *R = std::get_if<Satisfiable>(&V)) {
    for (ModelEntry &E : R->Model) {
      if (E.Symbol >= Symbols.size())
        return std::nullopt;
      E.Symbol = Symbols[E.Symbol];
    }
    llvm::sort(R->Model);
  }
  return V;
}
