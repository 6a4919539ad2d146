// SPDX-License-Identifier: Apache-2.0

#include "convention/Rule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::convention;

/// The conditions under which loops with barriers go on after no turn: what a loop counts to is
/// at least 1. Numbers of the host, and what memory holds.
static llvm::SetVector<Expr> turnsOfLoops(const RaceCase &Case) {
  const Kernel &K = Case.K;
  ExprContext &C = Case.C;
  llvm::SetVector<Expr> Turns;
  for (const Loop &L : K.Loops) {
    if (llvm::none_of(K.Barriers,
                      [&](const Barrier &B) { return llvm::is_contained(L.Nodes, B.Node); }))
      continue;
    for (NodeId N : L.Nodes)
      for (const Edge &Way : K.Nodes[N].Succs) {
        if (!Way.Cond || llvm::is_contained(L.Nodes, Way.To))
          continue;
        for (unsigned Thread : {0, 1}) {
          bool Counts = false;
          llvm::SmallVector<Expr, 4> Found;
          ExprContext::visit(Case.Q.T.of(Way.Cond, Thread), [&](Expr E) {
            Counts |= E->op() == Op::Apply && Case.Q.T.original(E->symbol()) == L.Counter;
            if (llvm::is_contained(Case.parameters(), E) || (Case.isLoad(E) && E->width() >= 32))
              Found.push_back(E);
          });
          for (Expr E : Found) {
            Expr Zero = C.constant(0, E->width());
            if (Counts)
              Turns.insert(Case.symbolOf(E).Signed ? C.slt(Zero, E) : C.ult(Zero, E));
          }
        }
      }
  }
  return Turns;
}

static std::vector<Need> ask(const RaceCase &Case) {
  llvm::SetVector<Expr> Turns = turnsOfLoops(Case);
  // Where the witness makes turns in all loops, there is nothing to ask.
  if (Case.happensUnder(Turns.getArrayRef()))
    return {};
  Need Of;
  for (Expr E : Turns) {
    Expr Count = E->arg(1);
    Of.add(Convention::LoopsTurn, E,
           Case.isLoad(Count) ? nameOfList(Case, Count) + "[...] >= 1" : "");
  }
  return {Of};
}

const Rule convention::LoopsTurn = {Convention::LoopsTurn,
                                    R"(A loop with barriers in it makes at least one turn.

Why: a loop that makes none leaves out its barriers, but there is nothing to do, either, and host code
seldom launches a kernel for that.

When a race needs it: it vanishes if each number of the host and each value in memory to which such
a loop counts is at least 1. A condition such as if (step > 0) is no loop.)",
                                    ask};
