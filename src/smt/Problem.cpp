// SPDX-License-Identifier: Apache-2.0
//
// Building formulas, simplified by gcds and by the bounds of atoms.

#include "smt/Problem.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace cudafix;
using namespace cudafix::smt;
using Kind = Formula::Kind;

Problem::Problem() : Index(64, HashOf{this}, SameAs{this}) {
  unique(Kind::False, Linear());
  unique(Kind::True, Linear());
}

AtomId Problem::addAtom(Interval Range, Uniformity Level, Expr Application) {
  Atoms.push_back({Range, Level, Application});
  return Atoms.size() - 1;
}

Interval Problem::range(const Linear &L) const {
  Interval R{L.K, L.K};
  for (auto &[A, C] : L.Terms)
    R = R + Atoms[A].Range * C;
  return R;
}

Uniformity Problem::level(const Linear &L) const {
  Uniformity U = Uniformity::Launch;
  for (auto &[A, C] : L.Terms)
    U = std::max(U, Atoms[A].Level);
  return U;
}

size_t Problem::HashOf::operator()(FormulaId F) const {
  const Formula &X = P->Formulas[F];
  llvm::hash_code H = llvm::hash_combine(X.What, static_cast<uint64_t>(X.L.K),
                                         llvm::hash_combine_range(X.Subs.begin(), X.Subs.end()));
  for (auto &[A, C] : X.L.Terms)
    H = llvm::hash_combine(H, A, static_cast<uint64_t>(C));
  return H;
}

bool Problem::SameAs::operator()(FormulaId A, FormulaId B) const {
  const Formula &X = P->Formulas[A], &Y = P->Formulas[B];
  return X.What == Y.What && X.L == Y.L && X.Subs == Y.Subs;
}

FormulaId Problem::unique(Kind K, Linear L, llvm::ArrayRef<FormulaId> Subs) {
  FormulaId Candidate = Formulas.size();
  Formulas.push_back({K, std::move(L), llvm::SmallVector<FormulaId, 2>(Subs)});
  auto [It, New] = Index.insert(Candidate);
  if (!New)
    Formulas.pop_back();
  return *It;
}

FormulaId Problem::le(const Linear &L) {
  Interval R = range(L);
  if (R.Hi <= 0 || R.Lo > 0)
    return truth(R.Hi <= 0);
  Wide G = L.content();
  if (G <= 1)
    return unique(Kind::Le, L);
  Linear N(ceilDiv(L.K, G));
  for (auto &[A, C] : L.Terms)
    N.Terms.push_back({A, C / G});
  R = range(N);
  return R.Lo > 0 ? truth(false) : R.Hi <= 0 ? truth(true) : unique(Kind::Le, std::move(N));
}

FormulaId Problem::eq(const Linear &L) {
  Interval R = range(L);
  if (!R.contains(0))
    return truth(false);
  if (R.fixed())
    return truth(true);
  Wide G = L.content();
  if (L.K % G)
    return truth(false);
  if (L.Terms[0].second < 0)
    G = -G;
  Linear N(L.K / G);
  for (auto &[A, C] : L.Terms)
    N.Terms.push_back({A, C / G});
  return unique(Kind::Eq, std::move(N));
}

FormulaId Problem::ne(const Linear &L) {
  FormulaId E = eq(L);
  if (E <= 1)
    return truth(!E);
  return unique(Kind::Ne, Formulas[E].L);
}

FormulaId Problem::junction(Kind K, llvm::ArrayRef<FormulaId> Subs) {
  FormulaId Neutral = truth(K == Kind::And), Absorbing = truth(K == Kind::Or);
  llvm::SmallVector<FormulaId, 8> S;
  for (FormulaId F : Subs) {
    if (F == Absorbing)
      return F;
    if (Formulas[F].What == K)
      S.append(Formulas[F].Subs.begin(), Formulas[F].Subs.end());
    else if (F != Neutral)
      S.push_back(F);
  }
  llvm::sort(S);
  S.erase(std::unique(S.begin(), S.end()), S.end());
  if (S.empty())
    return Neutral;
  return S.size() == 1 ? S[0] : unique(K, Linear(), S);
}

FormulaId Problem::land(llvm::ArrayRef<FormulaId> S) { return junction(Kind::And, S); }
FormulaId Problem::lor(llvm::ArrayRef<FormulaId> S) { return junction(Kind::Or, S); }

FormulaId Problem::lnot(FormulaId F) {
  const Formula &X = Formulas[F];
  switch (X.What) {
  case Kind::True:
  case Kind::False:
    return truth(X.What == Kind::False);
  case Kind::Le:
    return le(-X.L + Linear(1));
  case Kind::Eq:
    return ne(Linear(X.L));
  case Kind::Ne:
    return eq(Linear(X.L));
  case Kind::And:
  case Kind::Or:
    break;
  }
  Kind Dual = X.What == Kind::And ? Kind::Or : Kind::And;
  llvm::SmallVector<FormulaId, 8> S(X.Subs.begin(), X.Subs.end());
  for (FormulaId &Sub : S)
    Sub = lnot(Sub);
  return junction(Dual, S);
}

FormulaId Problem::iff(FormulaId A, FormulaId B) {
  return land({lor({lnot(A), B}), lor({A, lnot(B)})});
}
