// SPDX-License-Identifier: Apache-2.0

#include "analysis/question/SyncOrder.h"
#include "model/Clusters.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::analysis;
using llvm::SmallVector;

/// The question about one pair.
class SyncOrder::Pair {
public:
  Pair(SyncOrder &O, RaceQuestion &Q, Scope Where, ThreadsOf Threads)
      : O(O), K(O.K), C(O.C), Uses(O.Uses), Q(Q), P{&Q.P[0], &Q.P[1]}, T(Q.T), Threads(Threads),
        Where(Where), Across(Where == Scope::OtherBlock) {}

  Ordering run() {
    addLocks();
    for (unsigned I : {0, 1})
      if (Across)
        addTicketFacts(I);
    for (unsigned First : {0, 1}) {
      for (const SyncUse &R : usable(Uses.before(id(1 - First))))
        for (const SyncUse &W : releases(First))
          if (isOneArray(K.access(R.Op), K.access(W.Op)))
            addFlag(First, W, R);
    }
    if (Result.Ways.empty() && Result.Missing.empty() && !Understood)
      Result.Unclear |= mayBeOrdered();
    Result.Unclear &= !isOrderless();
    return std::move(Result);
  }

private:
  /// Returns true if something may order their blocks or warps, where the two are not of one.
  bool mayBeOrdered() const {
    using Group = EventWalk::Group;
    for (unsigned First : {0, 1})
      if ((Across && Uses.mayOrder(id(First), id(1 - First), Group::Block, Across)) ||
          ((Across || Where == Scope::OtherWarp) &&
           Uses.mayOrder(id(First), id(1 - First), Group::Warp, Across)))
        return true;
    return false;
  }
  /// Returns true if nothing that the kernel does orders memory but its barriers, and one of the
  /// two happens whatever the thread has found: no other thread can have left it the cell.
  bool isOrderless() {
    auto MayOrder = [](const Access &A) { return A.Acquire || A.Release || A.Volatile; };
    auto IsOther = [](const Barrier &B) { return B.Kind == BarrierKind::Other; };
    auto Waits = [](const Loop &L) { return L.SpinWait; };
    auto MaySync = [](const ModelGap &G) { return G.MaySynchronize; };
    if (!K.Fences.empty() || !K.AsyncOps.empty() || llvm::any_of(K.Accesses, MayOrder) ||
        llvm::any_of(K.Barriers, IsOther) || llvm::any_of(K.Loops, Waits) ||
        llvm::any_of(K.Gaps, MaySync))
      return false;
    for (unsigned I : {0, 1})
      if (Uses.before(id(I)).empty() && Uses.held(id(I)).empty())
        return true;
    return false;
  }
  AccessId id(unsigned I) const { return P[I]->What->Id; }
  AtomicScope needed() const { return Across ? AtomicScope::Device : AtomicScope::Block; }

  /// Shared memory is another one in each block.
  bool isOfBlock(const SyncUse &U) const {
    return K.array(K.access(U.Op).Array).Where == Space::Shared && !usesClusters(K);
  }

  /// Threads of one block (warp) do not order themselves through their first thread (lane), and
  /// those of two blocks not through what each block has for itself.
  SmallVector<SyncUse, 4> usable(const std::vector<SyncUse> &All) const {
    SmallVector<SyncUse, 4> Out;
    for (const SyncUse &U : All)
      if (Across ? !isOfBlock(U) : !U.Leader && (!U.OfWarp || Where == Scope::OtherWarp))
        Out.push_back(U);
    return Out;
  }

  /// Writes of synchronization cells after an access, or the access itself.
  SmallVector<SyncUse, 4> releases(unsigned I) const {
    SmallVector<SyncUse, 4> Out = usable(Uses.after(id(I)));
    if (Uses.isWrite(id(I))) {
      SyncUse Self;
      Self.Op = id(I);
      Self.Fence = AtomicScope::System;
      Out.push_back(Self);
    }
    return Out;
  }

  /// A term of operation `Op` as thread I of the pair has it at its access.
  Expr term(unsigned I, const SyncUse &U, Expr E) {
    NodeId From = K.access(U.Op).Node;
    E = Uses.close(E, From, P[I]->What->Node);
    if (U.Leader)
      E = Uses.forLeader(E);
    if (U.OfWarp)
      E = Uses.forFirstLane(E);
    return T.of(P[I]->In->at(C, E, *P[I]->At), I);
  }
  Expr cell(unsigned I, const SyncUse &U) { return term(I, U, K.access(U.Op).Offset); }

