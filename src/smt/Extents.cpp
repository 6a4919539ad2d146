// SPDX-License-Identifier: Apache-2.0

#include "smt/Extents.h"
#include "model/Kernel.h"
#include "smt/DigitBounds.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"

using namespace cudafix;
using namespace cudafix::smt;

static bool isVariableShift(Expr E) {
  return (E->op() == Op::Shl || E->op() == Op::LShr || E->op() == Op::AShr) &&
         !E->arg(1)->isConst();
}

void cudafix::smt::putShifts(ExprContext &Ctx, Arranger &Sums,
                             llvm::SmallVectorImpl<Expr> &Constraints) {
  llvm::DenseMap<Expr, Expr> Extents, Done;
  auto Visit = [&](Expr E) {
    llvm::SmallVector<Expr, 4> Args;
    for (Expr A : E->args())
      Args.push_back(Done.lookup(A));
    if (E->op() == Op::Shl && isVariableShift(E) && Sums.isShared(E->arg(1))) {
      Expr &Extent = Extents[Ctx.binary(Op::Shl, Ctx.constant(1, E->width()), E->arg(1))];
      if (!Extent) {
        Symbol S;
        S.Kind = SymbolKind::Parameter;
        S.Level = Uniformity::Launch;
        S.Width = E->width();
        S.Index = NoId; // it is none of the kernel's parameters
        S.Name = "extent";
        Extent = Ctx.apply(Ctx.addSymbol(std::move(S)));
      }
      Done[E] = Ctx.mul(Args[0], Extent, E->flags());
    } else {
      Done[E] = Ctx.withArgs(E, Args);
    }
  };
  llvm::SmallVector<Expr, 32> Put;
  for (Expr E : Constraints) {
    ExprContext::visit(E, Visit, [&](Expr N) { return Done.contains(N); });
    bool Shifts = false;
    ExprContext::visit(Done.lookup(E), [&](Expr N) { Shifts |= isVariableShift(N); });
    if (!Shifts)
      Put.push_back(Done.lookup(E));
  }
  if (!Extents.empty())
    Constraints.assign(Put.begin(), Put.end());
}

void cudafix::smt::putEqualExtents(ExprContext &Ctx, Arranger &Sums,
                                   llvm::SmallVectorImpl<Expr> &Constraints) {
  llvm::DenseMap<Expr, Expr> Same;
  auto Put = [&](Expr E) { return Ctx.replace(E, [&](Expr A) { return Same.lookup(A); }); };
  auto IsSize = [&](Expr E) {
    return E->op() == Op::Apply && E->args().empty() && Sums.isShared(E) &&
           Ctx.symbol(E->symbol()).Kind == SymbolKind::Parameter;
  };
  auto IsGrid = [&](Expr E) {
    return E->op() == Op::Apply && Ctx.symbol(E->symbol()).Kind == SymbolKind::GridDim;
  };
  auto Holds = [](Expr E, Expr Inside) {
    return ExprContext::any(E, [&](Expr N) { return N == Inside; });
  };
  llvm::SmallVector<Expr, 3> Grids;
  for (Expr E : Constraints) {
    if (E->op() != Op::Eq)
      continue;
    Expr A = Put(E->arg(0)), B = Put(E->arg(1));
    if (!IsSize(A) && !IsGrid(A))
      std::swap(A, B);
    bool Computed = B->op() == Op::Const || unwidened(B)->op() == Op::Apply || B->op() == Op::Mul ||
                    B->op() == Op::SDiv || B->op() == Op::UDiv || B->op() == Op::Add ||
                    B->op() == Op::Sub;
    const bool IsPut = IsSize(A) ? Computed : IsGrid(A) && B->op() == Op::Mul;
    if (!IsPut || !Sums.isShared(B) || Holds(B, A))
      continue;
    for (auto &Entry : Same)
      Entry.second = Ctx.replace(Entry.second, [&](Expr X) { return X == A ? B : Expr(); });
    Same[A] = B;
    if (IsGrid(A))
      Grids.push_back(B);
  }
  if (!Same.empty())
    for (Expr &E : Constraints)
      E = Put(E);
  for (Expr B : Grids) // a grid has a block
    Constraints.push_back(Ctx.slt(Ctx.constant(0, B->width()), Put(B)));
}

