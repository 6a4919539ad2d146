// SPDX-License-Identifier: Apache-2.0

#include "analysis/question/Slices.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <numeric>
#include <set>

using namespace cudafix;
using namespace cudafix::analysis;
using llvm::SmallVector;

/// Fewer members have so few pairs that one question for all of them saves nothing.
static constexpr unsigned Least = 4;
/// Questions with more open distances are seldom answered.
static constexpr unsigned MostDistances = 3;

const std::optional<SliceFinder::Parts> &SliceFinder::partsOf(Expr Offset) {
  auto [It, New] = Known.try_emplace(Offset);
  if (!New)
    return It->second;
  std::optional<smt::Polynomial> Sum = Sums.polynomial(Offset);
  if (!Sum)
    return It->second;
  smt::Polynomial Own, Shared;
  for (auto &[Of, C] : *Sum)
    (llvm::all_of(Of, [&](Expr F) { return Sums.isShared(F); }) ? Shared : Own)[Of] = C;
  Expr OwnSum = Sums.sum(Own, Offset->width());
  return Known[Offset] = Parts{OwnSum, std::move(Shared)};
}

/// The distance between two members: an unknown multiple of each product of extents.
bool SliceFinder::setApart(Slices &S, llvm::ArrayRef<const smt::Polynomial *> Shared) {
  std::set<smt::Factors, smt::ById> Products;
  for (const smt::Polynomial *P : Shared)
    for (auto &[Of, C] : *P)
      Products.insert(Of);
  unsigned W = S.Offset->width(), Distances = 0;
  S.Apart = Ctx.constant(0, W);
  for (const smt::Factors &Of : Products) {
    auto Coefficient = [&](const smt::Polynomial *P) {
      auto At = P->find(Of);
      return At == P->end() ? 0 : static_cast<int64_t>(At->second);
    };
    int64_t First = Coefficient(Shared.front()), Lo = First, Hi = First, Step = 0;
    for (const smt::Polynomial *P : Shared) {
      int64_t C = Coefficient(P);
      if (C > INT32_MAX || C < INT32_MIN)
        return false;
      Step = std::gcd(Step, C - First);
      Lo = std::min(Lo, C);
      Hi = std::max(Hi, C);
    }
    if (Lo == Hi)
      continue;
    if (++Distances > MostDistances)
      return false;
    Symbol D;
    D.Kind = SymbolKind::Fresh;
    D.Level = Uniformity::Thread;
    D.Name = "slices in between";
    D.Width = W;
    D.Lo = -((Hi - Lo) / Step);
    D.Hi = (Hi - Lo) / Step;
    Expr Multiple = Ctx.mul(Ctx.apply(Ctx.addSymbol(std::move(D))), Ctx.constant(Step, W), NSW);
    for (Expr F : Of)
      Multiple = Ctx.mul(F, Multiple, NSW);
    S.Apart = Ctx.add(S.Apart, Multiple, NSW);
  }
  return true;
}

/// The conjuncts of the conditions that hold when a thread is at the place.
static llvm::SmallPtrSet<const ExprNode *, 8> conditionsAt(ExprContext &Ctx, const Place &P) {
  llvm::SmallPtrSet<const ExprNode *, 8> Out;
  SmallVector<Expr, 8> Work{P.At->Cond};
  if (P.What->Guard)
    Work.push_back(P.In->at(Ctx, P.What->Guard, *P.At));
  while (!Work.empty()) {
    Expr E = Work.pop_back_val();
    if (E->op() == Op::And && E->width() == 1)
      llvm::append_range(Work, E->args());
    else
      Out.insert(E.node());
  }
  return Out;
}

std::vector<Slices> SliceFinder::find(llvm::ArrayRef<Place> Places) {
  if (Places.size() < Least)
    return {};
  llvm::MapVector<std::pair<Expr, Expr>, SmallVector<unsigned, 16>> Groups; // by the thread's own
                                                                            // part and the size
  SmallVector<Expr, 32> Offsets;
  for (unsigned I = 0; I < Places.size(); ++I) {
    const Place &P = Places[I];
    Offsets.push_back(P.In->at(Ctx, P.What->Offset, *P.At));
    if (P.What->Kind == AccessKind::AsyncCopy || P.At->Pending || !P.What->Size->isConst())
      continue;
    if (const std::optional<Parts> &Of = partsOf(Offsets.back()))
      Groups[{Of->Own, P.What->Size}].push_back(I);
  }
  std::vector<Slices> Out;
  for (auto &[Key, Members] : Groups) {
    auto Writes = [&](unsigned I) { return Places[I].What->Kind != AccessKind::Read; };
    if (Members.size() < Least || llvm::none_of(Members, Writes))
      continue;
    Slices S;
    S.Members = Members;
    S.Offset = Offsets[Members.front()];
    S.Size = Key.second;
    SmallVector<const smt::Polynomial *, 16> Shared;
    for (unsigned I : Members)
      Shared.push_back(&Known.find(Offsets[I])->second->Shared);
    if (!setApart(S, Shared))
      continue;
    auto First = conditionsAt(Ctx, Places[Members.front()]);
    SmallVector<llvm::SmallPtrSet<const ExprNode *, 8>, 16> Others;
    for (unsigned I : llvm::drop_begin(Members))
      Others.push_back(conditionsAt(Ctx, Places[I]));
    for (const ExprNode *E : First)
      if (llvm::all_of(Others, [&](const auto &O) { return O.contains(E); }))
        S.Conds.push_back(Expr(E));
    llvm::sort(S.Conds, smt::ById());
    S.Conds.push_back(Places[Members.front()].In->Context);
    Out.push_back(std::move(S));
  }
  return Out;
}

SmallVector<Expr, 32> Slices::question(ExprContext &Ctx, TwoThreads &T) const {
  SmallVector<Expr, 32> Out;
  Expr Mine = Ctx.add(T.of(Offset, 0), T.of(Apart, 0), NSW);
  overlap(Ctx, Mine, Size, T.of(Offset, 1), Size, Out);
  llvm::append_range(Out, T.constraints());
  for (unsigned I = 0; I < 2; ++I)
    for (Expr E : Conds)
      Out.push_back(T.of(E, I));
  return Out;
}
