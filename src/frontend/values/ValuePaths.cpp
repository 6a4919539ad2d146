// SPDX-License-Identifier: Apache-2.0
//
// Conditions of edges, and phis outside loop headers as choices between their operands.

#include "frontend/values/Values.h"
#include "llvm/IR/CFG.h"

using namespace llvm;
using namespace cudafix;
using namespace cudafix::frontend;

/// Joins of larger regions become unknown values.
static constexpr unsigned MaxRegion = 64;

Expr Values::rawEdge(const BasicBlock *From, const BasicBlock *To) {
  const Instruction *T = From->getTerminator();
  if (auto *B = dyn_cast<BranchInst>(T)) {
    if (B->isUnconditional() || B->getSuccessor(0) == B->getSuccessor(1))
      return Ctx.boolean(true);
    Expr C = of(B->getCondition());
    return B->getSuccessor(0) == To ? C : Ctx.lnot(C);
  }
  if (auto *S = dyn_cast<SwitchInst>(T)) {
    Expr V = of(S->getCondition());
    if (!V)
      return Ctx.boolean(true);
    SmallVector<Expr, 8> Here, Others;
    for (auto &Case : S->cases()) {
      Expr Is = Ctx.eq(V, of(Case.getCaseValue()));
      (Case.getCaseSuccessor() == To ? Here : Others).push_back(Is);
    }
    Expr Listed = Ctx.lor(Here);
    return S->getDefaultDest() == To ? Ctx.lor(Listed, Ctx.lnot(Ctx.lor(Others))) : Listed;
  }
  return Ctx.boolean(true);
}

Expr Values::edge(const BasicBlock *From, const BasicBlock *To) {
  if (Flow.isDead(To))
    return Ctx.boolean(false);
  bool Other =
      any_of(successors(From), [&](const BasicBlock *S) { return S != To && !Flow.isDead(S); });
  return Other ? rawEdge(From, To) : Ctx.boolean(true);
}

Expr Values::closeOver(Expr E, const llvm::Loop *From, const llvm::Loop *To) {
  for (const llvm::Loop *L = From; L && L != To && !L->contains(To); L = L->getParentLoop()) {
    LoopState &S = Loops[loopId(L)];
    if (!S.Close)
      return E; // control flow into the middle of a loop
    E = (*S.Close)(E);
  }
  return E;
}

/// The outermost loop that the edge leaves, if that loop can only be left for `To`.
const llvm::Loop *Values::loopLeftFor(const BasicBlock *From, const BasicBlock *To) const {
  const llvm::Loop *Left = nullptr;
  for (const llvm::Loop *L = LI.getLoopFor(From); L && !L->contains(To); L = L->getParentLoop()) {
    SmallVector<BasicBlock *, 4> Exits;
    L->getExitBlocks(Exits);
    if (!all_of(Exits, [&](BasicBlock *E) { return E == To || Flow.isDead(E); }))
      break;
    Left = L;
  }
  return Left;
}

/// For each predecessor, the condition that control comes from it, given that the immediate
/// dominator was executed.
bool Values::incomingConditions(BasicBlock &B, SmallVectorImpl<Expr> &Conds) {
  BasicBlock *D = DT.getNode(&B)->getIDom()->getBlock();
  const BlockOrder &Order = Flow.order();
  const llvm::Loop *Here = LI.getLoopFor(&B);
  std::map<unsigned, Expr> Reach; // by position: the blocks between D and B
  SmallVector<BasicBlock *, 16> Work(pred_begin(&B), pred_end(&B));
  while (!Work.empty()) {
    BasicBlock *P = Work.pop_back_val();
    if (!Order.reaches(P) || !Reach.try_emplace(Order.position(P)).second)
      continue;
    if (Reach.size() > MaxRegion)
      return false;
    if (P == D)
      continue;
    Work.append(pred_begin(P), pred_end(P));
  }
  Reach[Order.position(D)] = Ctx.boolean(true);
  for (auto &[Pos, Cond] : Reach) {
    BasicBlock *X = Order.blocks()[Pos];
    if (X == D)
      continue;
    SmallVector<Expr, 4> Ways;
    for (BasicBlock *P : predecessors(X)) {
      auto It = Order.reaches(P) ? Reach.find(Order.position(P)) : Reach.end();
      if (It == Reach.end() || It->first >= Pos)
        continue;
      if (const llvm::Loop *Left = loopLeftFor(P, X)) // whichever exit is taken
        if (auto Entry = Reach.find(Order.position(Left->getHeader())); Entry != Reach.end()) {
          Ways.push_back(closeOver(Entry->second, Left->getParentLoop(), LI.getLoopFor(X)));
          continue;
        }
      Ways.push_back(
          closeOver(Ctx.land(It->second, edge(P, X)), LI.getLoopFor(P), LI.getLoopFor(X)));
    }
    Cond = Ctx.lor(Ways);
    if (tooLarge(Cond))
      return false;
  }
  for (BasicBlock *P : predecessors(&B)) {
    if (!Order.reaches(P)) {
      Conds.push_back(Ctx.boolean(false));
      continue;
    }
    if (Order.position(P) >= Order.position(&B))
      return false;
    Expr C = Ctx.land(Reach.at(Order.position(P)), edge(P, &B));
    Conds.push_back(closeOver(C, LI.getLoopFor(P), Here));
  }
  return true;
}

