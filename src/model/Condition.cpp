// SPDX-License-Identifier: Apache-2.0

#include "model/Condition.h"

using namespace cudafix;

/// The operand that the text of the condition begins with: `blockDim.x` in `blockDim.x * 4 <= n`.
static Expr leading(Expr E) {
  while (E->op() != Op::Apply && !E->args().empty())
    E = E->arg(0);
  return E;
}

NeededCondition cudafix::neededCondition(const ExprContext &C, Expr Cond, std::string Text) {
  NeededCondition N;
  N.Text = std::move(Text);
  if (Cond->op() == Op::Eq)
    N.Named = C.toString(Cond->arg(0));
  const Expr First = leading(Cond);
  if (First->op() != Op::Apply)
    return N;
  const Symbol &S = C.symbol(First->symbol());
  if (S.Kind != SymbolKind::BlockDim && S.Kind != SymbolKind::GridDim)
    return N;
  const bool Equals = Cond->op() == Op::Eq && Cond->arg(0) == First && Cond->arg(1)->isConst();
  N.What = NeededCondition::Kind::Sizes;
  if (Equals && S.Kind == SymbolKind::BlockDim) {
    N.What = NeededCondition::Kind::BlockSize;
    N.Dimension = S.Index;
    N.Value = Cond->arg(1)->value();
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
