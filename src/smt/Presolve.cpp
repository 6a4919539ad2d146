// SPDX-License-Identifier: Apache-2.0
//
// Problem::propagate, which answers most race questions. Rounds of bound propagation, bounds of
// whole forms (x - y <= -1), substitution of equalities and mixed-radix splitting: 64*dy + 4*dx ==
// 0 with |dx| < 16 means dy == 0 and dx == 0.

#include "smt/Problem.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <iterator>
#include <map>
#include <optional>

using namespace cudafix;
using namespace cudafix::smt;
using Kind = Formula::Kind;

namespace {
struct Conflict {};

class Presolver {
public:
  /// `Digits`: numbers are written as digits, x as x / n * n + x % n; otherwise remainders are
  /// written as x - x / n * n.
  explicit Presolver(Problem &P, bool Digits = false) : P(P), Digits(Digits), Work(P.Required) {}
  void run(unsigned MaxRounds);

private:
  static constexpr unsigned MaxBounds = 3, MaxForms = 400, MaxDigits = 24, LongForm = 16;
  using Terms = llvm::SmallVector<std::pair<AtomId, Wide>, 4>;

  bool round();
  void addUnit(FormulaId F);
  FormulaId rewrite(FormulaId F);
  FormulaId rewriteNew(FormulaId F);
  FormulaId rewriteRequired(FormulaId F);
  template <typename Fn> FormulaId literal(FormulaId F, Fn RangeOf);
  bool isReplaced(AtomId A) const { return P.atom(A).Range.fixed() || Substitution.contains(A); }
  bool anyReplaced(const Linear &L) const {
    return llvm::any_of(L.Terms, [&](const auto &T) { return isReplaced(T.first); });
  }
  Linear substitute(const Linear &L) const;
  Interval range(const Linear &L) const;
  void boundForm(const Linear &L, Interval R);
  bool tighten(AtomId A, Interval R);
  void propagate(const Linear &L);
  void exclude(const Linear &L);
  void splitRadix(const Terms &T, Interval R);
  void eliminate(const Linear &L);
  void learnBounds(const Linear &L);
  Wide upper(const Linear &L) const;
  Wide upper(const Linear &L, unsigned Depth, unsigned &Left) const;
  void boundQuotients();
  void lineariseProducts();
  void checkUnits() const;

  Problem &P;
  bool Digits;
  std::vector<FormulaId> Work, Kept, Next;
  llvm::DenseMap<AtomId, Linear> Substitution;
  /// Bounds of forms with a positive leading coefficient, without their constant: those from unit
  /// clauses of the last round, which may decide literals of clauses, and those of this round.
  std::map<Terms, Interval> Forms, NewForms;
  llvm::DenseMap<FormulaId, FormulaId> Rewritten;
  std::vector<Linear> Equalities;
  /// Bounds of single atoms from unit clauses: A <= form, A >= form.
  llvm::DenseMap<AtomId, llvm::SmallVector<Linear, 2>> Above, Below;
  bool Changed = false;
};
} // namespace

Linear Presolver::substitute(const Linear &L) const {
  if (!anyReplaced(L))
    return L;
  Linear R(L.K);
  llvm::copy_if(L.Terms, std::back_inserter(R.Terms),
                [&](const auto &T) { return !isReplaced(T.first); });
  for (auto &[A, C] : L.Terms)
    if (P.atom(A).Range.fixed())
      R.K = exactAdd(R.K, exactMul(P.atom(A).Range.Lo, C));
    else if (auto It = Substitution.find(A); It != Substitution.end())
      R = R.plus(substitute(It->second), C);
  return R;
}

/// The terms with a positive leading coefficient; returns true if the sign was changed.
static bool normalise(const Linear &L, llvm::SmallVector<std::pair<AtomId, Wide>, 4> &T) {
  T = L.Terms;
  if (T.empty() || T[0].second > 0)
    return false;
  for (auto &X : T)
    X.second = -X.second;
  return true;
}

Interval Presolver::range(const Linear &L) const {
  Interval R = P.range(L);
  if (L.Terms.size() < 2)
    return R;
  Terms T;
  bool Turned = normalise(L, T);
  auto It = Forms.find(T);
  if (It == Forms.end())
    return R;
  Interval F = Turned ? -It->second : It->second;
  return R & (F + Interval{L.K, L.K});
}

