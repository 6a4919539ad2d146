// SPDX-License-Identifier: Apache-2.0

#include "analysis/question/SyncPair.h"

using namespace cudafix;
using namespace cudafix::analysis;
using llvm::SmallVector;

/// Returns true if all blocks that execute the operation on one cell have the same index along D,
/// as those of `count[blockIdx.y]` have along y.
bool SyncOrder::Pair::isOfRow(const Access &Op, unsigned D) {
  TwoThreads &Blocks = Threads(Scope::OtherBlock);
  SmallVector<Expr, 16> Query(Blocks.constraints());
  Expr Cell = Uses.at(Op.Id, Op.Offset);
  Query.push_back(C.eq(Blocks.of(Cell, 0), Blocks.of(Cell, 1)));
  Query.push_back(C.ne(Blocks.of(C.blockIdx(D), 0), Blocks.of(C.blockIdx(D), 1)));
  return O.Never(Query);
}

/// The most threads of the launch that execute the operation (in no loop) on one cell; 64 bits.
Expr SyncOrder::Pair::arrivals(const Access &Op) {
  Expr N = C.constant(1, 64);
  bool Leader = Uses.leaderOnly(Op.Id);
  for (unsigned D = 0; D < 3; ++D) {
    if ((K.UsesGridDim[D] || D == 0) && (Op.Offset->isConst() || !isOfRow(Op, D))) {
      Expr Some = Uses.blocksBelow(Op.Id, D);
      N = C.mul(N, C.zext(Some ? Some : C.gridDim(D), 64), NSW | NUW);
    }
    if (!Leader && K.UsesDim[D])
      N = C.mul(N, C.zext(C.blockDim(D), 64), NSW | NUW);
  }
  return N;
}

/// Adds that tickets of two blocks differ and that the n-th of n arrivals draws n - 1 (the counter
/// starts at 0).
void SyncOrder::Pair::addTicketFacts(unsigned I) {
  Result.Facts.push_back(T.of(Uses.forward(P[I]->At->Cond), I));
  ExprContext::visit(P[I]->At->Cond, [&](Expr N) {
    if (N->op() == Op::Apply && Uses.forward(N) != N)
      Q.Scheduled.insert(T.of(N, I)->symbol());
  });
  for (const SyncUse &U : Uses.before(id(I))) {
    const Access &Op = K.access(U.Op);
    if (!isTicket(Op) || !Op.Result || K.Nodes[Op.Node].Loop != NoId || isOfBlock(U))
      continue;
    SyncUse Own = U;
    Own.Leader = false;
    Expr Mine = term(I, Own, Op.Result), Other = term(1 - I, Own, Op.Result);
    Expr N = T.of(arrivals(Op), I);
    Expr Low = C.ult(C.zext(Mine, 64), N), OtherLow = C.ult(C.zext(Other, 64), N);
    Expr Differ = C.lor(C.ne(cell(I, U), cell(1 - I, U)), C.ne(Mine, Other));
    if (Op.Atomic == AtomicOp::Inc) // wraps around after its operand
      Differ = C.implies(
          C.ule(N, C.add(C.zext(term(I, U, Op.Value), 64), C.constant(1, 64), NSW | NUW)), Differ);
    schedule(Op);
    Result.Facts.push_back(C.land({Low, OtherLow, Differ}));
  }
}

Ordering::Way SyncOrder::Pair::way(unsigned First, const SyncUse &W, const SyncUse &R, Expr Holds) {
  Ordering::Way Way;
  Way.Holds = Holds;
  flawOf(First, W, true, Way.Flaws);
  SyncUse Seen = R;
  const Access &Before = *P[First]->What, &Behind = *P[1 - First]->What;
  // A barrier of the block between the two suffices for what is volatile, as the guide's own
  // example of the last block has it. Nothing is written before it is known that the wait is over,
  // so that what others have read stays as it was.
  if ((Behind.Volatile && R.Crossed != NoId) || Behind.Kind == AccessKind::Atomic ||
      (Before.Kind == AccessKind::Read && Behind.Kind == AccessKind::Write))
    Seen.Fence = AtomicScope::System;
  flawOf(1 - First, Seen, false, Way.Flaws);
  return Way;
}

void SyncOrder::Pair::add(unsigned First, const SyncUse &W, const SyncUse &R, Expr Holds) {
  Expr OneCell = C.eq(cell(First, W), cell(1 - First, R));
  Result.Ways.push_back(way(First, W, R, C.land(Holds, OneCell)));
}