  void flawOf(unsigned I, const SyncUse &U, bool Behind, std::vector<SyncFlaw> &Out) const {
    const Access &Op = K.access(U.Op);
    bool Ordered = Behind ? Op.Release : Op.Acquire;
    if (Op.Kind == AccessKind::Atomic && Op.Scope < needed())
      Out.push_back({SyncFlaw::Kind::NarrowAtomic, I, U.Op, NoId});
    if (Ordered || (U.Fence && *U.Fence >= needed()))
      return;
    if (U.Narrow != NoId)
      Out.push_back({SyncFlaw::Kind::NarrowFence, I, U.Op, U.Narrow});
    else
      Out.push_back(
          {Behind ? SyncFlaw::Kind::NoFenceBefore : SyncFlaw::Kind::NoFenceAfter, I, U.Op, NoId});
  }

  void schedule(const Access &Op) {
    for (unsigned I : {0, 1})
      if (Op.Result && Op.Result->op() == Op::Apply)
        Q.Scheduled.insert(T.of(Op.Result, I)->symbol());
  }
  void addLocks();
  Expr rowsOfWarps();
  void lockFlaws(unsigned First, const SyncUse &Taken, std::vector<SyncFlaw> &Out);
  void addTicketFacts(unsigned I);
  void addFlag(unsigned First, const SyncUse &W, const SyncUse &R);
  bool addTicket(unsigned First, const SyncUse &W, const SyncUse &R);
  bool addCounter(unsigned First, const SyncUse &W, const SyncUse &R);
  bool addPublish(unsigned First, const SyncUse &W, const SyncUse &R);
  void add(unsigned First, const SyncUse &W, const SyncUse &R, Expr Holds);
  bool isChain(const SyncUse &W, const SyncUse &R);
  bool isPassedOn(const Access &Change);
  Expr doer(unsigned First, const SyncUse &W);
  bool isOfRow(const Access &Op, unsigned D);
  Expr arrivals(const Access &Op);
  bool knows(unsigned Second, const SyncUse &R, llvm::function_ref<Expr(Expr)> Claim);
  bool isRuledOut(unsigned First, const SyncUse &W);

  SyncOrder &O;
  const Kernel &K;
  ExprContext &C;
  SyncUses &Uses;
  RaceQuestion &Q;
  const Place *P[2];
  TwoThreads &T;
  ThreadsOf Threads;
  Scope Where;
  bool Across;
  bool Understood = false; ///< a flag, ticket or counter of the pair
  Ordering Result;
};

/// The releases that can follow access `First`, against the taking before the other.
void SyncOrder::Pair::lockFlaws(unsigned First, const SyncUse &Taken, std::vector<SyncFlaw> &Out) {
  const LockArray &L = Uses.lock(K.access(Taken.Op).Array);
  bool Released = false;
  for (const SyncUse &W : Uses.after(id(First)))
    if (!W.OfWarp && llvm::is_contained(L.Releases, W.Op)) {
      Released = true;
      flawOf(First, W, true, Out);
    }
  if (Released)
    flawOf(1 - First, Taken, false, Out);
}

static bool same(const SyncFlaw &A, const SyncFlaw &B) {
  return A.What == B.What && A.Op == B.Op && A.Fence == B.Fence && A.Thread == B.Thread;
}

/// 1 bit: no warp reaches over the end of a row of the block.
Expr SyncOrder::Pair::rowsOfWarps() {
  Expr One = C.constant(1, 32), Zero = C.constant(0, 32), Lanes = C.constant(32, 32);
  Expr Whole = C.eq(C.binary(Op::URem, C.blockDim(0), Lanes), Zero);
  return T.of(C.lor(Whole, C.land(C.eq(C.blockDim(1), One), C.eq(C.blockDim(2), One))), 0);
}

