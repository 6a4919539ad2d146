// SPDX-License-Identifier: Apache-2.0
#include "smt/Dividends.h"
#include "llvm/ADT/SetVector.h"

using namespace cudafix;
using namespace cudafix::smt;

/// Returns true for a dimension, or another symbol, that is at least 1, even when read as signed.
static bool isPositive(const ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints, Expr E) {
  if (E->op() != Op::Apply || !E->args().empty())
    return false;
  const Symbol &S = Ctx.symbol(E->symbol());
  const int64_t Half = int64_t(1) << (E->width() - 1);
  auto StaysBelow = [&](Expr C) {
    return C->op() == Op::Ult && C->arg(0) == E && C->arg(1)->isConst() &&
           C->arg(1)->value() <= uint64_t(Half);
  };
  return S.Lo >= 1 && (S.Signed || S.Hi < Half || llvm::any_of(Constraints, StaysBelow));
}

std::vector<Expr> cudafix::smt::withDividends(ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints) {
  llvm::SetVector<Expr> Bounds;
  for (Expr E : Constraints) {
    if (E->op() != Op::Eq || E->arg(0)->width() != 32)
      continue;
    for (unsigned Side : {0, 1}) {
      Expr Quotient = E->arg(Side);
      if (Quotient->op() != Op::SDiv || !Quotient->arg(1)->isConst() ||
          Quotient->arg(1)->signedValue() < 1 || !isPositive(Ctx, Constraints, E->arg(1 - Side)))
        continue;
      int64_t Least = Quotient->arg(1)->signedValue();
      Expr Dividend = Quotient->arg(0);
      // Without a wrap-around, n + 31 >= 32 only if n >= 1.
      while (Dividend->op() == Op::Add && (Dividend->flags() & NSW) &&
             Dividend->arg(1)->isConst() && Least - Dividend->arg(1)->signedValue() >= 0) {
        Least -= Dividend->arg(1)->signedValue();
        Dividend = Dividend->arg(0);
      }
      if (!Dividend->isConst() && Least < int64_t(1) << 31)
        Bounds.insert(Ctx.slt(Ctx.constant(Least - 1, 32), Dividend));
    }
  }
  for (Expr E : Constraints)
    Bounds.remove(E);
  if (Bounds.empty())
    return {};
  std::vector<Expr> Result(Constraints);
  llvm::append_range(Result, Bounds);
  return Result;
}
