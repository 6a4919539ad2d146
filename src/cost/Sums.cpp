// SPDX-License-Identifier: Apache-2.0
//
// Extreme values of a formula over the range of one symbol, and its sum over a counter.

#include "cost/Formula.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::cost;
using smt::Wide;

std::optional<Formula> Formulas::upper(const Formula &F, SymbolId S, bool &Exact) {
  return extreme(F, S, true, Exact);
}

std::optional<Formula> Formulas::lower(const Formula &F, SymbolId S, bool &Exact) {
  return extreme(F, S, false, Exact);
}

std::optional<Formula> Formulas::extremeOfAtom(AtomId A, SymbolId S, bool Upper, bool &Exact) {
  const Atom At = Atoms[A];
  switch (At.Kind) {
  case AtomKind::Symbol: {
    const SymbolRange *R = range(S);
    return R ? (Upper ? R->Hi : R->Lo) : std::nullopt;
  }
  case AtomKind::Quotient: {
    auto X = extreme(At.A, S, Upper, Exact);
    if (!X)
      return std::nullopt;
    if (!mentions(At.B, S))
      return quotient(*X, At.B);
    Exact = false;
    // A quotient with a non-negative dividend grows as its divisor shrinks.
    auto Y = isNonNegative(*X) ? extreme(At.B, S, !Upper, Exact) : std::nullopt;
    return Y && isNonNegative(*Y - Formula(1)) ? std::optional(quotient(*X, *Y)) : std::nullopt;
  }
  case AtomKind::Max:
  case AtomKind::Min: {
    auto X = extreme(At.A, S, Upper, Exact), Y = extreme(At.B, S, Upper, Exact);
    if (!X || !Y)
      return std::nullopt;
    // Usually only one operand depends on the symbol; if both do, their extremes may be at
    // different values of it.
    Exact &= !mentions(At.A, S) || !mentions(At.B, S);
    return At.Kind == AtomKind::Max ? max(*X, *Y) : min(*X, *Y);
  }
  case AtomKind::Digits: {
    auto X = extreme(At.A, S, Upper, Exact);
    return X ? std::optional(digits(*X)) : std::nullopt;
  }
  case AtomKind::Prefix: {
    if (llvm::any_of(At.Values, [](int64_t V) { return V < 0; }))
      return std::nullopt;
    auto X = extreme(At.A, S, Upper, Exact);
    return X ? std::optional(prefix(*X, At.Values)) : std::nullopt;
  }
  }
  return std::nullopt;
}

/// Takes each product that contains the symbol to its own extreme. If there are several, their
/// extremes may be at different values of the symbol.
std::optional<Formula> Formulas::extreme(const Formula &F, SymbolId S, bool Upper, bool &Exact) {
  if (!F.valid())
    return std::nullopt;
  if (!mentions(F, S))
    return F;
  // One linear occurrence with a factor of known sign has its extreme at an end of the range.
  Formula Slope, Rest;
  bool Linear = true;
  for (const auto &[P, Factor] : F.terms()) {
    unsigned Own = 0, Inside = 0;
    Product Others;
    for (AtomId A : P) {
      if (Atoms[A].Kind == AtomKind::Symbol && Atoms[A].Symbol == S)
        ++Own;
      else {
        Inside += mentions(A, S);
        Others.push_back(A);
      }
    }
    Linear &= Own <= 1 && !Inside;
    (Own ? Slope : Rest).add(Own ? Others : P, Factor);
  }
  const SymbolRange *R = range(S);
  if (!R)
    return std::nullopt;
  if (Linear) {
    for (bool Rising : {true, false})
      if (isNonNegative(Rising ? Slope : Formula(0) - Slope)) {
        const std::optional<Formula> &End = Rising == Upper ? R->Hi : R->Lo;
        return End ? std::optional(Rest + Slope * *End) : std::nullopt;
      }
  }
  Formula Sum;
  unsigned Moving = 0;
  for (const auto &[P, Factor] : F.terms()) {
    Formula T{Factor};
    bool Holds = llvm::any_of(P, [&](AtomId A) { return mentions(A, S); });
    Moving += Holds;
    bool Up = Upper == (Factor.N > 0);
    unsigned Movers = 0;
    for (AtomId A : P) {
      Formula Self;
      Self.add({A}, Ratio(1));
      if (Holds && P.size() > 1 && !isNonNegativeAtom(A))
        return std::nullopt;
      if (!mentions(A, S)) {
        T = T * Self;
        continue;
      }
      ++Movers;
      auto X = extremeOfAtom(A, S, Up, Exact);
      if (!X || (P.size() > 1 && !isNonNegative(*X)))
        return std::nullopt;
      T = T * *X;
    }
    (void)Movers;
    Sum += T;
  }
  if (Moving > 1)
    Exact = false;
  return Sum;
}

