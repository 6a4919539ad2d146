// SPDX-License-Identifier: Apache-2.0
//
// From the cost of a warp to the costs of the worst warp, the worst block and the grid.

#include "cost/CostBuilder.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::cost;

/// The cost of the worst warp of any block.
std::optional<Formula> CostBuilder::worst(const WarpCost &C, bool &Tight) {
  std::optional<Formula> R;
  for (Formula One : C.ByWarp) {
    std::optional<Formula> Up = One;
    for (const std::vector<Counted> *All : {&L.WarpOf, &L.BlockOf})
      for (const Counted &S : *All)
        if (Up)
          Up = F.upper(*Up, S.Symbol, Tight);
    if (!Up)
      return std::nullopt;
    R = R ? F.max(*R, *Up) : *Up;
  }
  return R;
}

/// Sums over a small known number of warps one by one, if the result has hardly more terms.
std::optional<Formula> CostBuilder::sumOfFew(const Formula &One, const Counted &S) {
  constexpr smt::Wide Few = 32;
  auto Count = S.Count.constant();
  if (!Count || Count->N > Few || !F.mentions(One, S.Symbol))
    return std::nullopt;
  Formula Sum;
  for (smt::Wide W = 0; W < Count->N; ++W)
    Sum += F.substitute(One, S.Symbol, Formula(W));
  if (!Sum.valid() || Sum.terms().size() > One.terms().size() + 1)
    return std::nullopt;
  return Sum;
}

/// Sum over the warps of a block.
std::optional<Formula> CostBuilder::overWarps(const WarpCost &C, bool Most, bool &Tight) {
  std::optional<Formula> R;
  if (C.ByWarp.size() > 1) {
    Formula Sum;
    for (const Formula &One : C.ByWarp) {
      std::optional<Formula> End = One;
      for (const Counted &S : L.WarpOf)
        if (End)
          End = Most ? F.upper(*End, S.Symbol, Tight) : F.lower(*End, S.Symbol, Tight);
      if (!End)
        return std::nullopt;
      Sum += *End;
    }
    return Sum;
  }
  R = C.ByWarp.front();
  bool Numbered =
      llvm::any_of(L.WarpOf, [&](const Counted &S) { return F.mentions(*R, S.Symbol); });
  if (!Numbered)
    return *R * L.Warps;
  for (const Counted &S : L.WarpOf)
    if (R) {
      auto Few = sumOfFew(*R, S);
      R = Few ? Few : sumOver(*R, S, Most, Tight);
    }
  return R;
}

/// The sum over all values of a counted symbol; where it has no closed form, the largest (least)
/// summand times their number.
std::optional<Formula> CostBuilder::sumOver(const Formula &One, const Counted &S, bool Most,
                                            bool &Tight) {
  bool Exact = true;
  std::optional<Formula> Sum = F.sum(One, S.Symbol, S.Count, Most, Exact);
  if (!Sum) {
    Sum = Most ? F.upper(One, S.Symbol, Exact) : F.lower(One, S.Symbol, Exact);
    Exact = false;
    if (Sum)
      Sum = *Sum * S.Count;
  }
  Tight &= Exact;
  return Sum;
}

std::optional<Formula> CostBuilder::overBlocks(std::optional<Formula> R, bool Most, bool &Tight) {
  for (const Counted &S : L.BlockOf)
    if (R)
      R = sumOver(*R, S, Most, Tight);
  return R;
}

/// Adds the cost of the sites of a class. `A`: the number of warps with lanes that come there;
/// null: all.
void CostBuilder::addClass(Bound (&Of)[NumScopes], const WarpCost &C, const Activity *A) {
  Bound &Warp = Of[unsigned(Scope::Warp)], &Block = Of[unsigned(Scope::Block)],
        &Grid = Of[unsigned(Scope::Grid)];
  auto Add = [](Bound &To, const std::optional<Formula> &What) {
    if (To.Upper && What)
      To.Upper = *To.Upper + *What;
    else
      To.Upper.reset();
  };
  auto OfAnyBlock = [&](std::optional<Formula> R) {
    for (const Counted &S : L.BlockOf)
      if (R)
        R = F.upper(*R, S.Symbol, Block.Tight);
    return R;
  };
  std::optional<Formula> Worst = worst(C, Warp.Tight);
  Add(Warp, Worst);
  std::optional<Formula> Sum = overWarps(C, true, Block.Tight);
  bool Even = C.ByWarp.size() == 1;
  if (A && Worst && Even) {
    std::optional<Formula> Some = OfAnyBlock(A->Block);
    Add(Block, Some ? std::optional(*Worst * *Some) : OfAnyBlock(Sum));
    Add(Grid, *Worst * A->Grid);
    return;
  }
  Add(Block, OfAnyBlock(Sum));
  std::optional<Formula> All = overBlocks(Sum, true, Grid.Tight);
  Add(Grid, All);
}