/// A necessary condition for the thread, or one that it meets later, to execute the release `W`
/// after its access.
Expr SyncOrder::Pair::mayCome(unsigned First, const SyncUse &W) {
  const std::optional<EventWalk::Group> Meets = Uses.meetsBefore(id(First), W.Op);
  if (!Meets)
    return isDoer(First, W);
  if (Meets == EventWalk::Group::Block || !Uses.leaderOnly(W.Op))
    return C.boolean(true);
  return C.ult(T.linear(First), C.constant(32, 32));
}

/// 1 bit: the thread may be among those that execute the release.
Expr SyncOrder::Pair::isDoer(unsigned First, const SyncUse &W) {
  if (Uses.leaderOnly(W.Op))
    return C.eq(T.linear(First), C.constant(0, 32));
  if (!Uses.firstLaneOnly(W.Op))
    return C.boolean(true);
  Expr Lane = C.binary(Op::URem, C.threadIdx(0), C.constant(32, 32));
  return T.of(C.eq(Lane, C.constant(0, 32)), First);
}

/// Returns true if the condition of the second access implies this claim about the value read.
bool SyncOrder::Pair::knows(unsigned Second, const SyncUse &R,
                            llvm::function_ref<Expr(Expr)> Claim) {
  auto G = Uses.guard(R, id(Second));
  if (!G)
    return false;
  SmallVector<Expr, 16> Q(T.constraints());
  Q.push_back(T.of(P[Second]->At->Cond, Second));
  Q.push_back(T.of(G->Cond, Second));
  Q.push_back(C.lnot(T.of(Claim(G->Result), Second)));
  return O.Never(Q);
}

/// The known part of the condition under which the first thread of the block (or warp) reaches the
/// release `W`; another block may be the one that does. It consists of the conditions on the
/// thread's index, the launch and read-only memory.
Expr SyncOrder::Pair::comesTo(unsigned First, const SyncUse &W) {
  if (W.Leader && Uses.alwaysFollowedBy(id(First), W.Op, true))
    return C.boolean(true);
  SmallVector<Expr, 8> Known, Open{Uses.condition(W.Op)};
  while (!Open.empty()) {
    Expr E = Open.pop_back_val();
    if (E->op() == Op::And && E->width() == 1)
      Open.append(E->args().begin(), E->args().end());
    else if (ExprContext::all(E, [&](Expr N) {
               return N->op() != Op::Apply || C.symbol(N->symbol()).Kind <= SymbolKind::Parameter ||
                      K.Symbols.isReadOnly(C, N->symbol());
             }))
      Known.push_back(E);
  }
  Expr Comes = C.land(Known);
  return T.of(W.OfWarp ? Uses.forFirstLane(Comes) : Uses.forLeader(Comes), First);
}

/// The condition under which the thread itself executes the release `W` after access `First` (null:
/// threads other than this one may execute it), or it is the block's first thread.
Expr SyncOrder::Pair::doer(unsigned First, const SyncUse &W) {
  if (W.OfWarp)
    return C.land(rowsOfWarps(), comesTo(First, W));
  if (W.Leader)
    return comesTo(First, W);
  if (Uses.alwaysFollowedBy(id(First), W.Op, false))
    return C.boolean(true);
  if (Uses.isOwnAfter(id(First), W.Op))
    return T.of(Uses.condition(W.Op), First);
  if (!Uses.leaderOnly(W.Op) || !Uses.alwaysFollowedBy(id(First), W.Op, true))
    return Expr();
  SmallVector<Expr, 3> Zero;
  for (unsigned D = 0; D < 3; ++D)
    if (K.UsesDim[D])
      Zero.push_back(T.of(C.eq(C.threadIdx(D), C.constant(0, 32)), First));
  return C.land(Zero);
}

/// Both threads draw a ticket from one counter: the one with the lower ticket is first. The guide's
/// own example has no fence after the ticket, so none is required.
bool SyncOrder::Pair::addTicket(unsigned First, const SyncUse &W, const SyncUse &R) {
  const Access &Op = K.access(W.Op);
  if (W.Op != R.Op || !isTicket(Op) || K.Nodes[Op.Node].Loop != NoId ||
      (W.Leader && !Uses.alwaysFollowedBy(id(First), W.Op, false)))
    return false;
  Expr Doer = doer(First, W);
  if (!Doer)
    return false;
  SyncUse Own = W, Fenced = R;
  Own.Leader = false;
  Fenced.Fence = AtomicScope::System;
  Expr Lower = C.ult(term(First, Own, Op.Result), term(1 - First, Own, Op.Result));
  add(First, W, Fenced, C.land(Doer, Lower));
  return true;
}