void cudafix::smt::boundMultiples(ExprContext &Ctx, Arranger &Sums,
                                  llvm::SmallVectorImpl<Expr> &Constraints) {
  constexpr unsigned Wide = 64;
  llvm::SmallVector<Expr, 8> Bounds;
  for (Expr E : Constraints) {
    const unsigned Width = E->op() == Op::Slt ? E->arg(0)->width() : 0;
    if (Width != 32)
      continue;
    std::optional<Polynomial> Most = Sums.polynomial(E->arg(1));
    if (!Most || Most->size() != 1)
      continue;
    const auto &[Of, Times] = *Most->begin();
    auto Parts = [](Expr F) {
      return (F->op() == Op::SDiv || F->op() == Op::AShr) && F->arg(1)->isConst();
    };
    auto Part = llvm::find_if(Of, Parts);
    if (Part == Of.end() || Of.size() > 2 || Times != 1) // no product below wraps in 64 bits
      continue;
    const uint64_t By = (*Part)->op() == Op::SDiv ? (*Part)->arg(1)->value()
                                                  : uint64_t(1) << ((*Part)->arg(1)->value() & 31);
    if (By < 2 || By > INT16_MAX)
      continue;
    Expr Whole = (*Part)->arg(0), X = E->arg(0), Zero = Ctx.constant(0, Width);
    Expr Product = Ctx.constant(1, Wide);
    for (Expr F : Of)
      Product = Ctx.mul(Ctx.sext(F == *Part ? Whole : F, Wide), Product, NSW);
    Expr Below = Ctx.slt(Ctx.mul(Ctx.sext(X, Wide), Ctx.constant(By, Wide), NSW), Product);
    Bounds.push_back(Ctx.lor(Ctx.lor(Ctx.slt(X, Zero), Ctx.slt(Whole, Zero)), Sums.arrange(Below)));
  }
  llvm::append_range(Constraints, Bounds);
}

namespace {
/// A product of extents and a constant.
struct Divisor {
  Factors Of;
  uint64_t Times = 1;
};
} // namespace

/// The product that x / a / b divides x by; sets `Dividend` to x. nullopt: the divisor is not a
/// product, or may wrap.
static std::optional<Divisor> divisorOf(Arranger &Sums, Expr Quotient, Expr &Dividend) {
  Op O = Quotient->op();
  Divisor All;
  for (Dividend = Quotient; Dividend->op() == O; Dividend = Dividend->arg(0)) {
    auto By = Sums.polynomial(Dividend->arg(1));
    if (!By || By->size() != 1)
      return std::nullopt;
    const auto &[Of, Times] = *By->begin();
    if (static_cast<int64_t>(Times) <= 0 || Times > INT32_MAX / All.Times)
      return std::nullopt;
    llvm::append_range(All.Of, Of);
    All.Times *= Times;
  }
  llvm::sort(All.Of, ById());
  return All;
}

void cudafix::smt::boundQuotients(ExprContext &Ctx, Arranger &Sums,
                                  llvm::SmallVectorImpl<Expr> &Constraints) {
  constexpr size_t MaxQuotients = 8;
  llvm::SetVector<Expr> Quotients;
  for (Expr E : Constraints)
    ExprContext::visit(E, [&](Expr N) {
      if ((N->op() == Op::SDiv || N->op() == Op::UDiv) && !N->arg(1)->isConst() &&
          !Sums.isOfLaunch(N))
        Quotients.insert(N);
    });
  llvm::SmallVector<Expr, 8> Bounds;
  DigitBounds Known(Ctx, Sums, Constraints);
  for (Expr Q : llvm::ArrayRef(Quotients.getArrayRef()).take_front(MaxQuotients)) {
    Expr Dividend;
    std::optional<Divisor> By = divisorOf(Sums, Q, Dividend);
    Op Below = Q->op() == Op::SDiv ? Op::Slt : Op::Ult;
    if (!By || By->Of.empty())
      continue;
    for (Expr E : Constraints) {
      // A value below an unsigned number that is also positive as signed is itself non-negative,
      // and below it as signed.
      const bool Unsigned = E->op() == Op::Ult;
      const bool IsBound = (E->op() == Below || Unsigned) && E->arg(0) == Dividend &&
                           (E->op() == Below || Known.isAtLeast(E->arg(1), 0));
      auto Bound = IsBound ? Sums.polynomial(E->arg(1)) : std::nullopt;
      auto Rest =
          Bound && Bound->size() == 1 ? without(Bound->begin()->first, By->Of) : std::nullopt;
      const auto Times = Rest ? static_cast<int64_t>(Bound->begin()->second) : 0;
      if (Times <= 0 || Times % static_cast<int64_t>(By->Times) != 0)
        continue;
      Expr Most = Sums.sum({{*Rest, Times / By->Times}}, Q->width());
      Expr Holds = Ctx.make(Below, {Sums.arrange(Q), Most}, 1);
      const bool Natural = Unsigned || Known.isAtLeast(Dividend, 0);
      Expr Zero = Ctx.constant(0, Q->width());
      Bounds.push_back(Natural ? Holds : Ctx.lor(Ctx.slt(Dividend, Zero), Holds));
    }
  }
  llvm::append_range(Constraints, Bounds);
}