/// All blocks may run at once, so the grid takes no longer than its worst block.
void CostBuilder::finishSpan(Bound (&Of)[NumScopes], const WarpCost &Span) {
  bool Tight = Span.Tight;
  std::optional<Formula> Worst = worst(Span, Tight);
  for (Bound &B : Of) {
    B.Upper = Worst;
    B.Tight = Tight;
  }
}

void CostBuilder::finish(Bound (&Of)[NumScopes], const Costs &Most, const Costs &Least, Metric M) {
  WarpCost Whole, AtLeast;
  for (size_t C = 0; C < Classes.size(); ++C) {
    Whole.add(Most[slot(M, C)]);
    if (!Least.empty())
      AtLeast.add(Least[slot(M == Metric::Span ? Metric::Steps : M, C)]);
  }
  for (Bound &B : Of) {
    B.Tight = Whole.Tight;
    B.Why = Whole.Known ? "the sum has no formula" : Whole.Why;
    B.Where = Whole.Known ? K.Loc : Whole.Where;
    if (Whole.Known)
      B.Upper = Formula(0);
  }
  if (Whole.Known && M == Metric::Span)
    finishSpan(Of, Whole);
  else if (Whole.Known)
    for (size_t C = 0; C < Classes.size(); ++C)
      addClass(Of, Most[slot(M, C)], C ? &Classes[C].first : nullptr);
  // The worst warp costs no more than the sum over sites of each site's worst warp.
  if (auto Warp = Whole.Known && M != Metric::Span ? worst(Whole, Of[0].Tight) : std::nullopt)
    Of[0].Upper = Warp;
  for (Bound &B : Of)
    if (B.Upper && !B.Upper->valid())
      B.Upper.reset();
  bool Ignored = true;
  std::optional<Formula> First;
  for (Formula One : AtLeast.ByWarp) {
    for (const Counted &S : L.WarpOf)
      One = AtLeast.ByWarp.size() == 1 ? F.substitute(One, S.Symbol, Formula(0))
                                       : F.lower(One, S.Symbol, Ignored).value_or(Formula(0));
    for (const Counted &S : L.BlockOf)
      One = F.substitute(One, S.Symbol, Formula(0));
    First = First ? F.max(*First, One) : One;
  }
  Of[0].Lower = *First;
  if (M == Metric::Span) {
    Of[1].Lower = Of[2].Lower = *First;
    return;
  }
  if (auto Sum = overWarps(AtLeast, false, Ignored)) {
    Formula Block = *Sum;
    for (const Counted &S : L.BlockOf)
      Block = F.substitute(Block, S.Symbol, Formula(0));
    Of[1].Lower = Block;
    if (auto Grid = overBlocks(Sum, false, Ignored))
      Of[2].Lower = *Grid;
  }
}

KernelCost CostBuilder::build(bool ByLine) {
  KernelCost R;
  R.All = Shared;
  R.OneRow = L.OneRow;
  const std::vector<NodeId> &All = Flow.order();
  Costs Most = nodes(All, NoId, {}, {true, nullptr}),
        Least = nodes(All, NoId, {}, {false, nullptr});
  for (unsigned M = 0; M < NumMetrics; ++M)
    finish(R.Of[M], Most, Least, Metric(M));
  R.DataAddresses = DataAddresses;
  if (!ByLine)
    return R;
  std::set<std::pair<std::string, unsigned>> Places;
  for (const auto &[Key, Sites] : Sites)
    for (const SiteCost &S : Sites)
      Places.insert({S.Loc.File, S.Loc.Line});
  for (const auto &[File, Line] : Places) {
    LineCost C;
    C.Loc.File = File;
    C.Loc.Line = Line;
    Costs Here = nodes(All, NoId, {}, {true, &C.Loc});
    for (unsigned M = 0; M < unsigned(Metric::Span); ++M) {
      Bound Scopes[NumScopes];
      finish(Scopes, Here, {}, Metric(M));
      C.Of[M] = Scopes[unsigned(Scope::Grid)];
    }
    R.Lines.push_back(std::move(C));
  }
  return R;
}

llvm::StringRef cudafix::cost::nameOf(Metric M) {
  static constexpr llvm::StringLiteral Names[] = {"sectors", "bank_conflicts", "divergent",
                                                  "steps",   "barriers",       "span"};
  return Names[unsigned(M)];
}

llvm::StringRef cudafix::cost::nameOf(Scope S) {
  static constexpr llvm::StringLiteral Names[] = {"warp", "block", "grid"};
  return Names[unsigned(S)];
}

KernelCost cudafix::cost::computeCost(const Kernel &K, const Launch &L, const CodeFacts &Code,
                                      bool ByLine) {
  return CostBuilder(K, L, Code).build(ByLine);
}
