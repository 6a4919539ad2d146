// SPDX-License-Identifier: Apache-2.0
#include "cost/Formula.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace cudafix;
using namespace cudafix::cost;
using smt::Wide;

/// Larger numbers are given up; products of two smaller ones still fit 128 bits after a division.
static constexpr Wide Largest = Wide(1) << 96;

static bool fits(Wide X) { return X < Largest && X > -Largest; }

Ratio::Ratio(Wide Num, Wide Den) : N(Num), D(Den) {
  if (D == 0)
    return;
  Wide G = smt::gcd(N, D);
  if (D < 0)
    G = -G;
  N /= G;
  D /= G;
  if (!fits(N) || !fits(D))
    N = D = 0;
}

Ratio Ratio::operator+(const Ratio &O) const {
  Wide A, B, C, Sum;
  if (!valid() || !O.valid() || __builtin_mul_overflow(N, O.D, &A) ||
      __builtin_mul_overflow(O.N, D, &B) || __builtin_mul_overflow(D, O.D, &C) ||
      __builtin_add_overflow(A, B, &Sum))
    return Ratio(0, 0);
  return Ratio(Sum, C);
}

Ratio Ratio::operator*(const Ratio &O) const {
  Wide A, B;
  if (!valid() || !O.valid() || __builtin_mul_overflow(N, O.N, &A) ||
      __builtin_mul_overflow(D, O.D, &B))
    return Ratio(0, 0);
  return Ratio(A, B);
}

std::optional<int64_t> cudafix::cost::wholePart(const Ratio &R) {
  if (!R.valid())
    return std::nullopt;
  Wide Floor = smt::floorDiv(R.N, R.D);
  return Floor > INT64_MAX || Floor < INT64_MIN ? std::nullopt : std::optional(int64_t(Floor));
}

Formula::Formula(Wide K) { add({}, Ratio(K)); }
Formula::Formula(Ratio K) { add({}, K); }

void Formula::add(const Product &P, Ratio Factor) {
  Ratio &Sum = Terms.try_emplace(P, Ratio(0)).first->second;
  Sum = Sum + Factor;
  if (!Sum.valid()) {
    Valid = false;
    Terms.clear();
  } else if (Sum.N == 0) {
    Terms.erase(P);
  }
}

std::optional<Ratio> Formula::constant() const {
  if (!Valid || Terms.size() > 1 || (Terms.size() == 1 && !Terms.begin()->first.empty()))
    return std::nullopt;
  return Terms.empty() ? Ratio(0) : Terms.begin()->second;
}

static Formula invalid() { return Formula(Ratio(0, 0)); }

Formula Formula::operator+(const Formula &O) const {
  if (!Valid || !O.Valid)
    return invalid();
  Formula R = *this;
  for (const auto &[P, Factor] : O.Terms)
    if (R.Valid)
      R.add(P, Factor);
  return R;
}

Formula Formula::operator*(const Formula &O) const {
  constexpr size_t MaxTerms = 4096;
  if (!Valid || !O.Valid || Terms.size() * O.Terms.size() > MaxTerms)
    return invalid();
  Formula R;
  for (const auto &[P, F] : Terms)
    for (const auto &[Q, G] : O.Terms) {
      Product PQ = P;
      PQ.insert(PQ.end(), Q.begin(), Q.end());
      llvm::sort(PQ);
      if (R.Valid)
        R.add(PQ, F * G);
    }
  return R;
}

bool Atom::operator<(const Atom &O) const {
  return std::tie(Kind, Symbol, A, B, Values) < std::tie(O.Kind, O.Symbol, O.A, O.B, O.Values);
}

Formula Formulas::atomFormula(Atom A) {
  if (!A.A.valid() || !A.B.valid())
    return invalid();
  auto [It, New] = AtomOf.try_emplace(A, Atoms.size());
  if (New)
    Atoms.push_back(std::move(A));
  Formula R;
  R.add({It->second}, Ratio(1));
  return R;
}

Formula Formulas::symbol(SymbolId S) {
  Atom A;
  A.Symbol = S;
  return atomFormula(std::move(A));
}