void SyncOrder::Pair::addLocks() {
  auto A = usable(Uses.held(id(0))), B = usable(Uses.held(id(1)));
  for (const SyncUse &X : A)
    for (const SyncUse &Y : B) {
      if (K.access(X.Op).Array != K.access(Y.Op).Array)
        continue;
      Ordering::Way W;
      W.Lock = true;
      W.Holds = C.eq(cell(0, X), cell(1, Y));
      if (X.OfWarp || Y.OfWarp)
        W.Holds = C.land(W.Holds, rowsOfWarps());
      if (Uses.lock(K.access(X.Op).Array).Bits) {
        Expr Bits =
            C.binary(Op::And, term(0, X, K.access(X.Op).Value), term(1, Y, K.access(Y.Op).Value));
        W.Holds = C.land(W.Holds, C.ne(Bits, C.constant(0, Bits->width())));
      }
      if (AccessId Ticket = Uses.lock(K.access(X.Op).Array).Ticket; Ticket != NoId) {
        SyncUse Drawn;
        Drawn.Op = Ticket;
        W.Holds = C.land(W.Holds, C.eq(cell(0, Drawn), cell(1, Drawn)));
      }
      std::vector<SyncFlaw> All;
      lockFlaws(0, Y, All);
      lockFlaws(1, X, All);
      for (const SyncFlaw &F : All)
        if (llvm::none_of(W.Flaws, [&](const SyncFlaw &G) { return same(F, G); }))
          W.Flaws.push_back(F);
      Result.Ways.push_back(std::move(W));
    }
  for (unsigned I : {0, 1})
    for (const SyncUse &U : I ? B : A) // what is never given back is no lock that others take
      if ((I ? A : B).empty() && !Uses.lock(K.access(U.Op).Array).Releases.empty())
        Result.Missing.push_back({SyncFlaw::Kind::NoLock, 1 - I, U.Op, NoId});
  for (const Access &Take : K.Accesses) // that a lock was free depends on the schedule alone
    if (llvm::is_contained(Uses.lock(Take.Array).Takes, Take.Id) && Uses.lock(Take.Array).Sound)
      schedule(Take);
  if (!A.empty() && !B.empty() && Result.Ways.empty())
    Result.Missing.push_back({SyncFlaw::Kind::OtherLock, 1, B.front().Op, NoId});
}

/// Returns true if all blocks that execute the operation on one cell agree here, as those of
/// `count[blockIdx.y]` do in y.
bool SyncOrder::Pair::isOfRow(const Access &Op, unsigned D) {
  TwoThreads &Blocks = Threads(Scope::OtherBlock);
  SmallVector<Expr, 16> Query(Blocks.constraints());
  Expr Cell = Uses.at(Op.Id, Op.Offset);
  Query.push_back(C.eq(Blocks.of(Cell, 0), Blocks.of(Cell, 1)));
  Query.push_back(C.ne(Blocks.of(C.blockIdx(D), 0), Blocks.of(C.blockIdx(D), 1)));
  return O.Never(Query);
}

/// How many threads of the launch at most execute an operation that stands in no loop on one
/// cell; 64 bits.
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

static bool isTicket(const Access &A) {
  if (A.Kind != AccessKind::Atomic || !A.Value)
    return false;
  bool One = A.Value->isConst() && A.Value->value() == 1;
  return (A.Atomic == AtomicOp::Add && One) || A.Atomic == AtomicOp::Inc;
}

/// Tickets of two blocks differ, and the n-th of n arrivals draws n - 1 (the counter starts
/// at 0).
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

void SyncOrder::Pair::add(unsigned First, const SyncUse &W, const SyncUse &R, Expr Holds) {
  Ordering::Way Way;
  Way.Holds = C.land(Holds, C.eq(cell(First, W), cell(1 - First, R)));
  flawOf(First, W, true, Way.Flaws);
  SyncUse Seen = R;
  if (const Access &Behind = *P[1 - First]->What;
      Behind.Volatile || Behind.Kind == AccessKind::Atomic)
    Seen.Fence = AtomicScope::System; // goes to memory, in order, as the guide's own example has it
  flawOf(1 - First, Seen, false, Way.Flaws);
  Result.Ways.push_back(std::move(Way));
}

/// Returns true if the condition of the second access says this of what was read.
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

/// Who executes the release `W` after access `First`: the thread itself (null: others than
/// this thread may), or only the block's first thread.
Expr SyncOrder::Pair::doer(unsigned First, const SyncUse &W) {
  if (W.OfWarp)
    return rowsOfWarps();
  if (W.Leader || Uses.alwaysFollowedBy(id(First), W.Op, false))
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

/// Both draw a ticket from one counter: who draws the lower one is first. The guide's own
/// example has no fence after the ticket, so none is asked for.
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

/// A counter that every thread or block bumps once, seen at its full height.
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
    return Uses.byThreadAlone(W.Op); // all arrive, and the reader does not wait for all
  return true;
}