/// Whether the range of its form decides a literal, and how.
static std::optional<bool> decidedBy(Kind K, Interval R) {
  if (K == Kind::Le)
    return R.Hi <= 0 ? std::optional(true) : R.Lo > 0 ? std::optional(false) : std::nullopt;
  const bool Eq = K == Kind::Eq;
  return !R.contains(0) ? std::optional(!Eq) : R.fixed() ? std::optional(Eq) : std::nullopt;
}

/// The literal with known values put in; `RangeOf` gives the range of a form.
template <typename Fn> FormulaId Presolver::literal(FormulaId F, Fn RangeOf) {
  const Formula &X = P.formula(F);
  if (!anyReplaced(X.L)) { // unchanged
    const std::optional<bool> Known = decidedBy(X.What, RangeOf(X.L));
    return Known ? P.truth(*Known) : F;
  }
  const Linear L = substitute(X.L);
  if (const std::optional<bool> Known = decidedBy(X.What, RangeOf(L)))
    return P.truth(*Known);
  return X.What == Kind::Le ? P.le(L) : X.What == Kind::Eq ? P.eq(L) : P.ne(L);
}

FormulaId Presolver::rewrite(FormulaId F) {
  auto It = Rewritten.find(F);
  if (It != Rewritten.end())
    return It->second;
  FormulaId R = rewriteNew(F);
  Rewritten[F] = R;
  return R;
}

/// Rewrites a required literal, which must not be dropped because of bounds that it implied itself.
FormulaId Presolver::rewriteRequired(FormulaId F) {
  const Formula &X = P.formula(F);
  if (X.What != Kind::Le && X.What != Kind::Eq && X.What != Kind::Ne)
    return rewrite(F);
  return literal(F, [&](const Linear &L) { return P.range(L); });
}

FormulaId Presolver::rewriteNew(FormulaId F) {
  const Formula &X = P.formula(F);
  switch (X.What) {
  case Kind::True:
  case Kind::False:
    return F;
  case Kind::Le:
  case Kind::Eq:
  case Kind::Ne:
    return literal(F, [&](const Linear &L) { return range(L); });
  case Kind::And:
  case Kind::Or:
    break;
  }
  llvm::SmallVector<FormulaId, 8> Subs;
  for (FormulaId S : X.Subs)
    Subs.push_back(rewrite(S));
  if (llvm::ArrayRef(Subs) == llvm::ArrayRef(X.Subs))
    return F;
  return X.What == Kind::And ? P.land(Subs) : P.lor(Subs);
}

bool Presolver::tighten(AtomId A, Interval R) {
  Interval Old = P.atom(A).Range, New = Old & R;
  if (New.empty())
    throw Conflict();
  if (New.Lo == Old.Lo && New.Hi == Old.Hi)
    return false;
  P.atom(A).Range = New;
  Changed = true;
  return true;
}

/// Tightens the bounds of each atom of L by L <= 0.
void Presolver::propagate(const Linear &L) {
  // Tightening the upper end of an atom does not change the atom's least contribution to the sum.
  const unsigned N = L.Terms.size();
  llvm::SmallVector<Wide, 8> Before(N + 1, L.K), Behind(N + 1, 0); // least sums of the other atoms
  auto Least = [&](unsigned I) { return (P.atom(L.Terms[I].first).Range * L.Terms[I].second).Lo; };
  for (unsigned I = 0; I < N; ++I) {
    Before[I + 1] = satAdd(Before[I], Least(I));
    Behind[N - 1 - I] = satAdd(Behind[N - I], Least(N - 1 - I));
  }
  for (unsigned I = 0; I < N; ++I) {
    const Wide Rest = satAdd(Before[I], Behind[I + 1]);
    if (Rest <= -Infinity)
      continue;
    auto [A, C] = L.Terms[I];
    if (C > 0)
      tighten(A, {-Infinity, floorDiv(-Rest, C)});
    else
      tighten(A, {ceilDiv(Rest, -C), Infinity});
  }
}

/// L has one atom: removes an end of its range that L != 0 excludes.
void Presolver::exclude(const Linear &L) {
  if (L.Terms.size() != 1)
    return;
  auto [A, C] = L.Terms[0];
  Interval R = P.atom(A).Range;
  if (L.K % C)
    return;
  Wide V = -L.K / C;
  if (R.Lo == V)
    tighten(A, {V + 1, Infinity});
  else if (R.Hi == V)
    tighten(A, {-Infinity, V - 1});
}

