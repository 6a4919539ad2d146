// SPDX-License-Identifier: Apache-2.0
//
// What orders the turns of loops: the end of each turn, and cells that hold the number of turns.

#include "analysis/question/SyncPair.h"
#include "model/Sums.h"

using namespace cudafix;
using namespace cudafix::analysis;
using llvm::SmallVector;

/// If threads wait at the end of each turn of a loop (as in a grid barrier between time steps),
/// they are ordered after the earlier turns of other threads, but not in the first turn.
void SyncOrder::Pair::addOrderOfTurns() {
  const NodeId Nodes[2] = {P[0]->What->Node, P[1]->What->Node};
  for (const Loop &L : K.Loops) {
    if (L.Parent != NoId || !Uses.isIn(L.Id, Nodes[0]) || !Uses.isIn(L.Id, Nodes[1]))
      continue;
    Expr Turn[2];
    for (unsigned I : {0, 1})
      Turn[I] = P[I]->of(T, C.apply(L.Counter), I);
    SmallVector<Expr, 2> Ordered;
    for (unsigned First : {0, 1})
      if (mayPrecede(First, L.Id))
        Ordered.push_back(C.slt(Turn[First], Turn[1 - First]));
    if (!Ordered.empty())
      Result.OfTurns = C.lor(Ordered);
  }
}

/// The value that a wait requires the counter to reach; null: it does not wait for that.
static Expr goalOf(ExprContext &C, Expr Awaited, Expr Seen) {
  Expr Goal;
  ExprContext::visit(Awaited, [&](Expr N) {
    const bool OrEqual = N->op() == Op::Ule || N->op() == Op::Sle;
    if (OrEqual && N->arg(1) == Seen)
      Goal = N->arg(0);
    else if ((N->op() == Op::Ult || N->op() == Op::Slt) && N->arg(1) == Seen)
      Goal = C.add(N->arg(0), C.constant(1, Seen->width()));
    else if (N->op() == Op::Eq && (N->arg(0) == Seen || N->arg(1) == Seen))
      Goal = N->arg(N->arg(0) == Seen ? 1 : 0);
  });
  return Goal;
}

/// A counter to which each of several parts is added once, and which is seen at their total number.
/// It is 0 when the kernel starts.
bool SyncOrder::Pair::addArrivals(unsigned First, const SyncUse &W, const SyncUse &R) {
  const Access &Op = K.access(W.Op), &Seen = K.access(R.Op);
  const LoopId Turns = Uses.turnsAround(W.Op, id(First));
  const bool Waits = K.Nodes[K.access(id(1 - First)).Node].Loop != NoId;
  const LoopId Around = Uses.turnsAround(R.Op, id(1 - First));
  Expr Awaited = Uses.awaited(R.Op);
  if (!isTicket(Op) || Op.Atomic != AtomicOp::Add || !Seen.Result || Turns == NoId || !Awaited ||
      !Uses.leaderOnly(W.Op) || Uses.canFollow(W.Op, id(First)))
    return false;
  Expr Goal = goalOf(C, Awaited, Seen.Result);
  const bool Only = llvm::all_of(K.Accesses, [&](const Access &A) {
    return !isOneArray(A, Op) || A.Id == Op.Id || !Uses.isWrite(A.Id);
  });
  if (!Goal || !Uses.isFixed(Goal) || !Only ||
      (Waits &&
       (Around == NoId || !Uses.passesInTurn(id(1 - First), R, /*Forward=*/false, Around))) ||
      !(O.Never({Awaited, C.ult(Seen.Result, Goal)}) ||
        O.Never({Awaited, C.slt(Seen.Result, Goal)})) ||
      !Uses.passesInTurn(id(First), W, /*Forward=*/true, Turns) ||
      !O.comeAtMost(W.Op, Goal, Threads))
    return false;
  schedule(Seen);
  Result.Facts.push_back(term(1 - First, R, Awaited));
  Expr Some = T.of(C.slt(C.constant(0, Goal->width()), Goal), 0);
  add(First, W, R, Some);
  return true;
}