/// The value whose condition holds; exactly one of the conditions holds.
Expr Values::choose(ArrayRef<Expr> Conds, ArrayRef<Expr> Vals) {
  SmallVector<std::pair<Expr, Expr>, 4> Arms; // condition and value; equal values are merged
  for (auto [C, V] : zip(Conds, Vals)) {
    if (C->isFalse())
      continue;
    if (!V)
      return Expr();
    auto *It = find_if(Arms, [&, V = V](auto &A) { return A.second == V; });
    if (It == Arms.end())
      Arms.push_back({C, V});
    else
      It->first = Ctx.lor(It->first, C);
  }
  if (Arms.empty())
    return Expr();
  Expr Result = Arms.back().second;
  for (auto &[C, V] : drop_begin(reverse(Arms)))
    Result = Ctx.ite(C, V, Result);
  return Result;
}

void Values::visitPhi(PHINode &P) {
  bool IsPointer = P.getType()->isPointerTy();
  unsigned W = IsPointer ? 64 : width(P.getType());
  if (!W)
    return;
  BasicBlock &B = *P.getParent();
  const llvm::Loop *L = LI.getLoopFor(&B);
  if (L && L->getHeader() == &B) { // a placeholder, which finishLoop solves
    if (IsPointer)
      Pointers[&P] = anyPointer(&P);
    else
      Placeholders.insert((Map[&P] = opaque(&P, W))->symbol());
    return;
  }
  if (U.isExchanged(&P)) {
    Map[&P] = opaque(&P, W);
    return;
  }
  SmallVector<Expr, 4> Conds, Vals, ObjectVals;
  for (auto [In, V] : zip(P.blocks(), P.incoming_values())) {
    const llvm::Loop *From = LI.getLoopFor(In);
    bool Done = Flow.order().reaches(In) && Flow.order().position(In) < Flow.order().position(&B);
    if (IsPointer) {
      PointerTerm T = Done ? pointer(V) : PointerTerm();
      ObjectVals.push_back(T.Object ? closeOver(T.Object, From, L) : Expr());
      Vals.push_back(T.Offset ? closeOver(T.Offset, From, L) : Expr());
    } else {
      Expr E = Done ? of(V) : Expr();
      Vals.push_back(E ? closeOver(E, From, L) : E);
    }
  }
  auto Join = [&](ArrayRef<Expr> Values) {
    if (all_equal(Values))
      return Values.front();
    if (Conds.empty()) {
      SmallVector<Expr, 4> ByPred;
      if (!incomingConditions(B, ByPred))
        return Expr();
      SmallVector<BasicBlock *, 4> Preds(predecessors(&B));
      for (BasicBlock *In : P.blocks())
        Conds.push_back(ByPred[find(Preds, In) - Preds.begin()]);
    }
    Expr E = choose(Conds, Values);
    return E && tooLarge(E) ? Expr() : E;
  };
  Expr E = Join(Vals);
  if (!IsPointer) {
    Map[&P] = E ? E : opaque(&P, W);
    return;
  }
  Expr O = Join(ObjectVals);
  Pointers[&P] = E && O ? PointerTerm{O, E} : anyPointer(&P);
}