void Presolver::boundForm(const Linear &L, Interval R) {
  if (L.Terms.size() < 2)
    return;
  Terms T;
  Linear Form = L;
  Form.K = 0;
  R = R + Interval{-L.K, -L.K};
  if (normalise(L, T))
    R = -R;
  Form.Terms = T;
  auto [It, New] = NewForms.try_emplace(T, P.range(Form));
  It->second = It->second & R;
  if (It->second.empty())
    throw Conflict();
}

/// Splits lo <= small + g*big <= hi if `big` can be only one multiple of g.
void Presolver::splitRadix(const Terms &T, Interval R) {
  if (!R.bounded() || T.size() > MaxDigits)
    return;
  Terms S(T);
  auto size = [](const auto &T) { return T.second < 0 ? -T.second : T.second; };
  llvm::sort(S, [&](auto &A, auto &B) {
    return std::pair(size(A), A.first) < std::pair(size(B), B.first);
  });
  for (unsigned N = 1; N < S.size(); ++N) {
    Linear Small, Big;
    for (unsigned I = 0; I < S.size(); ++I) {
      Linear &L = I < N ? Small : Big;
      L = L.plus(Linear::atom(S[I].first), S[I].second);
    }
    Wide G = Big.content();
    Interval Reach = (R + -range(Small)) & range(Big);
    if (!Reach.bounded())
      continue;
    Wide First = ceilDiv(Reach.Lo, G), Last = floorDiv(Reach.Hi, G);
    if (First > Last)
      throw Conflict();
    if (First != Last)
      continue;
    Equalities.push_back(Big - Linear(First * G));
    Interval Left = R + Interval{-First * G, -First * G};
    if (Left.fixed()) {
      Equalities.push_back(Small - Linear(Left.Lo));
    } else {
      Next.push_back(P.le(Small - Linear(Left.Hi)));
      Next.push_back(P.le(Linear(Left.Lo) - Small));
    }
    return;
  }
}

/// Records L <= 0 as bounds of its atoms with coefficient 1 or -1 by the other ones.
void Presolver::learnBounds(const Linear &L) {
  if (L.Terms.size() < 2 || L.Terms.size() > 4)
    return;
  for (auto [A, C] : L.Terms) {
    if (C != 1 && C != -1)
      continue;
    auto &Known = (C == 1 ? Above : Below)[A];
    if (Known.size() < MaxBounds)
      Known.push_back(Linear::atom(A) - L * C);
  }
}

/// An upper bound of a form that also uses the unit clauses' bounds of its atoms, so that
/// blockIdx*blockDim + threadIdx stays below gridDim*blockDim. `Left`: how many forms may still be
/// visited.
Wide Presolver::upper(const Linear &L, unsigned Depth, unsigned &Left) const {
  P.Effort += L.Terms.size() > LongForm ? L.Terms.size() : 0;
  Wide Best = range(L).Hi;
  for (unsigned I = 0; Depth && I < L.Terms.size(); ++I) {
    auto [A, C] = L.Terms[I];
    const auto &Bounds = C > 0 ? Above : Below;
    auto It = Bounds.find(A);
    if (It == Bounds.end())
      continue;
    for (const Linear &B : It->second)
      if (Left > 0) {
        --Left;
        Best = std::min(Best, upper(L.plus(Linear::atom(A), -C).plus(B, C), Depth - 1, Left));
      }
  }
  return Best;
}

Wide Presolver::upper(const Linear &L) const {
  unsigned Left = MaxForms; // their number grows quadratically with the number of atoms
  return upper(L, 2, Left);
}

void Presolver::boundQuotients() {
  for (const WrapAround &W : P.Wraps) {
    if (P.atom(W.Quotient).Range.fixed())
      continue;
    Linear L = substitute(W.Form);
    Wide Hi = upper(L), Lo = -upper(-L);
    if (Hi < Infinity)
      tighten(W.Quotient, {-Infinity, floorDiv(Hi - W.Lo, W.Modulus)});
    if (Lo > -Infinity)
      tighten(W.Quotient, {floorDiv(Lo - W.Lo, W.Modulus), Infinity});
  }
}

