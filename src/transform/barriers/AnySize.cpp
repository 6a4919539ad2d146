// SPDX-License-Identifier: Apache-2.0
#include "transform/barriers/AnySize.h"
#include "analysis/question/LaunchDivergence.h"
#include "smt/Solver.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"
#include <set>

namespace cudafix::transform {

std::vector<Launch> ofAnySize(const Kernel &K, llvm::ArrayRef<Launch> Launches) {
  std::array<bool, 3> Used = analysis::dimensionsUsed(K);
  std::vector<Launch> Open;
  for (const Launch &L : Launches) {
    Launch &Any = Open.emplace_back();
    Any.Lockstep = L.Lockstep;
    Any.WideGrid = L.WideGrid;
    for (unsigned D = 0; D < 3; ++D)
      if (!Used[D])
        Any.Block[D] = L.Block[D];
  }
  return Open;
}

/// Launches that represent those of any size. If all visible launches have one-dimensional blocks
/// of whole warps, so do these: code that counts its own warps is only right for such blocks.
static std::vector<Launch> samples(const Kernel &K, llvm::ArrayRef<Launch> Launches) {
  std::vector<Launch> Open = ofAnySize(K, Launches), Sized;
  std::array<bool, 3> Used = analysis::dimensionsUsed(K);
  const bool WholeWarps = !Used[1] && !Used[2] && llvm::all_of(Launches, [](const Launch &L) {
    return L.Block[0] && L.Block[0]->isConst() && L.Block[0]->value() % 32 == 0;
  });
  if (!WholeWarps)
    return Open;
  for (Launch &L : Open)
    for (uint64_t Threads : {96, 1024}) {
      L.Block[0] = K.Ctx->constant(Threads, 32);
      Sized.push_back(L);
    }
  return Sized;
}

PlanProblem forAnySize(const Kernel &K, llvm::ArrayRef<Launch> Launches, PlanProblem Problem,
                       const analysis::RaceOptions &Race) {
  std::vector<Launch> Open = samples(K, Launches);
  // Questions with products of sizes are hard; most units are reserved for the plans.
  smt::Workspace &W = Race.Solving;
  llvm::SaveAndRestore Share(W.Limit, W.spent() + W.left() / 4);
  analysis::RaceOptions Quick = Race;
  Quick.Budget.ResourceUnits /= 8;
  Quick.AcrossBlocks = false;
  for (PlanPair &P : Problem.Pairs)
    P.SameWarp = P.SameWarp && llvm::none_of(Open, [&](const Launch &L) {
                   return llvm::any_of(
                       analysis::askRace(K, L, analysis::BarrierSet::all(K), P.A, P.B, Quick),
                       [](const analysis::RaceAnswer &R) {
                         return R.Where != analysis::Scope::SameWarp && !R.SameValue;
                       });
                 });
  return Problem;
}

std::vector<NeededCondition> sizesOf(const Kernel &K, llvm::ArrayRef<Launch> Launches) {
  std::array<bool, 3> Used = analysis::dimensionsUsed(K);
  std::set<NeededCondition> Sizes;
  for (const Launch &L : Launches) {
    for (unsigned D = 0; D < 3; ++D)
      if (L.Block[D] && Used[D])
        Sizes.insert(neededSize(*K.Ctx, D, L.Block[D]));
    for (const Fact &F : L.Facts)
      if (F.Class == FactClass::Constant)
        Sizes.insert(neededCondition(*K.Ctx, F.Cond, F.Text));
  }
  return {Sizes.begin(), Sizes.end()};
}

} // namespace cudafix::transform
