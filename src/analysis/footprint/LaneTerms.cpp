// SPDX-License-Identifier: Apache-2.0

#include "analysis/footprint/LaneTerms.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace cudafix;
using namespace cudafix::analysis;

static constexpr size_t MaxTerms = 64;

/// Addresses are numbers modulo 2^64.
static int64_t wrappingAdd(int64_t A, int64_t B) { return int64_t(uint64_t(A) + uint64_t(B)); }
static int64_t wrappingMul(int64_t A, int64_t B) { return int64_t(uint64_t(A) * uint64_t(B)); }

PartId LaneTerms::intern(Terms T) {
  if (T.empty())
    return 0;
  auto [It, New] = PartOf.try_emplace(std::move(T), Parts.size());
  if (New)
    Parts.push_back(It->first);
  return It->second;
}

LaneForm LaneTerms::atom(uint64_t Tag, llvm::ArrayRef<LaneForm> Args, AtomKind Kind, Expr Origin,
                         smt::Interval Bounds) {
  auto [It, New] = AtomOf.try_emplace({Tag, Args.vec()});
  if (New) {
    Product Alone{AtomId(Atoms.size())};
    Atoms.push_back({Kind, Origin, Bounds});
    It->second = {intern({{Alone, 1}}), 0};
  }
  return It->second;
}

LaneForm LaneTerms::add(LaneForm A, LaneForm B, int64_t Scale) {
  LaneForm R{0, wrappingAdd(A.K, wrappingMul(B.K, Scale))};
  if (!B.Part || !Scale) {
    R.Part = A.Part;
    return R;
  }
  auto [It, New] = Sums.try_emplace({A.Part, B.Part, Scale}, 0);
  if (New) {
    std::map<Product, int64_t> Sum(Parts[A.Part].begin(), Parts[A.Part].end());
    for (const auto &[P, Factor] : Parts[B.Part])
      Sum[P] = wrappingAdd(Sum[P], wrappingMul(Factor, Scale));
    std::erase_if(Sum, [](const auto &T) { return T.second == 0; });
    It->second = intern(Terms(Sum.begin(), Sum.end()));
  }
  R.Part = It->second;
  return R;
}

std::optional<LaneForm> LaneTerms::multiply(LaneForm A, LaneForm B) {
  if (B.isConst())
    return scale(A, B.K);
  if (A.isConst())
    return scale(B, A.K);
  if (Parts[A.Part].size() * Parts[B.Part].size() > MaxTerms)
    return std::nullopt;
  std::map<Product, int64_t> Sum;
  for (const auto &[P, F] : Parts[A.Part])
    for (const auto &[Q, G] : Parts[B.Part]) {
      Product PQ(P);
      PQ.append(Q.begin(), Q.end());
      llvm::sort(PQ);
      Sum[PQ] = wrappingAdd(Sum[PQ], wrappingMul(F, G));
    }
  std::erase_if(Sum, [](const auto &T) { return T.second == 0; });
  LaneForm R{intern(Terms(Sum.begin(), Sum.end())), 0};
  R = add(R, {A.Part, 0}, B.K);
  R = add(R, {B.Part, 0}, A.K);
  R.K = wrappingMul(A.K, B.K);
  return R;
}

AtomKind LaneTerms::kind(PartId P) const {
  AtomKind Most = AtomKind::Uniform;
  for (const auto &[Prod, F] : Parts[P])
    for (AtomId A : Prod)
      Most = std::max(Most, Atoms[A].Kind);
  return Most;
}

Expr LaneTerms::origin(PartId P, AtomKind Kind) const {
  for (const auto &[Prod, F] : Parts[P])
    for (AtomId A : Prod)
      if (Atoms[A].Kind == Kind)
        return Atoms[A].Origin;
  return Expr();
}

uint64_t LaneTerms::content(PartId P, uint64_t Limit) const {
  uint64_t G = Limit;
  for (const auto &[Prod, F] : Parts[P])
    G = std::gcd(G, uint64_t(F < 0 ? -F : F));
  return G;
}

smt::Interval LaneTerms::bounds(LaneForm F) const {
  smt::Interval R{F.K, F.K};
  for (const auto &[Prod, Factor] : Parts[F.Part]) {
    smt::Interval I{1, 1};
    for (AtomId A : Prod)
      I = I * Atoms[A].Bounds;
    R = R + I * smt::Wide(Factor);
  }
  return R;
}

std::pair<PartId, PartId> LaneTerms::divide(PartId P, int64_t D) {
  Terms Multiple, Rest;
  for (const auto &[Prod, F] : Parts[P])
    if (F % D == 0)
      Multiple.push_back({Prod, F / D});
    else
      Rest.push_back({Prod, F});
  return {intern(std::move(Multiple)), intern(std::move(Rest))};
}

std::optional<int64_t> LaneTerms::coefficient(PartId P, Expr Origin) const {
  std::optional<int64_t> Found;
  for (const auto &[Prod, F] : Parts[P])
    for (AtomId A : Prod)
      if (Atoms[A].Origin == Origin) {
        if (Prod.size() > 1 || Found)
          return std::nullopt;
        Found = F;
      }
  return Found;
}

std::string LaneTerms::print(const Product &P) const {
  std::string S;
  for (AtomId A : P) {
    Expr O = Atoms[A].Origin;
    std::string One = !O ? "?" : O->op() == Op::Apply ? C.symbol(O->symbol()).Name : C.toString(O);
    if (One.find(' ') != std::string::npos)
      One = "(" + One + ")";
    S += (S.empty() ? "" : " * ") + One;
  }
  return S;
}

std::string LaneTerms::print(LaneForm F) const {
  std::string S;
  for (const auto &[Prod, Factor] : Parts[F.Part]) {
    S += S.empty() ? (Factor < 0 ? "-" : "") : (Factor < 0 ? " - " : " + ");
    S += print(Prod);
    if (Factor != 1 && Factor != -1)
      S += " * " + std::to_string(Factor < 0 ? -Factor : Factor);
  }
  if (F.K || S.empty())
    S += S.empty() ? std::to_string(F.K)
                   : (F.K < 0 ? " - " : " + ") + std::to_string(F.K < 0 ? -F.K : F.K);
  return S;
}

std::optional<std::pair<std::string, int64_t>> LaneTerms::product(LaneForm F) const {
  if (F.K || Parts[F.Part].size() != 1)
    return std::nullopt;
  return {{print(Parts[F.Part][0].first), Parts[F.Part][0].second}};
}
