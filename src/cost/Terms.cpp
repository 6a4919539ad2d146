// SPDX-License-Identifier: Apache-2.0
#include "cost/Terms.h"
#include "llvm/Support/MathExtras.h"

using namespace cudafix;
using namespace cudafix::cost;

static Bounds exactly(Formula V) { return {V, V}; }

Bounds Terms::of(Expr E) {
  constexpr unsigned MaxDepth = 200;
  if (auto It = Done.find(E); It != Done.end())
    return It->second;
  if (Depth > MaxDepth)
    return {};
  ++Depth;
  Bounds B = compute(E);
  --Depth;
  if (B.Lo && !B.Lo->valid())
    B.Lo.reset();
  if (B.Hi && !B.Hi->valid())
    B.Hi.reset();
  Done[E] = B;
  return B;
}

/// The number of turns of a loop, in the given turns of the loops around it.
Bounds Terms::exitOf(Expr E, LoopId Loop) {
  auto It = Exits.find(Loop);
  Bounds R{Formula(0), std::nullopt};
  if (It == Exits.end())
    return R;
  R = It->second;
  std::vector<SymbolId> Around;
  for (LoopId P = L.K.Loops[Loop].Parent; P != NoId; P = L.K.Loops[P].Parent)
    Around.insert(Around.begin(), L.K.Loops[P].Counter);
  for (size_t I = 0; I < Around.size(); ++I) {
    Bounds Turn = I < E->args().size() ? of(E->arg(I)) : Bounds();
    bool Exact = true;
    if (R.Hi)
      R.Hi = Turn.exact() ? F.substitute(*R.Hi, Around[I], *Turn.Lo)
                          : F.upper(*R.Hi, Around[I], Exact);
    if (R.Lo)
      R.Lo = Turn.exact() ? F.substitute(*R.Lo, Around[I], *Turn.Lo)
                          : F.lower(*R.Lo, Around[I], Exact);
  }
  return R;
}

Bounds Terms::apply(Expr E) {
  const Symbol &S = C.symbol(E->symbol());
  if (auto V = E->args().empty() ? L.Known.value(E->symbol()) : std::nullopt)
    return exactly(Formula(llvm::SignExtend64(*V, std::max(2u, S.Width))));
  switch (S.Kind) {
  case SymbolKind::ThreadIdx:
    return exactly(L.Thread[S.Index]);
  case SymbolKind::BlockDim:
    return exactly(L.Block[S.Index]);
  case SymbolKind::GridDim:
    return exactly(L.Grid[S.Index]);
  case SymbolKind::BlockIdx:
  case SymbolKind::Parameter:
  case SymbolKind::Counter:
    return exactly(F.symbol(E->symbol()));
  case SymbolKind::Fresh:
    return exactly(F.symbol(E->symbol()));
  case SymbolKind::Exit:
    return exitOf(E, S.Index);
  case SymbolKind::Load:
  case SymbolKind::Opaque:
    break;
  }
  Bounds B;
  if (S.Lo != INT64_MIN)
    B.Lo = Formula(S.Lo);
  else if (!S.Signed)
    B.Lo = Formula(0);
  if (S.Hi != INT64_MAX)
    B.Hi = Formula(S.Hi);
  else if (S.Width <= 16)
    B.Hi = Formula((int64_t(1) << S.Width) - 1);
  if (S.Width <= 16 && !B.Lo)
    B.Lo = Formula(S.Width == 1 ? 0 : -(int64_t(1) << (S.Width - 1)));
  return B;
}

Bounds Terms::product(const Bounds &A, const Bounds &B) {
  if (A.exact() && B.exact())
    return exactly(*A.Lo * *B.Lo);
  for (const auto &[X, Y] : {std::pair(&A, &B), std::pair(&B, &A)})
    if (X->exact()) {
      Bounds R;
      bool Up = F.isNonNegative(*X->Lo), Down = !Up && F.isNonNegative(Formula(0) - *X->Lo);
      if (!Up && !Down)
        return {};
      const auto &Lo = Up ? Y->Lo : Y->Hi, &Hi = Up ? Y->Hi : Y->Lo;
      if (Lo)
        R.Lo = *X->Lo * *Lo;
      if (Hi)
        R.Hi = *X->Lo * *Hi;
      return R;
    }
  if (A.Lo && B.Lo && F.isNonNegative(*A.Lo) && F.isNonNegative(*B.Lo)) {
    Bounds R;
    R.Lo = *A.Lo * *B.Lo;
    if (A.Hi && B.Hi)
      R.Hi = *A.Hi * *B.Hi;
    return R;
  }
  return {};
}