/// A counter that every thread or block increments once, and whose final value is seen.
bool SyncOrder::Pair::addCounter(unsigned First, const SyncUse &W, const SyncUse &R) {
  const Access &Op = K.access(W.Op);
  bool Only = llvm::all_of(K.Accesses, [&](const Access &A) {
    return !isOneArray(A, Op) || A.Id == Op.Id || !Uses.isWrite(A.Id);
  });
  Expr Doer = doer(First, W);
  if (!Only || !isTicket(Op) || Op.Atomic != AtomicOp::Add || K.Nodes[Op.Node].Loop != NoId ||
      Uses.canFollow(W.Op, id(First)) || !Doer)
    return false;
  Expr N = arrivals(Op);
  if (knows(1 - First, R, [&](Expr Seen) { return C.ule(N, C.zext(Seen, 64)); }))
    add(First, W, R, Doer);
  else
    return Uses.byThreadAlone(W.Op); // all threads arrive; the reader does not wait for all of them
  return true;
}

/// A flag that one thread posts and the other thread has seen.
bool SyncOrder::Pair::addPublish(unsigned First, const SyncUse &W, const SyncUse &R) {
  const Access &Post = K.access(W.Op);
  if (!Post.Value || Uses.canFollow(W.Op, id(First)))
    return false;
  bool PassedOn = false;
  for (const Access &Other : K.Accesses) {
    if (!isOneArray(Other, Post) || Other.Id == Post.Id || !Uses.isWrite(Other.Id) ||
        !O.mayAwait(K.access(R.Op), Other, Threads(Scope::OtherBlock)))
      continue;
    // A write after which the reader would not have gone on, such as a reset.
    bool Ignored =
        Other.Value && Other.Value->isConst() && knows(1 - First, R, [&](Expr Seen) {
          return Seen->width() == Other.Value->width() ? C.ne(Seen, Other.Value) : C.boolean(false);
        });
    if (!Ignored && !isPassedOn(Other))
      return false;
    PassedOn |= !Ignored;
  }
  // The reader does not go on with the initial value of the cell: 0, or anything else if 0 is
  // posted.
  bool PostsZero = Post.Value->isConst() && Post.Value->value() == 0;
  bool Waits = knows(1 - First, R, [&](Expr Seen) {
    Expr IsZero = C.eq(Seen, C.constant(0, Seen->width()));
    return PostsZero ? IsZero : C.lnot(IsZero);
  });
  Expr Doer = doer(First, W);
  if (!Waits || !Doer || !O.isSoleWriter(W.Op, Threads))
    return false;
  schedule(K.access(R.Op));
  add(First, W, R, Doer);
  if (PassedOn && !Result.Ways.back().Flaws.empty()) { // who passes it on may execute the fence
    Result.Ways.pop_back();
    return false;
  }
  return true;
}

/// Returns true if only threads that have seen the flag posted change it, by an atomic operation:
/// what the post released then also reaches threads that see the change (PTX ISA, "Release and
/// Acquire Patterns").
bool SyncOrder::Pair::isPassedOn(const Access &Change) {
  if (Change.Kind != AccessKind::Atomic)
    return false;
  return llvm::any_of(Uses.before(Change.Id), [&](const SyncUse &U) {
    const Access &Seen = K.access(U.Op);
    if (Seen.Array != Change.Array || Seen.Offset != Change.Offset)
      return false;
    auto G = Uses.guard(U, Change.Id);
    return G && O.Never({G->Cond, C.eq(G->Result, C.constant(0, G->Result->width()))});
  });
}

/// Returns true if the read cell may hold another flag of a chain, which still orders the two: some
/// threads that post a flag have waited for another flag before.
bool SyncOrder::Pair::isChain(const SyncUse &W, const SyncUse &R) {
  return llvm::any_of(K.Accesses, [&](const Access &A) {
    return Uses.isRead(A.Id) && isOneArray(A, K.access(R.Op)) && Uses.canFollow(A.Id, W.Op);
  });
}

/// Returns true if thread `First` cannot execute the operation when both accesses happen, for
/// example because only one block draws the last ticket and resets the counter.
bool SyncOrder::Pair::isRuledOut(unsigned First, const SyncUse &W) {
  SmallVector<Expr, 32> Query(Q.Constraints);
  llvm::append_range(Query, Result.Facts);
  Query.push_back(T.of(Uses.forward(Uses.condition(W.Op)), First));
  return !Result.Facts.empty() && O.Never(Query);
}

/// Returns true if both operations are a running minimum or maximum without fences: the value found
/// says which thread's value was better, not that another thread has done something.
static bool isBestSoFar(const Access &Op, const SyncUse &W, const SyncUse &R) {
  return W.Op == R.Op && (Op.Atomic == AtomicOp::Min || Op.Atomic == AtomicOp::Max) && !W.Fence &&
         !R.Fence && !Op.Acquire && !Op.Release;
}