/// A flag that one thread posts and the other has seen.
bool SyncOrder::Pair::addPublish(unsigned First, const SyncUse &W, const SyncUse &R) {
  const Access &Post = K.access(W.Op);
  if (!Post.Value || Uses.canFollow(W.Op, id(First)))
    return false;
  bool PassedOn = false;
  for (const Access &Other : K.Accesses) {
    if (!isOneArray(Other, Post) || Other.Id == Post.Id || !Uses.isWrite(Other.Id) ||
        !O.mayAwait(K.access(R.Op), Other, Threads(Scope::OtherBlock)))
      continue;
    // A write the reader would not have gone on with, such as a reset.
    bool Ignored =
        Other.Value && Other.Value->isConst() && knows(1 - First, R, [&](Expr Seen) {
          return Seen->width() == Other.Value->width() ? C.ne(Seen, Other.Value) : C.boolean(false);
        });
    if (!Ignored && !isPassedOn(Other))
      return false;
    PassedOn |= !Ignored;
  }
  // The reader does not go on with what the cell holds before: 0, or else what is not 0.
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
  if (PassedOn && !Result.Ways.back().Flaws.empty()) { // who passes it on may have the fence
    Result.Ways.pop_back();
    return false;
  }
  return true;
}

/// A flag that is changed only by who has seen it posted, in one operation with a read: what
/// the post released reaches who sees the change (PTX ISA, "Release and Acquire Patterns").
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

/// The read cell may be that of another flag, which a chain of flags orders all the same: some who
/// post a flag have waited for one before.
bool SyncOrder::Pair::isChain(const SyncUse &W, const SyncUse &R) {
  return llvm::any_of(K.Accesses, [&](const Access &A) {
    return Uses.isRead(A.Id) && isOneArray(A, K.access(R.Op)) && Uses.canFollow(A.Id, W.Op);
  });
}

/// Where both accesses happen, thread `First` does not come to the operation, as only one
/// block draws the last ticket and resets the counter.
bool SyncOrder::Pair::isRuledOut(unsigned First, const SyncUse &W) {
  SmallVector<Expr, 16> Query(T.constraints());
  llvm::append_range(Query, Result.Facts);
  Query.push_back(T.of(Uses.forward(Uses.condition(W.Op)), First));
  return !Result.Facts.empty() && O.Never(Query);
}

/// Returns true if both are a running minimum or maximum, without fences: what it held says whose
/// value was better, not that another thread has done something.
static bool isBestSoFar(const Access &Op, const SyncUse &W, const SyncUse &R) {
  return W.Op == R.Op && (Op.Atomic == AtomicOp::Min || Op.Atomic == AtomicOp::Max) && !W.Fence &&
         !R.Fence && !Op.Acquire && !Op.Release;
}

void SyncOrder::Pair::addFlag(unsigned First, const SyncUse &W, const SyncUse &R) {
  if (Uses.lock(K.access(W.Op).Array).Sound || isBestSoFar(K.access(W.Op), W, R))
    return;
  const bool Chain = isChain(W, R);
  const bool Counted = !Chain && (addTicket(First, W, R) || addCounter(First, W, R));
  if (Counted || addPublish(First, W, R))
    (Chain ? Result.Chain : Understood) = true;
  else if (!isRuledOut(First, W))
    Result.Unclear = true;
}

/// Two atomics race only if one does not cover the other's thread, or in size.
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
  if (!std::holds_alternative<Satisfiable>(R.Answer))
    return O.Unclear || O.Chain;
  SmallVector<Expr, 32> Without(Q.Constraints);
  std::vector<SyncFlaw> Flaws;
  for (const Ordering::Way &W : O.Ways)
    if (!W.Flaws.empty()) {
      Without.push_back(C.lnot(W.Holds));
      Flaws = W.Flaws;
    }
  if (!R.Flaws.empty())
    return O.Unclear || O.Chain;
  Satisfiability Unordered = Ask(Without);
  if (!std::holds_alternative<Satisfiable>(Unordered)) {
    R.Flaws = Flaws; // who posts the one flag between them, or has waited for it, lacks a fence
    return O.Unclear || (O.Chain && std::holds_alternative<Unknown>(Unordered));
  }
  if (!O.Unclear && !O.Chain) {
    R.Answer = Unordered;
    Q.Constraints = Without;
    R.Flaws = Locks ? std::vector<SyncFlaw>{{SyncFlaw::Kind::OtherLock, 1, R.B, NoId}} : O.Missing;
  }
  return O.Unclear || O.Chain;
}