void Presolver::lineariseProducts() {
  for (const Product &X : P.Products) {
    Linear A = substitute(X.X), F = substitute(X.Factor);
    if (A.isConst() || F.isConst())
      Equalities.push_back(Linear::atom(X.Value) - (F.isConst() ? A * F.K : F * A.K));
  }
}

/// Finds unit clauses that contradict each other.
void Presolver::checkUnits() const {
  for (FormulaId F : Next) {
    const Formula &X = P.formula(F);
    if (X.What == Kind::Le && upper(-X.L) < 0)
      throw Conflict();
  }
}

void Presolver::addUnit(FormulaId F) {
  const Formula &X = P.formula(F);
  switch (X.What) {
  case Kind::True:
    return;
  case Kind::False:
    throw Conflict();
  case Kind::And:
    for (FormulaId S : X.Subs)
      addUnit(S);
    return;
  case Kind::Le:
    propagate(X.L);
    learnBounds(X.L);
    boundForm(X.L, {-Infinity, 0});
    break;
  case Kind::Eq:
    Equalities.push_back(X.L);
    break;
  case Kind::Ne:
    exclude(X.L);
    break;
  case Kind::Or:
    break;
  }
  Next.push_back(F);
}

/// Solves an equality for its latest atom with coefficient 1 or -1 and substitutes the rest for it.
void Presolver::eliminate(const Linear &Original) {
  Linear L = substitute(Original);
  if (L.isConst()) {
    if (L.K)
      throw Conflict();
    return;
  }
  if (L.K % L.content())
    throw Conflict();
  propagate(L);
  propagate(-L);
  auto IsUnit = [](const auto &T) { return T.second == 1 || T.second == -1; };
  const bool IsNumber =
      Digits && L.Terms.size() == 3 && IsUnit(L.Terms[0]) && llvm::count_if(L.Terms, IsUnit) == 2;
  auto At = IsNumber ? L.Terms.rend() - 1 : std::find_if(L.Terms.rbegin(), L.Terms.rend(), IsUnit);
  if (At == L.Terms.rend())
    return Next.push_back(P.eq(L));
  auto [A, C] = *At;
  Kept.push_back(P.eq(L));
  Substitution[A] = Linear::atom(A) - L * C;
  Changed = true;
}

bool Presolver::round() {
  Changed = false;
  Rewritten.clear();
  Next.clear();
  Above.clear();
  Below.clear();
  std::vector<FormulaId> Now = std::move(Work);
  for (FormulaId F : Now)
    addUnit(rewriteRequired(F));
  for (FormulaId F : Kept) {
    const Formula &X = P.formula(F);
    if (X.What == Kind::False)
      throw Conflict();
    propagate(X.L);
    propagate(-X.L);
  }
  checkUnits();
  boundQuotients();
  lineariseProducts();
  std::vector<Linear> E = std::move(Equalities);
  Equalities.clear();
  for (Linear &L : E) {
    Terms T;
    bool Turned = normalise(L, T);
    Wide K = Turned ? L.K : -L.K;
    splitRadix(T, {K, K});
    Equalities.push_back(L);
  }
  for (auto &[T, R] : NewForms) {
    // A bound that turns out to be an equality is found below through `Equalities`.
    if (R.fixed()) {
      Linear L(-R.Lo);
      L.Terms = T;
      Equalities.push_back(L);
    }
    splitRadix(T, R);
  }
  Changed |= Forms != NewForms;
  Forms = std::move(NewForms);
  NewForms.clear();
  E = std::move(Equalities);
  Equalities.clear();
  for (Linear &L : E)
    eliminate(L);
  llvm::sort(Next);
  Next.erase(std::unique(Next.begin(), Next.end()), Next.end());
  bool Same = Next == Now;
  Work = Next;
  return Changed || !Same;
}

void Presolver::run(unsigned MaxRounds) {
  for (unsigned I = 0; I < MaxRounds && round(); ++I)
    ;
  llvm::append_range(Work, Kept);
  P.Required = Work;
}

bool Problem::propagate(unsigned MaxRounds, bool Digits) {
  try {
    Presolver(*this, Digits).run(MaxRounds);
    return true;
  } catch (Conflict) {
    return false;
  }
}