/// Signed division rounds towards 0, which is downwards for non-negative numbers.
Bounds Terms::divide(const Bounds &A, const Bounds &B, bool Signed) {
  Bounds R;
  if (!B.Lo || !F.isNonNegative(*B.Lo - Formula(1)))
    return R;
  bool Positive = A.Lo && F.isNonNegative(*A.Lo);
  if (B.exact()) {
    // Exact also where a condition keeps a difference from being negative: see `select`.
    if (A.exact() && (Positive || !Signed))
      return exactly(F.quotient(*A.Lo, *B.Lo));
    if (A.Hi)
      R.Hi = Positive ? F.quotient(*A.Hi, *B.Lo) : F.max(Formula(0), F.quotient(*A.Hi, *B.Lo));
    if (A.Lo)
      R.Lo = Positive ? F.quotient(*A.Lo, *B.Lo) : F.min(Formula(0), F.quotient(*A.Lo, *B.Lo));
    return R;
  }
  if (Positive)
    R.Lo = B.Hi ? F.quotient(*A.Lo, *B.Hi) : Formula(0);
  if (Positive && A.Hi)
    R.Hi = F.quotient(*A.Hi, *B.Lo);
  return R;
}

Bounds Terms::remainder(const Bounds &A, const Bounds &B) {
  Bounds R;
  if (!A.Lo || !F.isNonNegative(*A.Lo) || !B.Lo || !F.isNonNegative(*B.Lo - Formula(1)))
    return R;
  if (A.exact() && B.exact())
    return exactly(*A.Lo - *B.Lo * F.quotient(*A.Lo, *B.Lo));
  R.Lo = Formula(0);
  if (B.Hi)
    R.Hi = *B.Hi - Formula(1);
  return R;
}

Bounds Terms::masked(const Bounds &A, const Bounds &B) {
  for (const auto &[X, Y] : {std::pair(&A, &B), std::pair(&B, &A)}) {
    auto Mask = X->exact() ? X->Lo->constant() : std::nullopt;
    if (!Mask)
      continue;
    smt::Wide M = Mask->N;
    if (M < 0) { // rounds down to a multiple of a power of two
      smt::Wide Step = -M;
      if (Step & (Step - 1))
        return {};
      Bounds R;
      Formula By(Step);
      if (Y->Lo)
        R.Lo = F.quotient(*Y->Lo, By) * By;
      if (Y->Hi)
        R.Hi = F.quotient(*Y->Hi, By) * By;
      return R;
    }
    if (!(M & (M + 1)) && Y->exact() && F.isNonNegative(*Y->Lo))
      return remainder(*Y, exactly(Formula(M + 1)));
    return {Formula(0), Formula(M)};
  }
  if (A.Lo && F.isNonNegative(*A.Lo) && A.Hi && B.Lo && F.isNonNegative(*B.Lo))
    return {Formula(0), A.Hi};
  return {};
}

