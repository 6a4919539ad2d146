// SPDX-License-Identifier: Apache-2.0

#include "convention/Rule.h"
#include "model/Customary.h"
#include "llvm/ADT/SetVector.h"

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::convention;

/// A value that is only compared with a constant is a marker, not a count (`level[i] == -1`).
static std::vector<Need> ask(const RaceCase &Case) {
  ExprContext &C = Case.C;
  llvm::SetVector<Expr> Loads;
  auto Add = [&](Expr N) {
    if (Case.isLoad(N) && N->width() >= 32)
      Loads.insert(N);
  };
  auto Collect = [&](Expr E) {
    Add(E);
    ExprContext::visit(E, [&](Expr N) {
      bool Compares = N->width() == 1 && N->args().size() == 2 &&
                      (N->arg(0)->isConst() || N->arg(1)->isConst());
      for (Expr Arg : N->args())
        if (!Compares)
          Add(Arg);
    });
  };
  for (unsigned I = 0; I < 2; ++I)
    Collect(Case.Q.Offset[I]), Collect(Case.condition(I));
  Need Of;
  for (Expr E : Loads)
    Of.add(Convention::CountsInMemory, C.ult(E, C.constant(customary::Count, E->width())));
  return {Of};
}

const Rule convention::CountsInMemory = {
    Convention::CountsInMemory,
    R"(Counts and positions that are read from memory are neither negative nor close to where
arithmetic wraps: they are below 2^20.

When a race needs it: it vanishes under these bounds on what indices and conditions read. What is only
compared with a constant is a mark (level[i] == -1), and may be anything.)",
    ask};
