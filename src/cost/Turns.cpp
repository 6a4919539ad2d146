// SPDX-License-Identifier: Apache-2.0
#include "cost/Turns.h"
#include "cost/CostBuilder.h"
#include "model/Customary.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::cost;

static constexpr double UnknownTurns = 10;
static constexpr double MaxTurns = 1e9; // a formula with a larger value does not know the sizes
static constexpr unsigned Block = CustomaryLines[0].Shape[0];

/// The value assumed for a symbol; counters are in the middle of their loops.
static smt::Wide customaryValue(const Kernel &K, const Symbol &S,
                                const std::vector<double> &Turns) {
  switch (S.Kind) {
  case SymbolKind::BlockDim:
    return S.Index == 0 ? Block : 1;
  case SymbolKind::GridDim:
    return S.Index == 0 ? customary::Size / Block : 1;
  case SymbolKind::Counter:
    return smt::Wide(Turns[S.Index] / 2);
  case SymbolKind::ThreadIdx:
  case SymbolKind::BlockIdx:
  case SymbolKind::Fresh:
    return 0;
  default:
    return customary::Size;
  }
}

std::vector<double> cost::expectedTurns(const Kernel &K, const Launch &Of) {
  std::vector<double> Turns(K.Loops.size(), UnknownTurns);
  auto IsGiven = [](const Loop &L) { return L.TripCount && L.TripCount->isConst(); };
  for (const Loop &L : K.Loops)
    if (IsGiven(L))
      Turns[L.Id] = std::max<double>(1, L.TripCount->value());
  if (llvm::all_of(K.Loops, IsGiven))
    return Turns;
  Formulas F;
  Layout L(K, Of, F);
  analysis::FlowInfo Flow(K);
  Terms T(L, F);
  LaneCosts Lanes(L, Of, Flow);
  Trips Loops(L, Flow, F, T, Lanes);
  useFacts(Of, L, F, T);
  auto Value = [&](SymbolId S) -> std::optional<smt::Wide> {
    return customaryValue(K, K.Ctx->symbol(S), Turns);
  };
  for (const Loop &In : K.Loops) { // outer ones come first
    TripCount Trip = Loops.of(In.Id, {});
    F.setRange(In.Counter, {Formula(0), Trip.Most});
    if (!Trip.Most || IsGiven(In))
      continue;
    T.setExit(In.Id, {Formula(0), *Trip.Most});
    auto N = F.evaluate(*Trip.Most, Value);
    if (auto Whole = N ? wholePart(*N) : std::nullopt)
      Turns[In.Id] = std::clamp<double>(*Whole, 1, MaxTurns);
  }
  return Turns;
}