/// 0^P + 1^P + ... + (N - 1)^P.
static Formula powerSum(const Formula &N, unsigned Power) {
  Formula N2 = N * N, N3 = N2 * N;
  auto Of = [](std::initializer_list<std::pair<Formula, Ratio>> Terms) {
    Formula R;
    for (const auto &[F, Factor] : Terms)
      R += F * Formula(Factor);
    return R;
  };
  switch (Power) {
  case 0:
    return N;
  case 1:
    return Of({{N2, Ratio(1, 2)}, {N, Ratio(-1, 2)}});
  case 2:
    return Of({{N3, Ratio(1, 3)}, {N2, Ratio(-1, 2)}, {N, Ratio(1, 6)}});
  case 3:
    return Of({{N2 * N2, Ratio(1, 4)}, {N3, Ratio(-1, 2)}, {N2, Ratio(1, 4)}});
  default:
    return Formula(Ratio(0, 0));
  }
}

/// Replaces each atom that depends on S, other than S itself, with a polynomial in S that bounds
/// it, or with its extreme. The range of S must be set.
std::optional<Formula> Formulas::relaxed(const Formula &F, SymbolId S, const Formula &Count,
                                         bool Above, bool &Exact) {
  Formula R;
  for (const auto &[P, Factor] : F.terms()) {
    Formula T{Factor};
    bool Up = Above == (Factor.N > 0);
    bool Inside = llvm::any_of(
        P, [&](AtomId A) { return Atoms[A].Kind != AtomKind::Symbol && mentions(A, S); });
    for (AtomId A : P) {
      const Atom At = Atoms[A];
      Formula Self;
      Self.add({A}, Ratio(1));
      if (At.Kind == AtomKind::Symbol || !mentions(A, S)) {
        if (Inside && !isNonNegativeAtom(A))
          return std::nullopt;
        T = T * Self;
        continue;
      }
      std::optional<Formula> With;
      // A maximum (minimum) that one side always wins.
      if (At.Kind == AtomKind::Max || At.Kind == AtomKind::Min) {
        bool Max = At.Kind == AtomKind::Max;
        if (isNonNegative(At.A - At.B))
          With = Max ? At.A : At.B;
        else if (isNonNegative(At.B - At.A))
          With = Max ? At.B : At.A;
        if (With && mentions(*With, S)) {
          With = relaxed(*With, S, Count, Up, Exact);
          if (!With)
            return std::nullopt;
        }
      }
      auto By = At.Kind == AtomKind::Quotient ? At.B.constant() : std::nullopt;
      if (!With && By && isNonNegative(At.A)) {
        Exact = false;
        auto Part = relaxed(At.A, S, Count, Up, Exact);
        if (Part) {
          Formula Inverse{Ratio(By->D, By->N)};
          With = *Part * Inverse;
          if (!Up)
            With = *With - (At.B - Formula(1)) * Inverse;
        }
      }
      if (!With) {
        Exact = false;
        With = extremeOfAtom(A, S, Up, Exact);
      }
      if (!With || (P.size() > 1 && Up && !isNonNegative(*With)) || (P.size() > 1 && !Up))
        return std::nullopt;
      T = T * *With;
    }
    R += T;
  }
  return R;
}

std::optional<Formula> Formulas::sum(const Formula &F, SymbolId S, const Formula &Count, bool Above,
                                     bool &Exact) {
  if (!F.valid() || !Count.valid())
    return std::nullopt;
  if (!mentions(F, S))
    return F * Count;
  // A summand exists only if 0 <= S <= Count - 1.
  std::optional<SymbolRange> Before;
  if (const SymbolRange *R = range(S))
    Before = *R;
  Formula Turns = Count;
  // Where there is a turn, max(0, X) turns are X turns.
  if (Turns.terms().size() == 1 && Turns.terms().begin()->first.size() == 1 &&
      Turns.terms().begin()->second == Ratio(1))
    if (const Atom &M = Atoms[Turns.terms().begin()->first[0]];
        M.Kind == AtomKind::Max && (M.A.isZero() || M.B.isZero()))
      Turns = M.A.isZero() ? Formula(M.B) : Formula(M.A);
  Ranges[S] = {Formula(0), Turns - Formula(1)};
  NonNegative.clear();
  std::optional<Formula> Flat = relaxed(F, S, Count, Above, Exact);
  Ranges.erase(S);
  if (Before)
    Ranges[S] = *Before;
  NonNegative.clear();
  if (!Flat)
    return std::nullopt;
  Formula R;
  for (const auto &[P, Factor] : Flat->terms()) {
    unsigned Power = 0;
    Product Others;
    for (AtomId A : P)
      if (Atoms[A].Kind == AtomKind::Symbol && Atoms[A].Symbol == S)
        ++Power;
      else
        Others.push_back(A);
    Formula T;
    T.add(Others, Factor);
    R += T * powerSum(Count, Power);
  }
  return R.valid() ? std::optional(R) : std::nullopt;
}
