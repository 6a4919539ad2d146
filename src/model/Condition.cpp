// SPDX-License-Identifier: Apache-2.0

#include "model/Condition.h"

using namespace cudafix;

static std::optional<SymbolKind> kindOf(const ExprContext &C, Expr E) {
  return E->op() == Op::Apply ? std::optional(C.symbol(E->symbol()).Kind) : std::nullopt;
}

static bool isSize(const ExprContext &C, Expr E) {
  const std::optional<SymbolKind> Kind = kindOf(C, E);
  return Kind == SymbolKind::BlockDim || Kind == SymbolKind::GridDim;
}

/// Orders the sides of an equation; the lower one is the side that is set: block dimensions come
/// before grid dimensions, then any other term, constants last.
static unsigned rank(const ExprContext &C, Expr E) {
  if (!isSize(C, E))
    return E->isConst() ? 7 : 6;
  const Symbol &S = C.symbol(E->symbol());
  return S.Index + (S.Kind == SymbolKind::GridDim ? 3 : 0);
}

NeededCondition cudafix::neededCondition(const ExprContext &C, Expr Cond, std::string Text) {
  NeededCondition N;
  N.Text = std::move(Text);
  if (ExprContext::any(Cond, [&](Expr Part) { return isSize(C, Part); }))
    N.What = NeededCondition::Kind::Sizes;
  if (Cond->op() != Op::Eq)
    return N;
  Expr Of = Cond->arg(0), Value = Cond->arg(1);
  if (rank(C, Value) < rank(C, Of))
    std::swap(Of, Value);
  N.Named = C.toString(Of);
  if (kindOf(C, Of) == SymbolKind::BlockDim && Value->isConst()) {
    N.What = NeededCondition::Kind::BlockSize;
    N.Dimension = C.symbol(Of->symbol()).Index;
    N.Value = Value->value();
  }
  return N;
}

NeededCondition cudafix::neededSize(ExprContext &C, unsigned Dimension, Expr Size) {
  Expr Cond = C.eq(C.blockDim(Dimension), Size);
  return neededCondition(C, Cond, C.toString(Cond));
}

std::vector<std::string> cudafix::textsOf(llvm::ArrayRef<NeededCondition> Conditions) {
  std::vector<std::string> Texts;
  for (const NeededCondition &N : Conditions)
    Texts.push_back(N.Text);
  return Texts;
}
