// SPDX-License-Identifier: Apache-2.0
//
// The question about the order of one pair: SyncOrder.cpp; SyncPairLocks.cpp for locks, and
// SyncPairTurns.cpp for turns of loops.
#pragma once

#include "analysis/question/SyncOrder.h"
#include "model/Clusters.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

namespace cudafix::analysis {

/// Returns true for an operation that counts by one.
inline bool isTicket(const Access &A) {
  if (A.Kind != AccessKind::Atomic || !A.Value)
    return false;
  bool One = A.Value->isConst() && A.Value->value() == 1;
  return (A.Atomic == AtomicOp::Add && One) || A.Atomic == AtomicOp::Inc;
}

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
          if (isOneArray(K.access(R.Op), K.access(W.Op)) &&
              !K.array(K.access(R.Op).Array).OfGridBarrier) // the phases already contain its order
            addFlag(First, W, R);
    }
    const bool Open = Result.Ways.empty() && Result.Missing.empty() && !Understood;
    const bool Locked = llvm::any_of(Result.Ways, [](const auto &W) { return W.Lock; });
    if (Open || (Across && Result.Missing.empty() && !Locked))
      Result.Unclear |= mayBeOrdered();
    if (Open && !Result.Unclear)
      addOrderOfTurns();
    Result.Unclear &= !isOrderless();
    return std::move(Result);
  }

private:
  /// Returns true if something may order the blocks (or warps) of the two threads, if they differ.
  bool mayBeOrdered() const { return mayPrecede(0, NoId) || mayPrecede(1, NoId); }
  Expr mayCome(unsigned First, const SyncUse &W);
  Expr isDoer(unsigned First, const SyncUse &W);
  /// The same for thread `First` before the other one, perhaps in a later turn of a loop.
  bool mayPrecede(unsigned First, LoopId Turns) const {
    using Group = EventWalk::Group;
    const AccessId A = id(First), B = id(1 - First);
    SyncUses::Asked How = {Group::Block, Across, Turns, Known};
    if (!Result.Perhaps.empty()) { // a flag is in sight: one without a fence is a bug
      if (K.access(A).Kind != AccessKind::Atomic)
        How.BeforeSignal = needed();
      if (K.access(B).Kind != AccessKind::Atomic)
        How.AfterWait = needed();
    }
    if (Across && Uses.mayOrder(A, B, How))
      return true;
    How.G = Group::Warp;
    return (Across || Where == Scope::OtherWarp) && Uses.mayOrder(A, B, How);
  }
  /// Returns true if the kernel orders memory only by barriers, and one of the two accesses does
  /// not depend on anything the thread has read: no other thread can have handed the cell over to
  /// it.
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

  /// Returns true for cells in shared memory, which each block has for itself.
  bool isOfBlock(const SyncUse &U) const {
    return K.array(K.access(U.Op).Array).Where == Space::Shared && !usesClusters(K);
  }

  /// Drops uses that cannot order the two threads: threads of one block (warp) are not ordered by
  /// their common first thread (lane), and threads of two blocks not by memory of one block.
  llvm::SmallVector<SyncUse, 4> usable(const std::vector<SyncUse> &All) const {
    llvm::SmallVector<SyncUse, 4> Out;
    for (const SyncUse &U : All)
      if (Across ? !isOfBlock(U) : !U.Leader && (!U.OfWarp || Where == Scope::OtherWarp))
        Out.push_back(U);
    return Out;
  }

  /// Writes of synchronization cells after the access, or the access itself if it is one.
  llvm::SmallVector<SyncUse, 4> releases(unsigned I) const {
    llvm::SmallVector<SyncUse, 4> Out = usable(Uses.after(id(I)));
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
  void addOrderOfTurns();
  void addLocks();
  Expr rowsOfWarps();
  void lockFlaws(unsigned First, const SyncUse &Taken, std::vector<SyncFlaw> &Out);
  void addTicketFacts(unsigned I);
  void addFlag(unsigned First, const SyncUse &W, const SyncUse &R);
  bool addTicket(unsigned First, const SyncUse &W, const SyncUse &R);
  bool addCounter(unsigned First, const SyncUse &W, const SyncUse &R);
  bool addArrivals(unsigned First, const SyncUse &W, const SyncUse &R);
  bool addCountUp(unsigned First, const SyncUse &W, const SyncUse &R);
  bool addPublish(unsigned First, const SyncUse &W, const SyncUse &R);
  void add(unsigned First, const SyncUse &W, const SyncUse &R, Expr Holds);
  Ordering::Way way(unsigned First, const SyncUse &W, const SyncUse &R, Expr Holds);
  bool isChain(const SyncUse &W, const SyncUse &R);
  bool isPassedOn(const Access &Change);
  Expr comesTo(unsigned First, const SyncUse &W);
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
  /// Arrays of flags that are understood: the result already contains their order.
  llvm::DenseSet<ArrayId> Known;
  Ordering Result;
};

} // namespace cudafix::analysis
