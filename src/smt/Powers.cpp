// SPDX-License-Identifier: Apache-2.0

#include "smt/Powers.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"

using namespace cudafix;
using namespace cudafix::smt;

namespace {
class Powers {
public:
  explicit Powers(llvm::ArrayRef<Expr> Constraints);
  Expr largest(Expr Root);
  Expr amount(Expr Root);
  std::vector<uint64_t> values(Expr Power);
  /// The only term that a constraint says is a power of two; null: there is none, or more.
  Expr stated() const { return Stated.size() == 1 ? *Stated.begin() : Expr(); }

private:
  struct Facts {
    bool Power = false;  ///< a power of two or 0, possibly negated
    bool Shifts = false; ///< its exponent is not known
    bool Large = false;  ///< its highest bit may be set
    bool Signed = false; ///< it may be negative, which is no power of two when read as unsigned
  };
  Facts look(Expr Root);
  Facts of(Expr E);

  llvm::DenseMap<Expr, Facts> Seen;
  llvm::DenseSet<Expr> Stated; ///< terms with a constraint x & (x - 1) == 0
};
} // namespace

Powers::Powers(llvm::ArrayRef<Expr> Constraints) {
  for (Expr E : Constraints) {
    if (E->op() != Op::Eq || !E->arg(1)->isConst() || E->arg(1)->value() != 0 ||
        E->arg(0)->op() != Op::And)
      continue;
    for (unsigned I : {0u, 1u}) {
      Expr X = E->arg(0)->arg(I), Less = E->arg(0)->arg(1 - I);
      if (Less->op() == Op::Add && Less->arg(0) == X && Less->arg(1)->isConst() &&
          Less->arg(1)->signedValue() == -1)
        Stated.insert(X);
    }
  }
}

Powers::Facts Powers::of(Expr E) {
  Facts F;
  if (Stated.contains(E))
    return {/*Power=*/true, /*Shifts=*/true, /*Large=*/true, /*Signed=*/false};
  switch (E->op()) {
  case Op::Const:
    F.Power = llvm::isPowerOf2_64(E->value());
    F.Large = E->signedValue() < 0;
    break;
  case Op::Shl:
  case Op::LShr:
  case Op::AShr:
  case Op::UDiv:
  case Op::SDiv: {
    const Facts &Base = Seen[E->arg(0)];
    bool Shift = E->op() == Op::Shl || E->op() == Op::LShr || E->op() == Op::AShr;
    bool Exact = Shift || (E->arg(1)->isConst() && llvm::isPowerOf2_64(E->arg(1)->value()));
    bool Left = E->op() == Op::Shl, Logical = E->op() == Op::LShr || E->op() == Op::UDiv;
    // 1 << 31 halves to a negative number.
    F.Power = Base.Power && Exact && !(Logical && Base.Signed);
    F.Shifts = Base.Shifts || (Shift && !E->arg(1)->isConst());
    F.Large = Left ? Base.Large || !(E->flags() & NSW) : Base.Large && !Logical;
    F.Signed = Base.Signed || (!Left && !Logical && Base.Large);
    break;
  }
  default:
    break;
  }
  return F;
}

Powers::Facts Powers::look(Expr Root) {
  ExprContext::visit(
      Root, [&](Expr E) { Seen[E] = of(E); }, [&](Expr E) { return Seen.contains(E); });
  return Seen.lookup(Root);
}

/// The first power in the term that is not part of another; null: none.
Expr Powers::largest(Expr Root) {
  Expr Found;
  ExprContext::visit(Root, [&](Expr E) {
    Facts F = look(E);
    bool Is = F.Power && F.Shifts && E->width() >= 8;
    bool Larger = Found && llvm::is_contained(E->args(), Found);
    if (Is && (!Found || Larger))
      Found = E;
  });
  return Found;
}

/// An amount by which something other than a power is shifted; null: none.
Expr Powers::amount(Expr Root) {
  Expr Found;
  ExprContext::visit(Root, [&](Expr E) {
    bool Shift = E->op() == Op::Shl || E->op() == Op::LShr || E->op() == Op::AShr;
    if (Shift && !Found && !E->arg(1)->isConst() && !look(E).Power)
      Found = E->arg(1);
  });
  return Found;
}

std::vector<uint64_t> Powers::values(Expr Power) {
  std::vector<uint64_t> Values{0};
  bool Signed = look(Power).Signed;
  for (unsigned Bit = 0; Bit < Power->width(); ++Bit) {
    Values.push_back(uint64_t(1) << Bit);
    if (Signed)
      Values.push_back(-(uint64_t(1) << Bit) & llvm::maskTrailingOnes<uint64_t>(Power->width()));
  }
  return Values;
}