static Wide floorOf(const Ratio &R) { return smt::floorDiv(R.N, R.D); }

Formula Formulas::quotient(const Formula &A, const Formula &B) {
  if (!A.valid() || !B.valid())
    return invalid();
  auto By = B.constant();
  if (By && By->N <= 0)
    return invalid();
  if (By && *By == Ratio(1)) {
    bool Whole = llvm::all_of(A.terms(), [](const auto &T) { return T.second.isInteger(); });
    if (Whole)
      return A;
  }
  if (auto K = A.constant(); K && By)
    return Formula(floorOf(*K * Ratio(By->D, By->N)));
  // Terms that the divisor divides can be taken out of the quotient.
  Formula Whole, Rest;
  if (By) {
    for (const auto &[P, Factor] : A.terms()) {
      Ratio Q = Factor * Ratio(By->D, By->N);
      if (!Q.valid())
        return invalid();
      Wide Floor = floorOf(Q);
      if (!P.empty() && !Q.isInteger())
        Floor = 0;
      if (Floor)
        Whole.add(P, Ratio(Floor));
      Ratio Left = Factor + *By * Ratio(-Floor);
      if (Left.N)
        Rest.add(P, Left);
    }
  } else {
    Rest = A;
  }
  if (!By && isNonNegative(Rest) && isNonNegative(B - Rest - Formula(1)))
    return Whole;
  if (By && Rest.constant())
    return Whole + Formula(floorOf(*Rest.constant() * Ratio(By->D, By->N)));
  // floor(floor(a / b) / c) is floor(a / (b * c)).
  if (By && Rest.terms().size() == 1 && Rest.terms().begin()->first.size() == 1 &&
      Rest.terms().begin()->second == Ratio(1) && By->isInteger()) {
    const Atom &Inner = Atoms[Rest.terms().begin()->first.front()];
    if (Inner.Kind == AtomKind::Quotient)
      return Whole + quotient(Formula(Inner.A), Formula(Inner.B) * B);
  }
  Atom Q;
  Q.Kind = AtomKind::Quotient;
  Q.A = Rest;
  Q.B = B;
  return Whole + atomFormula(std::move(Q));
}

/// An atom of a commutative operation: its operands are stored in a fixed order.
Formula Formulas::unordered(AtomKind Kind, const Formula &A, const Formula &B) {
  Atom M;
  M.Kind = Kind;
  M.A = std::min(A, B);
  M.B = std::max(A, B);
  return atomFormula(std::move(M));
}

Formula Formulas::max(const Formula &A, const Formula &B) {
  if (A == B || isNonNegative(A - B))
    return A;
  if (isNonNegative(B - A))
    return B;
  return unordered(AtomKind::Max, A, B);
}

Formula Formulas::min(const Formula &A, const Formula &B) {
  if (A == B || isNonNegative(B - A))
    return A;
  if (isNonNegative(A - B))
    return B;
  return unordered(AtomKind::Min, A, B);
}

static int64_t digitsOf(Wide X) {
  int64_t N = 0;
  for (; X > 0; X >>= 1)
    ++N;
  return N;
}

Formula Formulas::digits(const Formula &A) {
  if (auto K = A.constant())
    return Formula(digitsOf(floorOf(*K)));
  Atom D;
  D.Kind = AtomKind::Digits;
  D.A = A;
  return atomFormula(std::move(D));
}

static Wide prefixOf(llvm::ArrayRef<int64_t> Values, Wide Count) {
  Wide Sum = 0;
  for (size_t I = 0; I < Values.size() && Wide(I) < Count; ++I)
    Sum += Values[I];
  if (Count > Wide(Values.size()) && !Values.empty())
    Sum += (Count - Wide(Values.size())) * Values.back();
  return Sum;
}

Formula Formulas::prefix(const Formula &Count, std::vector<int64_t> Values) {
  while (Values.size() > 1 && Values.back() == Values[Values.size() - 2])
    Values.pop_back();
  if (Values.empty())
    return Formula(0);
  if (Values.size() == 1)
    return max(Formula(0), Count) * Formula(Values[0]);
  if (auto K = Count.constant())
    return Formula(prefixOf(Values, floorOf(*K)));
  Atom P;
  P.Kind = AtomKind::Prefix;
  P.A = Count;
  P.Values = std::move(Values);
  return atomFormula(std::move(P));
}

