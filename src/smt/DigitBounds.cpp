// SPDX-License-Identifier: Apache-2.0

#include "smt/DigitBounds.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::smt;

DigitBounds::DigitBounds(ExprContext &Ctx, Arranger &Sums, llvm::ArrayRef<Expr> Constraints,
                         unsigned Width)
    : Ctx(Ctx), Sums(Sums) {
  for (Expr E : Constraints) {
    const bool Signed = E->op() == Op::Slt;
    if (!Signed && E->op() != Op::Ult)
      continue;
    if (E->arg(0)->isConst()) {
      if (!Signed)
        continue;
      int64_t &Of = Least.try_emplace(E->arg(1), INT64_MIN).first->second;
      Of = std::max(Of, E->arg(0)->signedValue() + 1);
    } else if (!Sums.isOfLaunch(E->arg(0))) {
      (Signed ? Below : BelowUnsigned).try_emplace(E->arg(0), E->arg(1));
    }
  }
  for (Expr E : Constraints) {
    if (E->op() != Op::Slt && E->op() != Op::Ult)
      continue;
    Expr Index = E->arg(0)->op() == Op::SExt ? E->arg(0)->arg(0) : E->arg(0);
    if (Index->op() != Op::Add || E->arg(0)->width() > Width || Sums.isOfLaunch(Index))
      continue;
    auto Add = [&](Op Extension) {
      auto Wide = [&](Expr N) {
        return Extension == Op::SExt ? Ctx.sext(N, Width) : Ctx.zext(N, Width);
      };
      auto Sum = Sums.polynomial(Wide(E->arg(0))),
           Most = Sums.polynomial(Ctx.sub(Wide(E->arg(1)), Ctx.constant(1, Width), NSW));
      if (Sum && Most)
        BoundedSums.push_back({std::move(*Sum), std::move(*Most)});
    };
    if (E->op() == Op::Slt ? isAtLeast(E->arg(0), 0) : isAtLeast(E->arg(1), 0))
      Add(Op::SExt);
    if (E->op() == Op::Ult && E->arg(0)->width() < Width)
      Add(Op::ZExt);
  }
}

bool DigitBounds::isAtLeast(Expr E, int64_t Bound) {
  if (E->isConst())
    return E->signedValue() >= Bound;
  if (auto It = Least.find(E); It != Least.end() && It->second >= Bound)
    return true;
  if (Bound == 0 && (Sums.isSize(E) || isBelowUnsigned(E)))
    return true;
  switch (E->op()) {
  case Op::SExt:
  case Op::ZExt:
    return isAtLeast(E->arg(0), Bound);
  case Op::Mul:
    return E->flags() & NSW && isAtLeast(E->arg(0), Bound) && isAtLeast(E->arg(1), Bound);
  case Op::Add:
    return E->flags() & NSW && isAtLeast(E->arg(0), Bound) && isAtLeast(E->arg(1), 0);
  case Op::SDiv:
  case Op::UDiv:
  case Op::SRem:
    return Bound == 0 && isAtLeast(E->arg(0), 0) && isAtLeast(E->arg(1), 1);
  case Op::URem:
    return Bound == 0 && isAtLeast(E->arg(1), 1);
  default:
    return false;
  }
}

/// Returns true if the value is less than a non-negative number, both read as unsigned.
bool DigitBounds::isBelowUnsigned(Expr E) {
  constexpr unsigned MaxDepth = 4; // constraints that contradict each other may form a cycle
  Expr End = BelowUnsigned.lookup(E);
  if (!End || Depth == MaxDepth)
    return false;
  ++Depth;
  const bool Is = isAtLeast(End, 0);
  --Depth;
  return Is;
}

bool DigitBounds::isDigit(Expr E, Expr Base) {
  if (BelowUnsigned.lookup(E) == Base)
    return isAtLeast(Base, 1);
  return Below.lookup(E) == Base && isAtLeast(E, 0);
}

/// An upper bound of the factor; nullopt: nothing is known.
std::optional<Polynomial> DigitBounds::largest(Expr Factor) {
  if (!isAtLeast(Factor, 0))
    return std::nullopt;
  Expr E = Factor->op() == Op::SExt || Factor->op() == Op::ZExt ? Factor->arg(0) : Factor, End;
  if (Expr Most = Factor->op() == Op::ZExt ? BelowUnsigned.lookup(E) : Expr())
    return Sums.polynomial(
        Ctx.sub(Ctx.zext(Most, Factor->width()), Ctx.constant(1, Factor->width()), NSW));
  if ((E->op() == Op::SRem || E->op() == Op::URem) && isAtLeast(E, 0))
    End = E->arg(1);
  else if (isBelowUnsigned(E))
    End = BelowUnsigned.lookup(E);
  else if (isAtLeast(E, 0))
    End = Below.lookup(E);
  if (!End)
    return Sums.isShared(Factor) ? std::optional(Polynomial{{{Factor}, 1}}) : std::nullopt;
  return Sums.polynomial(Ctx.sub(E == Factor ? End : Ctx.sext(End, Factor->width()),
                                 Ctx.constant(1, Factor->width()), NSW));
}

/// An upper bound of a sum whose summands are all not negative.
std::optional<Polynomial> DigitBounds::largest(const Polynomial &Given) {
  Polynomial Sum, Of = Given;
  for (const Bounded &B : BoundedSums) {
    auto First = Of.find(B.Sum.begin()->first);
    if (First == Of.end() || First->second % B.Sum.begin()->second != 0)
      continue;
    const uint64_t Times = First->second / B.Sum.begin()->second;
    const bool Holds = llvm::all_of(B.Sum, [&](auto &Product) {
      auto At = Of.find(Product.first);
      return At != Of.end() && At->second == Times * Product.second;
    });
    if (!Holds || static_cast<int64_t>(Times) <= 0)
      continue;
    Sums.add(Of, B.Sum, -Times);
    Sums.add(Sum, B.Most, Times);
  }
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

/// The sum with each factor f that is at least 1 written as g + 1 with g >= 0, where g is
/// represented by f itself.
Polynomial DigitBounds::aboveOne(const Polynomial &Of) {
  Polynomial All;
  for (auto &[Product, C] : Of) {
    std::vector<Factors> Parts{{}};
    for (Expr F : Product) {
      const size_t Count = isAtLeast(F, 1) ? Parts.size() : 0;
      for (size_t I = 0; I < Count; ++I)
        Parts.push_back(Parts[I]);
      for (size_t I = Count; I < Parts.size(); ++I)
        Parts[I].push_back(F);
    }
    for (const Factors &Part : Parts)
      Sums.add(All, {{Part, C}}, 1);
  }
  return All;
}

bool DigitBounds::isWithin(const Polynomial &Of, const Polynomial &Most) {
  std::optional<Polynomial> Largest = largest(Of);
  if (!Largest)
    return false;
  Polynomial Left = Most;
  Sums.add(Left, *Largest, -1);
  return llvm::all_of(aboveOne(Left), [&](auto &Product) {
    return static_cast<int64_t>(Product.second) >= 0 &&
           llvm::all_of(Product.first, [&](Expr F) { return isAtLeast(F, 0); });
  });
}
