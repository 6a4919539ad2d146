// SPDX-License-Identifier: Apache-2.0
//
// The words for the model's enums in reports, above all in the JSON format.
#include "model/Finding.h"
#include "model/Check.h"
#include "model/Clusters.h"

namespace cudafix {

Check Finding::check() const { return checkOf(Id); }

bool restsOn(const Finding &F, Convention C) {
  return !F.Premises.empty() &&
         llvm::all_of(F.Premises, [&](const Premise &P) { return P.Of == C; });
}

std::vector<std::pair<std::string, int64_t>>
printedValues(llvm::ArrayRef<ScalarValue> Values, const std::array<uint64_t, 3> &ClusterDim) {
  std::vector<std::pair<std::string, int64_t>> All;
  for (const ScalarValue &V : Values)
    All.push_back({V.Name, V.Value});
  if (ClusterDim != std::array<uint64_t, 3>{1, 1, 1})
    for (unsigned D = 0; D < 3; ++D)
      if (!D || ClusterDim[D] > 1)
        All.push_back({clusterDimName(D), ClusterDim[D]});
  llvm::sort(All);
  return All;
}

llvm::StringRef toString(Level L) {
  constexpr llvm::StringLiteral Names[] = {"error", "warning", "note"};
  return Names[static_cast<size_t>(L)];
}

llvm::StringRef toString(Role R) {
  constexpr llvm::StringLiteral Names[] = {
      "read",  "write",       "atomic",      "asynchronous copy", "access", "barrier",
      "fence", "other place", "called from", "synchronization",   "launch", "copy"};
  return Names[static_cast<size_t>(R)];
}

llvm::StringRef toString(Counted C) {
  constexpr llvm::StringLiteral Names[] = {"read", "write", "atomic", "branch", "steps"};
  return Names[static_cast<size_t>(C)];
}

llvm::StringRef toString(Confidence C) {
  constexpr llvm::StringLiteral Names[] = {"confirmed", "proved", "likely", "possible"};
  return Names[static_cast<size_t>(C)];
}

llvm::StringRef toString(Applicability A) {
  constexpr llvm::StringLiteral Names[] = {"proven", "conditional", "suggested", "manual"};
  return Names[static_cast<size_t>(A)];
}

llvm::StringRef toString(Simulated S) {
  constexpr llvm::StringLiteral Names[] = {"equal", "unordered", "different", "skipped"};
  return Names[static_cast<size_t>(S)];
}

llvm::StringRef toString(RaceVerdict V) {
  constexpr llvm::StringLiteral Names[] = {"free", "racy", "unknown"};
  return Names[static_cast<size_t>(V)];
}

llvm::StringRef toString(DivergenceVerdict V) {
  constexpr llvm::StringLiteral Names[] = {"free", "divergent", "unknown"};
  return Names[static_cast<size_t>(V)];
}

llvm::StringRef toString(UnitStatus S) {
  constexpr llvm::StringLiteral Names[] = {"analysed", "partial", "failed"};
  return Names[static_cast<size_t>(S)];
}

llvm::StringRef toString(AccessKind K) {
  constexpr llvm::StringLiteral Names[] = {"read", "write", "atomic", "async copy"};
  return Names[static_cast<size_t>(K)];
}

llvm::StringRef toString(Space S) {
  constexpr llvm::StringLiteral Names[] = {"global", "shared",  "constant",
                                           "local",  "generic", "surface"};
  return Names[static_cast<size_t>(S)];
}

/// The term that a launch fact gives the dimension, else the dimension itself.
static std::string printDimension(Expr E, const Launch &L, const ExprContext &Ctx) {
  if (!E)
    return "?";
  for (const Fact &F : L.Facts)
    if (F.Cond && F.Cond->op() == Op::Eq)
      for (unsigned I : {0u, 1u})
        if (F.Cond->arg(I) == E && E->op() == Op::Apply)
          return Ctx.toString(F.Cond->arg(1 - I));
  return E->isConst() ? std::to_string(E->value()) : Ctx.toString(E);
}

PrintedLaunch print(const Launch &L, const ExprContext &Ctx) {
  PrintedLaunch P;
  P.Loc = L.Loc;
  for (unsigned Dim = 0; Dim < 3; ++Dim) {
    P.Grid[Dim] = printDimension(L.Grid[Dim], L, Ctx);
    P.Block[Dim] = printDimension(L.Block[Dim], L, Ctx);
  }
  for (const Fact &F : L.Facts) {
    if (F.Implied || std::find(P.Facts.begin(), P.Facts.end(), F.Text) != P.Facts.end())
      continue;
    P.Facts.push_back(F.Text);
    P.FactPlaces.push_back(F.Loc);
  }
  P.UnreadLine = L.UnreadLine;
  P.KnowsBlock = L.Block[0] != Expr();
  P.Callers = L.Callers;
  return P;
}

} // namespace cudafix