Bounds Terms::select(Expr E) {
  Expr Cond = E->arg(0);
  Bounds A = of(E->arg(1)), B = of(E->arg(2));
  bool Less = Cond->op() == Op::Slt || Cond->op() == Op::Ult;
  bool LessEqual = Cond->op() == Op::Sle || Cond->op() == Op::Ule;
  if (Less || LessEqual) {
    Bounds X = of(Cond->arg(0)), Y = of(Cond->arg(1));
    if (X.exact() && Y.exact() && A.exact() && B.exact()) {
      if (*A.Lo == *X.Lo && *B.Lo == *Y.Lo)
        return exactly(F.min(*A.Lo, *B.Lo));
      if (*A.Lo == *Y.Lo && *B.Lo == *X.Lo)
        return exactly(F.max(*A.Lo, *B.Lo));
      // A count that is positive exactly where its condition holds.
      Formula Gap = *Y.Lo - *X.Lo + Formula(LessEqual);
      if (B.Lo->isZero() && *A.Lo == Gap)
        return exactly(F.max(Formula(0), *A.Lo));
      for (const auto &[P, Factor] : A.Lo->terms()) {
        if (P.size() != 1 || F.atom(P[0]).Kind != AtomKind::Quotient || !B.Lo->isZero())
          continue;
        const Formula Step = F.atom(P[0]).B;
        if (*A.Lo == F.quotientUp(Gap, Step))
          return exactly(F.max(Formula(0), *A.Lo));
      }
    }
  }
  Bounds R;
  if (A.Lo && B.Lo)
    R.Lo = F.min(*A.Lo, *B.Lo);
  if (A.Hi && B.Hi)
    R.Hi = F.max(*A.Hi, *B.Hi);
  return R;
}

Bounds Terms::compute(Expr E) {
  if (E->isConst())
    return exactly(Formula(E->width() == 1 ? int64_t(E->value()) : E->signedValue()));
  if (E->op() == Op::Apply)
    return apply(E);
  if (E->op() == Op::Ite)
    return select(E);
  if (E->width() == 1)
    return {Formula(0), Formula(1)};
  Bounds A = of(E->arg(0)), B = E->args().size() > 1 ? of(E->arg(1)) : Bounds(), R;
  auto Amount = [&]() -> std::optional<Formula> {
    auto By = B.exact() ? B.Lo->constant() : std::nullopt;
    if (!By || By->N < 0 || By->N > 62)
      return std::nullopt;
    return Formula(smt::Wide(1) << unsigned(By->N));
  };
  switch (E->op()) {
  case Op::Add:
    if (A.Lo && B.Lo)
      R.Lo = *A.Lo + *B.Lo;
    if (A.Hi && B.Hi)
      R.Hi = *A.Hi + *B.Hi;
    return R;
  case Op::Sub:
    if (A.Lo && B.Hi)
      R.Lo = *A.Lo - *B.Hi;
    if (A.Hi && B.Lo)
      R.Hi = *A.Hi - *B.Lo;
    return R;
  case Op::Mul:
    return product(A, B);
  case Op::UDiv:
  case Op::SDiv:
    return divide(A, B, E->op() == Op::SDiv);
  case Op::URem:
  case Op::SRem:
    return remainder(A, B);
  case Op::Shl:
    if (auto By = Amount())
      return product(A, exactly(*By));
    return R;
  case Op::LShr:
  case Op::AShr:
    if (auto By = Amount())
      return A.Lo && F.isNonNegative(*A.Lo) ? divide(A, exactly(*By), false)
             : E->op() == Op::AShr && A.exact()
                 ? exactly(F.quotient(*A.Lo, *By))
                 : Bounds{std::nullopt, A.Hi && E->op() == Op::AShr
                                            ? std::optional(F.quotient(*A.Hi, *By))
                                            : std::nullopt};
    if (A.Lo && F.isNonNegative(*A.Lo))
      return {Formula(0), A.Hi};
    return R;
  case Op::And:
    return masked(A, B);
  case Op::ZExt:
    if (E->arg(0)->width() == 1)
      return A;
    if (A.exact() || (A.Lo && F.isNonNegative(*A.Lo)))
      return A;
    return {Formula(0), std::nullopt};
  case Op::SExt:
    return A;
  case Op::Trunc:
    return E->width() >= 16 && A.exact()    ? A
           : A.Lo && F.isNonNegative(*A.Lo) ? Bounds{std::nullopt, A.Hi}
                                            : R;
  default:
    return R;
  }
}

std::string Terms::dataOf(Expr E) const {
  std::string Text;
  ExprContext::visit(E, [&](Expr N) {
    if (N->op() != Op::Apply || !Text.empty())
      return;
    const Symbol &S = C.symbol(N->symbol());
    if (S.Kind == SymbolKind::Load || S.Kind == SymbolKind::Opaque)
      Text = S.Name;
    if (S.Kind == SymbolKind::Exit)
      Text = "how often an earlier loop runs";
  });
  return Text;
}
