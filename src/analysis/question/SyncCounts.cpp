// SPDX-License-Identifier: Apache-2.0
//
// Bounds how often all threads and turns together execute an operation on one cell.

#include "analysis/question/SyncOrder.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::analysis;
using llvm::SmallVector;

/// Returns true if no two threads or turns execute the operation with equal values of the terms
/// `Same` and, if given, different values of `Other`.
bool SyncOrder::isEachOnce(AccessId Id, llvm::ArrayRef<Expr> Same, ThreadsOf Threads, Expr Other) {
  const Expr Comes = Uses.condition(Id);
  auto NeverBoth = [&](TwoThreads &T, unsigned Second, llvm::function_ref<Expr(Expr)> There,
                       Expr Differ) {
    SmallVector<Expr, 16> Q(Second ? T.constraints() : T.launchable());
    Q.push_back(T.of(Comes, 0));
    Q.push_back(T.of(There(Comes), Second));
    auto AreAlike = [&](Expr E) {
      Expr Here = Uses.at(Id, E);
      return C.eq(T.of(Here, 0), T.of(There(Here), Second));
    };
    for (Expr E : Same)
      Q.push_back(AreAlike(E));
    if (Other)
      Q.push_back(C.lnot(AreAlike(Other)));
    Q.push_back(Differ);
    return Never(Q);
  };
  auto Stays = [](Expr E) { return E; };
  TwoThreads &Blocks = Threads(Scope::OtherBlock);
  if (!NeverBoth(Threads(Scope::SameBlock), 1, Stays, C.boolean(true)) ||
      !NeverBoth(Blocks, 1, Stays, C.boolean(true)))
    return false;
  llvm::DenseMap<Expr, Expr> Later;
  SmallVector<Expr, 2> Differ;
  for (LoopId L = K.Nodes[K.access(Id).Node].Loop; L != NoId; L = K.Loops[L].Parent) {
    Expr Counter = Uses.at(Id, C.apply(K.Loops[L].Counter));
    if (Counter->op() != Op::Apply)
      return false;
    Symbol S = C.symbol(Counter->symbol());
    S.Kind = SymbolKind::Fresh;
    S.Name = "another iteration";
    Later[Counter] = C.apply(C.addSymbol(std::move(S)));
    Differ.push_back(C.ne(Blocks.of(Counter, 0), Blocks.of(Later[Counter], 0)));
  }
  auto There = [&](Expr E) { return C.replace(E, [&](Expr A) { return Later.lookup(A); }); };
  return Differ.empty() || NeverBoth(Blocks, 0, There, C.lor(Differ));
}

bool SyncOrder::comeAtMost(AccessId Id, Expr Most, ThreadsOf Threads) {
  auto [It, New] = AtMost.try_emplace({Id, Most}, false);
  bool &Known = It->second;
  if (!New)
    return Known;
  const Access &A = K.access(Id);
  TwoThreads &T = Threads(Scope::OtherBlock);
  const Expr Comes = C.land(Uses.condition(Id), C.slt(C.constant(0, Most->width()), Most));
  auto Always = [&](Expr Claim) {
    SmallVector<Expr, 16> Q(T.launchable());
    Q.push_back(T.of(Comes, 0));
    Q.push_back(C.lnot(T.of(Uses.at(Id, Claim), 0)));
    return Never(Q);
  };
  // Number t is part t % n of cell t / n.
  SmallVector<Expr, 2> Quotients;
  ExprContext::visit(A.Offset, [&](Expr N) {
    if ((N->op() == Op::UDiv || N->op() == Op::SDiv) && N->arg(1) == Most)
      Quotients.push_back(N);
  });
  for (Expr Cell : Quotients) {
    Expr Number = Cell->arg(0);
    if ((Cell->op() == Op::UDiv || Always(C.sle(C.constant(0, Number->width()), Number))) &&
        isEachOnce(Id, {A.Offset}, Threads, Cell) && isEachOnce(Id, {Number}, Threads))
      return Known = true;
  }
  // Parts below n, each once in its cell.
  SmallVector<Expr, 2> Parts;
  ExprContext::visit(Comes, [&](Expr N) {
    if ((N->op() == Op::Slt || N->op() == Op::Ult) && N->arg(1) == Most)
      Parts.push_back(N);
  });
  for (Expr Below : Parts) {
    Expr Part = Below->arg(0);
    if (Always(Below) && Always(C.sle(C.constant(0, Part->width()), Part)) &&
        isEachOnce(Id, {A.Offset, Part}, Threads))
      return Known = true;
  }
  return false;
}
