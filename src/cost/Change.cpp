// SPDX-License-Identifier: Apache-2.0
#include "cost/Change.h"
#include "cost/Print.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::cost;

namespace {
/// Numbers names, with the same number for the same name in both formulas.
class Names {
public:
  SymbolId of(const std::string &Name) { return Ids.try_emplace(Name, Ids.size()).first->second; }

private:
  std::map<std::string, SymbolId> Ids;
};
} // namespace

static std::vector<Growth> growthOf(const NamedBound &B, Names &Ids) {
  std::vector<Growth> All = Printer(*B.All, *B.Names).growth(*B.Of->Upper);
  for (Growth &G : All) {
    Growth R;
    for (const auto &[S, Power] : G.Powers)
      R.Powers[Ids.of(B.Names->symbol(S).Name)] = Power;
    for (const auto &[S, Power] : G.Logarithms)
      R.Logarithms[Ids.of(B.Names->symbol(S).Name)] = Power;
    G = std::move(R);
  }
  return All;
}

static bool covered(const std::vector<Growth> &All, const std::vector<Growth> &By) {
  return llvm::all_of(All, [&](const Growth &G) {
    return llvm::any_of(By, [&](const Growth &H) { return H.covers(G); });
  });
}

/// The formula's value with all parameters equal to `Size` and a customary launch configuration.
static std::optional<double> valueAt(const NamedBound &B, int64_t Size) {
  auto V = B.All->evaluate(*B.Of->Upper, [&](SymbolId S) -> std::optional<Number> {
    const Symbol &Of = B.Names->symbol(S);
    if (Of.Kind == SymbolKind::BlockDim)
      return Of.Index == 0 ? 256 : 1;
    if (Of.Kind == SymbolKind::GridDim)
      return Of.Index == 0 ? 64 : 1;
    return Size;
  });
  return V ? std::optional(double(V->N) / double(V->D)) : std::nullopt;
}

Change cudafix::cost::compare(const NamedBound &Before, const NamedBound &After) {
  Change R;
  if (!Before.Of->Upper || !After.Of->Upper) {
    R.Leading = true;
    if (Before.Of->Upper)
      R.Way = Direction::Worse;
    if (After.Of->Upper)
      R.Way = Direction::Better;
    return R;
  }
  Names Ids;
  std::vector<Growth> Old = growthOf(Before, Ids), New = growthOf(After, Ids);
  bool NoFaster = covered(New, Old), NoSlower = covered(Old, New);
  double Most = 0, Least = 0;
  bool Zero = Before.Of->Upper->isZero() || After.Of->Upper->isZero();
  for (int64_t Size : {1 << 12, 1 << 16}) {
    auto X = valueAt(Before, Size), Y = valueAt(After, Size);
    if (Zero || !X || !Y || *X <= 0 || *Y <= 0)
      continue;
    Most = std::max(Most, *Y / *X);
    Least = Least == 0 ? *Y / *X : std::min(Least, *Y / *X);
  }
  R.Factor = Most > 1 ? Most : Least;
  if (Zero) {
    if (!(Before.Of->Upper->isZero() && After.Of->Upper->isZero())) {
      R.Leading = true;
      R.Way = Before.Of->Upper->isZero() ? Direction::Worse : Direction::Better;
    }
    return R;
  }
  R.Leading = !NoFaster || !NoSlower;
  if (!NoFaster)
    R.Way = Direction::Worse;
  else if (!NoSlower)
    R.Way = Direction::Better;
  else if (Most > 1)
    R.Way = Direction::Worse;
  else if (Least > 0 && Least < 1)
    R.Way = Direction::Better;
  return R;
}
