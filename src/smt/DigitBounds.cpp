// SPDX-License-Identifier: Apache-2.0

#include "smt/DigitBounds.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::smt;

DigitBounds::DigitBounds(ExprContext &Ctx, Arranger &Sums, llvm::ArrayRef<Expr> Constraints)
    : Ctx(Ctx), Sums(Sums) {
  for (Expr E : Constraints) {
    if (E->op() != Op::Slt)
      continue;
    if (E->arg(0)->isConst()) {
      int64_t &Of = Least.try_emplace(E->arg(1), INT64_MIN).first->second;
      Of = std::max(Of, E->arg(0)->signedValue() + 1);
    } else if (!Sums.isShared(E->arg(0))) {
      Below.try_emplace(E->arg(0), E->arg(1));
    }
  }
}

/// Returns true if the signed value is provably at least `Bound`, 0 or 1.
bool DigitBounds::isAtLeast(Expr E, int64_t Bound) {
  if (E->isConst())
    return E->signedValue() >= Bound;
  if (auto It = Least.find(E); It != Least.end() && It->second >= Bound)
    return true;
  if (Bound == 0 && Sums.isSize(E))
    return true;
  switch (E->op()) {
  case Op::SExt:
    return isAtLeast(E->arg(0), Bound);
  case Op::Mul:
    return E->flags() & NSW && isAtLeast(E->arg(0), Bound) && isAtLeast(E->arg(1), Bound);
  case Op::Add:
    return E->flags() & NSW && isAtLeast(E->arg(0), Bound) && isAtLeast(E->arg(1), 0);
  case Op::SDiv:
  case Op::UDiv:
    return Bound == 0 && isAtLeast(E->arg(0), 0) && isAtLeast(E->arg(1), 1);
  case Op::SRem:
  case Op::URem:
    return Bound == 0 && isAtLeast(E->arg(0), 0) && isAtLeast(E->arg(1), 1);
  default:
    return false;
  }
}

/// An upper bound of the factor; nullopt: nothing is known.
std::optional<Polynomial> DigitBounds::largest(Expr Factor) {
  if (!isAtLeast(Factor, 0))
    return std::nullopt;
  Expr E = Factor->op() == Op::SExt || Factor->op() == Op::ZExt ? Factor->arg(0) : Factor, End;
  if ((E->op() == Op::SRem || E->op() == Op::URem) && isAtLeast(E->arg(0), 0) &&
      isAtLeast(E->arg(1), 1))
    End = E->arg(1);
  else if (Sums.isShared(Factor))
    return Polynomial{{{Factor}, 1}};
  else if (isAtLeast(E, 0))
    End = Below.lookup(E);
  if (!End)
    return std::nullopt;
  return Sums.polynomial(Ctx.sub(E == Factor ? End : Ctx.sext(End, Factor->width()),
                                 Ctx.constant(1, Factor->width()), NSW));
}

/// An upper bound of a sum whose summands are all not negative.
std::optional<Polynomial> DigitBounds::largest(const Polynomial &Of) {
  Polynomial Sum;
  for (auto &[Product, C] : Of) {
    if (static_cast<int64_t>(C) < 0)
      return std::nullopt;
    Polynomial Most{{{}, C}};
    for (Expr Factor : Product) {
      std::optional<Polynomial> Bound = largest(Factor);
      std::optional<Polynomial> Both = Bound ? Sums.product(Most, *Bound) : std::nullopt;
      if (!Both)
        return std::nullopt;
      Most = std::move(*Both);
    }
    Sums.add(Sum, Most, 1);
  }
  return Sum;
}

bool DigitBounds::isWithin(const Polynomial &Of, const Polynomial &Most) {
  std::optional<Polynomial> Largest = largest(Of);
  if (!Largest)
    return false;
  Polynomial Left = Most;
  Sums.add(Left, *Largest, -1);
  return llvm::all_of(Left, [&](auto &Product) {
    return static_cast<int64_t>(Product.second) >= 0 &&
           llvm::all_of(Product.first, [&](Expr F) { return isAtLeast(F, 0); });
  });
}