bool cudafix::smt::shiftsVariably(Expr Root) {
  return ExprContext::any(Root, [&](Expr E) {
    return (E->op() == Op::Shl || E->op() == Op::LShr || E->op() == Op::AShr) &&
           !E->arg(1)->isConst();
  });
}

std::optional<std::vector<std::vector<Expr>>>
cudafix::smt::byPower(ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints) {
  Powers P(Constraints);
  if (Constraints.empty())
    return std::nullopt;
  Expr Of = P.amount(Constraints.front());
  const bool OfAmount = bool(Of);
  std::vector<uint64_t> Values;
  if (OfAmount) {
    for (unsigned Bit = 0; Bit < Of->width(); ++Bit)
      Values.push_back(Bit);
  } else if ((Of = P.largest(Constraints.front()))) {
    Values = P.values(Of);
  } else {
    return std::nullopt;
  }
  std::vector<std::vector<Expr>> Cases;
  auto Add = [&](std::vector<Expr> Case) {
    if (llvm::none_of(Case, [](Expr E) { return E->isFalse(); }))
      Cases.push_back(std::move(Case));
  };
  for (uint64_t Value : Values) {
    const Expr Is = Ctx.constant(Value, Of->width());
    llvm::DenseMap<Expr, Expr> Done{{Of, Is}};
    // How other powers are computed seldom matters, but for whether a stride can come to 0.
    const bool Vanishes = !OfAmount && Value == 0;
    std::vector<Expr> Case;
    for (Expr E : Constraints) {
      Expr Put = Ctx.rebuilt(E, Done);
      if (Case.empty() || Vanishes || !shiftsVariably(Put))
        Case.push_back(Put);
    }
    if (!Vanishes) {
      Add(std::move(Case));
      continue;
    }
    Case.push_back(Ctx.eq(Of, Is));
    const Expr Size = P.stated();
    if (!Size) {
      Add(std::move(Case));
      continue;
    }
    for (uint64_t Power : P.values(Size)) {
      llvm::DenseMap<Expr, Expr> Sizes{{Size, Ctx.constant(Power, Size->width())}};
      std::vector<Expr> OfSize;
      for (Expr E : Case)
        OfSize.push_back(Ctx.rebuilt(E, Sizes));
      Add(std::move(OfSize));
    }
  }
  return Cases;
}

/// Adds the (not extended) amounts of shifts that are evaluated whenever the equation holds.
static void amountsIn(Expr Equation, llvm::DenseSet<Expr> &Amounts) {
  llvm::SmallVector<Expr, 16> Work(Equation->args());
  llvm::DenseSet<Expr> Seen;
  while (!Work.empty()) {
    Expr E = Work.pop_back_val();
    if (E->op() == Op::Ite || E->width() == 1 || !Seen.insert(E).second)
      continue;
    llvm::append_range(Work, E->args());
    const bool Shift = E->op() == Op::Shl || E->op() == Op::LShr || E->op() == Op::AShr;
    Expr By = Shift ? E->arg(1) : Expr();
    while (By && By->op() == Op::ZExt)
      By = By->arg(0);
    if (By && !By->isConst())
      Amounts.insert(By);
  }
}

std::vector<Expr> cudafix::smt::withEvenShifts(ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints) {
  llvm::DenseSet<Expr> Amounts;
  for (Expr E : Constraints)
    if (E->op() == Op::Eq && E->arg(0)->width() > 1)
      amountsIn(E, Amounts);
  if (Amounts.empty())
    return {};
  auto Even = [&](Expr Shift) {
    Expr By = Shift->arg(1);
    while (By->op() == Op::ZExt)
      By = By->arg(0);
    const bool Adds = By->op() == Op::Add && By->arg(1)->isConst();
    const unsigned More = Adds && By->arg(1)->value() < 8 ? By->arg(1)->value() : 0;
    if (!More || !Amounts.contains(By->arg(0)) || Shift->width() <= More)
      return Expr();
    Expr Amount = Ctx.zext(By->arg(0), Shift->width());
    Expr Shifted = Ctx.binary(Op::Shl, Shift->arg(0), Amount, Shift->flags());
    return Ctx.binary(Op::Shl, Shifted, Ctx.constant(More, Shift->width()), Shift->flags());
  };
  bool Any = false;
  llvm::DenseMap<Expr, Expr> Done;
  std::vector<Expr> Put;
  for (Expr E : Constraints) {
    ExprContext::visit(
        E,
        [&](Expr N) {
          llvm::SmallVector<Expr, 4> Args;
          for (Expr A : N->args())
            Args.push_back(Done.lookup(A));
          Expr New = Ctx.withArgs(N, Args);
          Expr Of = New->op() == Op::Shl ? Even(New) : Expr();
          Any |= bool(Of);
          Done[N] = Of ? Of : New;
        },
        [&](Expr N) { return Done.contains(N); });
    Put.push_back(Done.lookup(E));
  }
  return Any ? Put : std::vector<Expr>();
}
