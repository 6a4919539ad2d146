// SPDX-License-Identifier: Apache-2.0
//
// Problem::presolve: bound propagation, also with one side of a clause assumed; if that side is
// refuted, the other is required.

#include "smt/Problem.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace cudafix;
using namespace cudafix::smt;
using Kind = Formula::Kind;

/// Clauses of two inequalities between differences: if one side leads to a contradiction, the other
/// is required. The lemmas of products are such clauses.
std::vector<std::pair<FormulaId, FormulaId>> Problem::choices() const {
  std::vector<std::pair<FormulaId, FormulaId>> Out;
  for (FormulaId F : Required) {
    const Formula &X = Formulas[F];
    if (X.What != Kind::Or || X.Subs.size() != 2)
      continue;
    const Formula &A = Formulas[X.Subs[0]], &B = Formulas[X.Subs[1]];
    if (A.What == Kind::Le && B.What == Kind::Le && A.L.Terms.size() > 1 && B.L.Terms.size() > 1)
      Out.push_back({X.Subs[0], X.Subs[1]});
  }
  return Out;
}

bool Problem::refutes(FormulaId F, unsigned MaxRounds, bool Digits) {
  std::vector<Atom> SavedAtoms = Atoms;
  std::vector<FormulaId> SavedRequired = Required;
  Required.push_back(F);
  bool Ok = propagate(MaxRounds, Digits);
  Atoms = std::move(SavedAtoms);
  Required = std::move(SavedRequired);
  return !Ok;
}

bool Problem::probe() {
  // Each probe goes over the whole problem.
  const unsigned MaxProbes = std::min<size_t>(16, 4000 / (Required.size() + Atoms.size() + 1));
  unsigned Probes = 0;
  for (bool Progress = true; Progress;) {
    Progress = false;
    for (auto [A, B] : choices()) {
      for (auto [Tried, Left] : {std::pair(A, B), std::pair(B, A)}) {
        if (++Probes > MaxProbes)
          return true;
        if (!refutes(Tried, 5))
          continue;
        Required.push_back(Left);
        if (!propagate(8))
          return false;
        Progress = true;
        break;
      }
      if (Progress)
        break; // the clauses have changed
    }
  }
  return true;
}

bool Problem::presolve(bool Probing) {
  // Some questions are refuted only with numbers written as digits, some only without.
  unsigned Numbers = llvm::count_if(Wraps, [&](const WrapAround &W) {
    return W.Form.Terms.size() == 1 && W.Form.K == 0 && W.Form.Terms[0].second == 1;
  });
  if (Numbers > 1 && refutes(truth(true), 12, true))
    return false;
  return propagate(12) && (Products.empty() || !Probing || probe());
}