/// A cell into which one thread stores the number of its completed turns, `tail = i + 1`: a thread
/// that has read a number comes after all turns up to it. The cell is 0 when the kernel starts.
bool SyncOrder::Pair::addCountUp(unsigned First, const SyncUse &W, const SyncUse &R) {
  const Access &Post = K.access(W.Op), &Seen = K.access(R.Op);
  const bool Stores = Post.Kind == AccessKind::Write || Post.Atomic == AtomicOp::Store ||
                      Post.Atomic == AtomicOp::Exch;
  const LoopId Turns = Uses.turnsAround(W.Op, id(First));
  const LoopId Waits = Uses.turnsAround(R.Op, id(1 - First));
  Expr Awaited = Uses.awaited(R.Op);
  if (!Stores || !Post.Value || !Seen.Result || Turns == NoId || K.Loops[Turns].Parent != NoId ||
      Waits == NoId || !Awaited || Post.Value->width() != Seen.Result->width() ||
      !Uses.isFixed(Post.Offset) || !Uses.isFixed(Seen.Offset))
    return false;
  auto InTurn = [&](Expr E, Expr Number) {
    return C.replace(
        E, [&](Expr A) { return A->symbol() == K.Loops[Turns].Counter ? Number : Expr(); });
  };
  Expr Turn = C.apply(K.Loops[Turns].Counter);
  Expr Next = InTurn(Post.Value, C.add(Turn, C.constant(1, Turn->width())));
  Expr Start = InTurn(Post.Value, C.constant(0, Turn->width()));
  auto [Grows, By] = difference(Next, Post.Value);
  if (!Grows.empty() || By <= 0 || !Start->isConst() || Start->signedValue() <= 0 ||
      !Uses.passesInTurn(id(1 - First), R, /*Forward=*/false, Waits))
    return false;
  for (const Access &Other : K.Accesses) {
    // Waiting threads ignore numbers that are not positive.
    const bool Clears = Other.Kind == AccessKind::Write && Other.Value && Other.Value->isConst() &&
                        Other.Value->signedValue() <= 0;
    if (isOneArray(Other, Post) && Other.Id != Post.Id && Uses.isWrite(Other.Id) && !Clears &&
        O.mayAwait(Seen, Other, Threads(Scope::OtherBlock)))
      return false;
  }
  const bool Shared = K.array(Post.Array).Where == Space::Shared;
  if (!O.isSole(W.Op, Threads(Scope::SameBlock)) ||
      (!Shared && !O.isSole(W.Op, Threads(Scope::OtherBlock))))
    return false;
  schedule(Seen);
  Result.Facts.push_back(term(1 - First, R, Awaited));
  Expr Number = term(1 - First, R, Seen.Result);
  const bool Unsigned = ExprContext::any(Awaited, [&](Expr N) {
    return (N->op() == Op::Ult || N->op() == Op::Ule) && llvm::is_contained(N->args(), Seen.Result);
  });
  auto IsUpTo = [&](Expr A) { return Unsigned ? C.ule(A, Number) : C.sle(A, Number); };
  Expr None = C.lnot(IsUpTo(C.constant(1, Number->width())));
  if (By > 1) {
    Expr Rest = C.binary(Op::URem, C.sub(Number, Start), C.constant(By, Number->width()));
    Result.Facts.push_back(C.lor(None, C.eq(Rest, C.constant(0, Number->width()))));
  }
  Expr Covers = IsUpTo(term(First, W, Post.Value));
  const bool Early = Uses.canFollow(W.Op, id(First));
  if (!Early && Uses.passesInTurn(id(First), W, /*Forward=*/true, Turns)) {
    add(First, W, R, W.OfWarp ? C.land(rowsOfWarps(), Covers) : Covers);
    return true;
  }
  // If the number may be stored before the access happens, the next number may cover it.
  Expr OneCell = C.eq(cell(First, W), cell(1 - First, R));
  Expr Later = IsUpTo(term(First, W, Next));
  if (!Early)
    Result.Perhaps.push_back(way(First, W, R, C.land({OneCell, Covers, isDoer(First, W)})));
  Result.Perhaps.push_back(way(First, W, R, C.land({OneCell, Later, mayCome(First, W)})));
  return true;
}