void SyncOrder::Pair::addFlag(unsigned First, const SyncUse &W, const SyncUse &R) {
  if (O.isLock(K.access(W.Op).Array, Threads) || isBestSoFar(K.access(W.Op), W, R))
    return;
  const bool Chain = isChain(W, R);
  const bool Counted =
      !Chain && (addTicket(First, W, R) || addCounter(First, W, R) || addArrivals(First, W, R));
  const size_t Open = Result.Perhaps.size();
  if (Counted || addPublish(First, W, R) || addCountUp(First, W, R)) {
    Known.insert(K.access(W.Op).Array);
    if (Result.Perhaps.size() == Open)
      (Chain ? Result.Chain : Understood) = true;
    return;
  }
  if (isRuledOut(First, W))
    return;
  const Access &Op = K.access(W.Op);
  if (Op.Kind != AccessKind::Atomic && !Op.Volatile && !Uses.isWait(R.Op, Across))
    Result.Unclear = true; // it may be no flag
  else
    Result.Perhaps.push_back(way(First, W, R, mayCome(First, W)));
}

/// Two atomics race only if the scope of one excludes the other's thread, or if their sizes differ.
static std::vector<SyncFlaw> flawsOfAtomics(const Access &A, const Access &B) {
  if (A.Kind != AccessKind::Atomic || B.Kind != AccessKind::Atomic || A.Size != B.Size)
    return {};
  bool First = A.Scope == AtomicScope::Block;
  return {{SyncFlaw::Kind::NarrowAtomic, First ? 0u : 1u, First ? A.Id : B.Id, NoId}};
}

bool SyncOrder::ask(RaceAnswer &R, RaceQuestion &Q, ThreadsOf Threads, AskSolver Ask) {
  R.Flaws = flawsOfAtomics(*Q.P[0].What, *Q.P[1].What);
  if (Uses.none())
    return false;
  Ordering O = Pair(*this, Q, R.Where, Threads).run();
  llvm::append_range(Q.Constraints, O.Facts);
  bool Locks = false;
  for (const Ordering::Way &W : O.Ways) {
    Locks |= W.Lock;
    if (W.Flaws.empty())
      Q.Constraints.push_back(C.lnot(W.Holds));
  }
  R.Answer = Ask(Q.Constraints);
  if (O.OfTurns && std::holds_alternative<Satisfiable>(R.Answer)) {
    Q.Constraints.push_back(C.lnot(O.OfTurns));
    Satisfiability Unordered = Ask(Q.Constraints);
    if (std::holds_alternative<Satisfiable>(Unordered)) {
      R.Answer = std::move(Unordered);
    } else {
      Q.Constraints.pop_back();
      O.Unclear = true;
    }
  }
  const bool Perhaps = !O.Perhaps.empty();
  if (!std::holds_alternative<Satisfiable>(R.Answer) || !R.Flaws.empty())
    return O.Unclear || O.Chain || Perhaps;
  SmallVector<Expr, 32> Without(Q.Constraints), Fenced(Q.Constraints);
  std::vector<SyncFlaw> Flaws;
  for (const std::vector<Ordering::Way> *Ways : {&O.Ways, &O.Perhaps})
    for (const Ordering::Way &W : *Ways) {
      Without.push_back(C.lnot(W.Holds)); // those of `Ways` are already in it
      if (W.Flaws.empty())
        Fenced.push_back(C.lnot(W.Holds));
      else
        Flaws = W.Flaws;
    }
  Satisfiability Unordered = Ask(Without);
  if (!std::holds_alternative<Satisfiable>(Unordered)) {
    if (Perhaps) { // then possibly nothing is missing
      const bool Lacks = std::holds_alternative<Unsatisfiable>(Unordered) && !Flaws.empty();
      Satisfiability Unfenced = Lacks ? Ask(Fenced) : Unordered;
      if (!std::holds_alternative<Satisfiable>(Unfenced))
        return true;
      R.Answer = std::move(Unfenced);
      Q.Constraints = Fenced;
    }
    R.Flaws = Flaws; // the thread that posts, or awaits, the only flag between them lacks a fence
    return O.Unclear || (O.Chain && std::holds_alternative<Unknown>(Unordered));
  }
  if (!O.Unclear && !O.Chain) {
    R.Answer = Unordered;
    Q.Constraints = Without;
    R.Flaws = Locks ? std::vector<SyncFlaw>{{SyncFlaw::Kind::OtherLock, 1, R.B, NoId}} : O.Missing;
  }
  return O.Unclear || O.Chain;
}
