// SPDX-License-Identifier: Apache-2.0
//
// From what a warp costs to the worst warp, the worst block and the grid.

#include "cost/CostBuilder.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::cost;

/// Of the worst warp, whatever the block.
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

/// Over a known small number of warps one after the other, where that is not longer.
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
  for (const Counted &S : L.WarpOf) {
    bool Exact = true;
    if (auto Few = R ? sumOfFew(*R, S) : std::nullopt) {
      R = Few;
      continue;
    }
    auto Sum = R ? F.sum(*R, S.Symbol, S.Count, Most, Exact) : std::nullopt;
    if (!Sum && R) {
      Sum = Most ? F.upper(*R, S.Symbol, Exact) : F.lower(*R, S.Symbol, Exact);
      Exact = false;
      if (Sum)
        Sum = *Sum * S.Count;
    }
    Tight &= Exact;
    R = Sum;
  }
  return R;
}

void CostBuilder::finish(Bound (&Of)[NumScopes], const WarpCost &Most, const WarpCost &Least) {
  for (Bound &B : Of) {
    B.Tight = Most.Tight;
    if (!Most.Known) {
      B.Why = Most.Why;
      B.Where = Most.Where;
    }
  }
  auto OverBlocks = [&](std::optional<Formula> R, bool Up, bool &Tight) {
    for (const Counted &S : L.BlockOf) {
      if (!R)
        return R;
      bool Exact = true;
      auto Sum = F.sum(*R, S.Symbol, S.Count, Up, Exact);
      if (!Sum) {
        Sum = Up ? F.upper(*R, S.Symbol, Exact) : F.lower(*R, S.Symbol, Exact);
        Exact = false;
        if (Sum)
          Sum = *Sum * S.Count;
      }
      Tight &= Exact;
      R = Sum;
    }
    return R;
  };
  if (Most.Known) {
    Bound &Warp = Of[0], &Block = Of[1], &Grid = Of[2];
    Warp.Upper = worst(Most, Warp.Tight);
    auto Sum = overWarps(Most, true, Block.Tight);
    Block.Upper = Sum;
    for (const Counted &S : L.BlockOf)
      if (Block.Upper)
        Block.Upper = F.upper(*Block.Upper, S.Symbol, Block.Tight);
    Grid.Tight = Block.Tight;
    Grid.Upper = OverBlocks(Sum, true, Grid.Tight);
    for (Bound &B : Of)
      if (B.Upper && !B.Upper->valid())
        B.Upper.reset();
    for (Bound &B : Of)
      if (!B.Upper) {
        B.Why = "the sum has no formula";
        B.Where = K.Loc;
      }
  }
  bool Ignored = true;
  auto First = [&](const WarpCost &C) {
    std::optional<Formula> R;
    for (Formula One : C.ByWarp) {
      for (const Counted &S : L.WarpOf)
        One = C.ByWarp.size() == 1 ? F.substitute(One, S.Symbol, Formula(0))
                                   : F.lower(One, S.Symbol, Ignored).value_or(Formula(0));
      for (const Counted &S : L.BlockOf)
        One = F.substitute(One, S.Symbol, Formula(0));
      R = R ? F.max(*R, One) : One;
    }
    return *R;
  };
  Of[0].Lower = First(Least);
  if (auto Sum = overWarps(Least, false, Ignored)) {
    Formula Block = *Sum;
    for (const Counted &S : L.BlockOf)
      Block = F.substitute(Block, S.Symbol, Formula(0));
    Of[1].Lower = Block;
    if (auto Grid = OverBlocks(Sum, false, Ignored))
      Of[2].Lower = *Grid;
  }
}

KernelCost CostBuilder::build(bool ByLine) {
  KernelCost R;
  R.All = Shared;
  R.OneRow = L.OneRow;
  std::vector<NodeId> All;
  for (NodeId N : Flow.order())
    All.push_back(N);
  Costs Most = nodes(All, NoId, {}, {true, nullptr}),
        Least = nodes(All, NoId, {}, {false, nullptr});
  for (unsigned M = 0; M < NumMetrics; ++M)
    finish(R.Of[M], Most[M], Least[M]);
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
    Costs Of = nodes(All, NoId, {}, {true, &C.Loc});
    WarpCost None;
    for (unsigned M = 0; M < NumMetrics; ++M) {
      Bound Scopes[NumScopes];
      finish(Scopes, Of[M], None);
      C.Of[M] = Scopes[unsigned(Scope::Grid)];
    }
    R.Lines.push_back(std::move(C));
  }
  return R;
}

llvm::StringRef cudafix::cost::nameOf(Metric M) {
  static constexpr llvm::StringLiteral Names[] = {"sectors", "bank_conflicts", "divergent", "steps",
                                                  "barriers"};
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
