// SPDX-License-Identifier: Apache-2.0

#include "analysis/question/CountFacts.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::analysis;
using llvm::SmallVector;

namespace {

class Counts {
public:
  Counts(const Kernel &K, RaceQuestion &Q) : K(K), Q(Q), C(*K.Ctx) {
    for (unsigned I = 0; I < 2; ++I)
      ExprContext::visit(Q.Offset[I], [&](Expr N) {
        if (N->op() == Op::Apply)
          In[I].insert(N);
      });
  }
  void add(const LaneCount &X);
  void add(const RunningSum &X);

private:
  Expr of(Expr E, unsigned I) { return Q.P[I].of(Q.T, E, I); }
  Expr sameWarp();
  Expr sameTurns(NodeId Around);

  const Kernel &K;
  RaceQuestion &Q;
  ExprContext &C;
  llvm::DenseSet<Expr> In[2];
};

} // namespace

Expr Counts::sameWarp() {
  if (Q.T.scope() == Scope::SameWarp)
    return C.boolean(true);
  if (Q.T.scope() != Scope::SameBlock)
    return C.boolean(false);
  Expr WarpSize = C.constant(32, 32);
  return C.eq(C.binary(Op::UDiv, Q.T.linear(0), WarpSize),
              C.binary(Op::UDiv, Q.T.linear(1), WarpSize));
}

/// Both threads are in the same turn of each loop around the node.
Expr Counts::sameTurns(NodeId Around) {
  SmallVector<Expr, 4> Same;
  for (LoopId L = K.Nodes[Around].Loop; L != NoId; L = K.Loops[L].Parent) {
    Expr Counter = C.apply(K.Loops[L].Counter);
    Same.push_back(C.eq(of(Counter, 0), of(Counter, 1)));
  }
  return C.land(Same);
}

void Counts::add(const LaneCount &X) {
  Expr Count[2], Lane[2], Own[2], Known[2];
  Expr One = C.constant(1, 32), Zero = C.constant(0, 32), WarpSize = C.constant(32, 32);
  auto Plus = [&](Expr A, Expr B) { return C.add(A, B, NSW); };
  bool Stands[2];
  for (unsigned I = 0; I < 2; ++I) {
    Count[I] = of(X.Count, I);
    Stands[I] = In[I].contains(Count[I]);
    if (!Stands[I])
      continue;
    Lane[I] = of(X.Lane, I);
    Own[I] = C.ite(of(X.Votes, I), One, Zero);
    Known[I] = C.eq(C.binary(Op::URem, Q.T.linear(I), WarpSize), Lane[I]);
    Q.Tickets.insert(Count[I]);
    // How many lanes are below, and above.
    Expr Before = X.WithOwn ? C.sub(Count[I], Own[I], NSW) : Count[I];
    SmallVector<Expr, 4> Facts{C.sle(Zero, Before), C.sle(Before, Lane[I])};
    if (X.All) {
      Expr After = C.sub(of(X.All, I), Plus(Before, Own[I]), NSW);
      Facts.push_back(C.sle(Zero, After));
      Facts.push_back(C.slt(Plus(After, Lane[I]), WarpSize));
    }
    Q.Constraints.push_back(C.implies(Known[I], C.land(Facts)));
  }
  if (!Stands[0] || !Stands[1])
    return;
  Expr Together = C.land({sameWarp(), sameTurns(X.Node), Known[0], Known[1]});
  for (unsigned I = 0; I < 2; ++I) {
    Expr More = C.sub(Count[1 - I], Count[I], NSW), Lanes = C.sub(Lane[1 - I], Lane[I], NSW);
    Expr Sure = Own[X.WithOwn ? 1 - I : I], Most = C.sub(Plus(Lanes, Sure), One, NSW);
    Q.Constraints.push_back(C.implies(C.land(Together, C.slt(Lane[I], Lane[1 - I])),
                                      C.land(C.sle(Sure, More), C.sle(More, Most))));
  }
}

void Counts::add(const RunningSum &X) {
  if (K.Symbols.level(C, X.Sum->symbol()) == Uniformity::Thread)
    return; // each thread has one of its own
  Expr Sum[2], Turn[2], Added[2];
  bool Stands[2];
  for (unsigned I = 0; I < 2; ++I) {
    Sum[I] = of(X.Sum, I);
    Stands[I] = In[I].contains(Sum[I]);
    if (Stands[I])
      Q.Tickets.insert(Sum[I]);
    Turn[I] = of(C.apply(K.Loops[X.Loop].Counter), I);
    Added[I] = of(X.Added, I);
  }
  if (!Stands[0] || !Stands[1] || Sum[0]->symbol() != Sum[1]->symbol())
    return;
  Expr Around = K.Loops[X.Loop].Parent == NoId ? C.boolean(true)
                                               : sameTurns(K.Loops[K.Loops[X.Loop].Parent].Header);
  for (unsigned I = 0; I < 2; ++I)
    Q.Constraints.push_back(C.implies(C.land(Around, C.slt(Turn[I], Turn[1 - I])),
                                      C.sle(C.add(Sum[I], Added[I], NSW), Sum[1 - I])));
}

void cudafix::analysis::addCounts(const Kernel &K, RaceQuestion &Q) {
  if (K.LaneCounts.empty() && K.RunningSums.empty())
    return;
  Counts Of(K, Q);
  for (const LaneCount &X : K.LaneCounts)
    Of.add(X);
  for (const RunningSum &X : K.RunningSums)
    Of.add(X);
}
