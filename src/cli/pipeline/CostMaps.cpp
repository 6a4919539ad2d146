// SPDX-License-Identifier: Apache-2.0
#include "cli/pipeline/CostMaps.h"
#include "cli/pipeline/KernelCosts.h"
#include "cost/Print.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace cudafix::cli {

using cost::Metric;
using cost::Scope;
using llvm::StringRef;

static constexpr size_t MaxLaunches = 4;
/// Values for parameters, blocks and grids of unknown size.
static constexpr int64_t CustomarySize = 1024, CustomaryBlock = 256, CustomaryGrid = 64;
/// Curves cover the powers of two from 2^5 to 2^20.
static constexpr unsigned FirstPower = 5, LastPower = 20;
/// The metrics that curves are drawn for; they also decide which size is on the axis.
static constexpr Metric Drawn[] = {Metric::Sectors, Metric::Conflicts, Metric::Steps};

static std::vector<Metric> allMetrics() {
  std::vector<Metric> All;
  for (unsigned M = 0; M < cost::NumMetrics; ++M)
    All.push_back(Metric(M));
  return All;
}

static bool isGrid(const Symbol &S) { return S.Kind == SymbolKind::GridDim; }
static bool isDimension(const Symbol &S) { return isGrid(S) || S.Kind == SymbolKind::BlockDim; }

static int64_t customary(const Symbol &S) {
  if (!isDimension(S))
    return CustomarySize;
  if (S.Index > 0)
    return 1;
  return isGrid(S) ? CustomaryGrid : CustomaryBlock;
}

/// The value; nullopt if a formula gets too large or the grid is empty.
template <typename T> static std::optional<T> orNothing(llvm::Expected<std::optional<T>> V) {
  if (V)
    return *V;
  llvm::consumeError(V.takeError());
  return std::nullopt;
}

static bool succeeds(llvm::Error E) {
  bool Failed = bool(E);
  llvm::consumeError(std::move(E));
  return !Failed;
}

/// Chooses values, grids last: most follow from the parameters.
static std::vector<GivenValue> choose(LaunchCost &Cost, const ExprContext &C) {
  std::vector<GivenValue> Chosen;
  for (bool Grids : {false, true}) {
    if (!succeeds(Cost.take(Chosen)))
      return Chosen;
    for (Metric M : allMetrics())
      for (SymbolId Id : Cost.missing(Cost.general().of(M, Scope::Grid)))
        if (const Symbol &S = C.symbol(Id);
            isGrid(S) == Grids &&
            llvm::none_of(Chosen, [&](const GivenValue &V) { return V.Name == S.Name; }))
          Chosen.push_back({S.Name, customary(S)});
  }
  return Chosen;
}

/// The size on the axis: a parameter, or else a dimension of the grid.
static std::string sizeOf(LaunchCost &Cost, const ExprContext &C) {
  if (!succeeds(Cost.take({})))
    return "";
  for (bool Parameters : {true, false})
    for (Metric M : Drawn)
      for (SymbolId Id : Cost.missing(Cost.general().of(M, Scope::Grid)))
        if (const Symbol &S = C.symbol(Id); Parameters ? !isDimension(S) : isGrid(S))
          return S.Name;
  return "";
}

static std::vector<CostMap::Curve> curves(LaunchCost &Cost, StringRef Size,
                                          std::vector<GivenValue> At) {
  std::vector<CostMap::Curve> All;
  for (Metric M : Drawn)
    All.push_back({nameOf(M).str(), {}});
  for (unsigned Power = FirstPower; Power <= LastPower; ++Power) {
    for (GivenValue &V : At)
      if (V.Name == Size)
        V.Value = int64_t(1) << Power;
    if (!succeeds(Cost.take(At)))
      continue;
    for (auto [M, Curve] : llvm::zip(Drawn, All))
      if (auto Value = orNothing(Cost.valueOf(M, Scope::Grid)))
        Curve.Points.push_back({int64_t(1) << Power, *Value});
  }
  llvm::erase_if(All, [](const CostMap::Curve &C) {
    return llvm::all_of(C.Points, [](const auto &P) { return P.second == 0; });
  });
  return All;
}

static std::string dimensions(llvm::ArrayRef<Expr> Dims, StringRef Name, const ExprContext &C) {
  std::string Text = Dims[0] ? C.toString(Dims[0]) : (Name + ".x").str();
  for (unsigned D = 1; D < 3; ++D)
    if (Dims[D] && !(Dims[D]->isConst() && Dims[D]->value() == 1))
      Text += " x " + C.toString(Dims[D]);
  return Text;
}

static CostMap costMap(const Kernel &K, const Launch &L, const cost::CodeFacts &Code) {
  LaunchCost Cost(K, L, Code, /*ByLine=*/true);
  cost::Printer Print(*Cost.general().All, *K.Ctx);
  CostMap M;
  M.Launch = "block " + dimensions(L.Block, "blockDim", *K.Ctx) + ", grid " +
             dimensions(L.Grid, "gridDim", *K.Ctx);
  const std::vector<GivenValue> Chosen = choose(Cost, *K.Ctx);
  auto Text = [](const GivenValue &V) { return V.Name + " = " + std::to_string(V.Value); };
  M.At = llvm::join(llvm::map_range(Chosen, Text), ", ");
  M.Size = sizeOf(Cost, *K.Ctx);
  if (!M.Size.empty())
    M.Curves = curves(Cost, M.Size, Chosen);
  const bool HasValues = succeeds(Cost.evaluateAt(Chosen));
  for (Metric Of : allMetrics()) {
    const cost::Bound &B = Cost.general().of(Of, Scope::Grid);
    CostMap::Bound Shown;
    Shown.Metric = nameOf(Of).str();
    if (B.Upper)
      Shown.Formula = Print.print(*B.Upper);
    else
      Shown.Why = "no bound: line " + std::to_string(B.Where.Line) + ": " + B.Why;
    if (HasValues)
      Shown.Value = orNothing(Cost.valueOf(Of, Scope::Grid));
    M.Bounds.push_back(std::move(Shown));
  }
  for (const cost::LineCost &Line : Cost.general().Lines)
    for (Metric Of : allMetrics())
      if (const cost::Bound &B = Line.Of[unsigned(Of)]; B.Upper && !B.Upper->isZero())
        M.Lines.push_back({Line.Loc, nameOf(Of).str(), Print.print(*B.Upper),
                           orNothing(Cost.valueOf(Of, Line.Loc))});
  return M;
}

std::vector<CostMap> costMaps(const Kernel &K, llvm::ArrayRef<Launch> Launches,
                              const cost::CodeFacts &Code) {
  std::vector<CostMap> All;
  for (const Launch &L : Launches.take_front(MaxLaunches))
    All.push_back(costMap(K, L, Code));
  return All;
}

} // namespace cudafix::cli
