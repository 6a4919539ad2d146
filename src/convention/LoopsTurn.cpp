// SPDX-License-Identifier: Apache-2.0

#include "convention/Rule.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::convention;

/// Parameters to which loops with barriers count.
static llvm::DenseSet<Expr> endsOfLoops(const RaceCase &Case) {
  const Kernel &K = Case.K;
  llvm::DenseSet<Expr> Ends;
  for (const Loop &L : K.Loops) {
    if (llvm::none_of(K.Barriers,
                      [&](const Barrier &B) { return llvm::is_contained(L.Nodes, B.Node); }))
      continue;
    for (NodeId N : L.Nodes)
      for (const Edge &Way : K.Nodes[N].Succs) {
        if (!Way.Cond || llvm::is_contained(L.Nodes, Way.To))
          continue;
        bool Counts = false;
        llvm::SmallVector<Expr, 4> Found;
        ExprContext::visit(Case.Q.T.of(Way.Cond, 0), [&](Expr E) {
          Counts |= E->op() == Op::Apply && Case.Q.T.original(E->symbol()) == L.Counter;
          if (llvm::is_contained(Case.parameters(), E))
            Found.push_back(E);
        });
        if (Counts)
          Ends.insert(Found.begin(), Found.end());
      }
  }
  return Ends;
}

static std::vector<Need> ask(const RaceCase &Case) {
  ExprContext &C = Case.C;
  llvm::DenseSet<Expr> Ends = endsOfLoops(Case);
  // Where the witness makes turns in all loops, there is nothing to ask.
  const auto *Witness = std::get_if<Satisfiable>(&Case.R.Answer);
  if (Witness && llvm::none_of(Ends, [&](Expr P) {
        std::optional<uint64_t> Value = Witness->value(P->symbol());
        bool Negative = C.symbol(P->symbol()).Signed && Value && *Value >> (P->width() - 1) & 1;
        return Value && (*Value == 0 || Negative);
      }))
    return {};
  Need Of;
  for (Expr P : Case.parameters()) {
    if (!Ends.contains(P))
      continue;
    Expr Zero = C.constant(0, P->width());
    Of.add(Convention::LoopsTurn, C.symbol(P->symbol()).Signed ? C.slt(Zero, P) : C.ult(Zero, P));
  }
  if (Of.Conditions.empty())
    return {};
  return {Of};
}

const Rule convention::LoopsTurn = {Convention::LoopsTurn,
                                    R"(A loop with barriers in it makes at least one turn.

Why: a loop that makes none leaves out its barriers, but there is nothing to do, either, and host code
seldom launches a kernel for that.

When a race needs it: it vanishes if each number of the host to which such a loop counts is at least
1. A condition such as if (step > 0) is no loop.)",
                                    ask};