const SymbolRange *Formulas::range(SymbolId S) const {
  auto It = Ranges.find(S);
  return It == Ranges.end() ? nullptr : &It->second;
}

bool Formulas::mentions(AtomId A, SymbolId S) const {
  const Atom &At = Atoms[A];
  return At.Kind == AtomKind::Symbol ? At.Symbol == S : mentions(At.A, S) || mentions(At.B, S);
}

bool Formulas::mentions(const Formula &F, SymbolId S) const {
  return llvm::any_of(F.terms(), [&](const auto &T) {
    return llvm::any_of(T.first, [&](AtomId A) { return mentions(A, S); });
  });
}

std::set<SymbolId> Formulas::symbols(const Formula &F) const {
  std::set<SymbolId> All;
  for (const auto &[P, Factor] : F.terms())
    for (AtomId A : P) {
      const Atom &At = Atoms[A];
      if (At.Kind == AtomKind::Symbol) {
        All.insert(At.Symbol);
        continue;
      }
      for (const Formula *Of : {&At.A, &At.B})
        All.merge(symbols(*Of));
    }
  return All;
}

Formula Formulas::substitute(const Formula &F, SymbolId S, const Formula &With) {
  if (!F.valid() || !mentions(F, S))
    return F;
  Formula R;
  for (const auto &[P, Factor] : F.terms()) {
    Formula T{Factor};
    for (AtomId A : P) {
      if (!mentions(A, S)) {
        Formula Kept;
        Kept.add({A}, Ratio(1));
        T = T * Kept;
        continue;
      }
      Atom At = Atoms[A];
      switch (At.Kind) {
      case AtomKind::Symbol:
        T = T * With;
        break;
      case AtomKind::Quotient:
        T = T * quotient(substitute(At.A, S, With), substitute(At.B, S, With));
        break;
      case AtomKind::Max:
        T = T * max(substitute(At.A, S, With), substitute(At.B, S, With));
        break;
      case AtomKind::Min:
        T = T * min(substitute(At.A, S, With), substitute(At.B, S, With));
        break;
      case AtomKind::Digits:
        T = T * digits(substitute(At.A, S, With));
        break;
      case AtomKind::Prefix:
        T = T * prefix(substitute(At.A, S, With), At.Values);
        break;
      }
    }
    R += T;
  }
  return R;
}

std::optional<Ratio> Formulas::evaluate(const Formula &F, Valuation Value) const {
  if (!F.valid())
    return std::nullopt;
  Ratio Sum(0);
  for (const auto &[P, Factor] : F.terms()) {
    Ratio T = Factor;
    for (AtomId A : P) {
      const Atom &At = Atoms[A];
      if (At.Kind == AtomKind::Symbol) {
        auto V = Value(At.Symbol);
        if (!V)
          return std::nullopt;
        T = T * Ratio(*V);
        continue;
      }
      auto X = evaluate(At.A, Value), Y = evaluate(At.B, Value);
      if (!X || !Y)
        return std::nullopt;
      switch (At.Kind) {
      case AtomKind::Quotient: {
        if (Y->N <= 0)
          return std::nullopt;
        Ratio Q = *X * Ratio(Y->D, Y->N);
        if (!Q.valid())
          return std::nullopt;
        T = T * Ratio(floorOf(Q));
        break;
      }
      case AtomKind::Max:
        T = T * (*X < *Y ? *Y : *X);
        break;
      case AtomKind::Min:
        T = T * (*X < *Y ? *X : *Y);
        break;
      case AtomKind::Digits:
        T = T * Ratio(digitsOf(floorOf(*X)));
        break;
      default:
        T = T * Ratio(prefixOf(At.Values, floorOf(*X)));
      }
    }
    Sum = Sum + T;
    if (!Sum.valid())
      return std::nullopt;
  }
  return Sum;
}
