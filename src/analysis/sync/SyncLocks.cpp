// SPDX-License-Identifier: Apache-2.0
//
// Which arrays hold locks, and which locks a thread holds at an access.

#include "analysis/sync/SyncUses.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::analysis;

static bool writes(const Access &A) {
  return A.Kind != AccessKind::Read && A.Atomic != AtomicOp::Load;
}

static bool isConstant(Expr E, Expr Value) { return E && E->isConst() && E == Value; }

/// `atomicCAS(p, Free, x) == Free` or `atomicExch(p, x) == Free`.
bool SyncUses::takes(const Access &A, const LockArray &L) const {
  if (!A.Value || A.Value == L.Free)
    return false;
  if (A.Atomic == AtomicOp::Cas)
    return A.Expected == L.Free;
  return A.Atomic == AtomicOp::Exch && A.Result && A.Value->isConst();
}

/// A store of Free or, with `Counts` (the lock is 0 or 1), a decrement.
bool SyncUses::givesBack(const Access &A, const LockArray &L, bool Counts) const {
  switch (A.Kind == AccessKind::Write ? AtomicOp::Store : A.Atomic) {
  case AtomicOp::Store:
  case AtomicOp::Exch:
  case AtomicOp::Cas:
    return isConstant(A.Value, L.Free);
  case AtomicOp::And:
    return isConstant(A.Value, L.Free) && L.Free->value() == 0;
  case AtomicOp::Sub:
  case AtomicOp::Dec:
    return Counts && A.Value && A.Value->isConst() && A.Value->value() == 1;
  case AtomicOp::Add:
    return Counts && A.Value && A.Value->isConst() && A.Value->signedValue() == -1;
  default:
    return false;
  }
}

LockArray SyncUses::findLock(ArrayId Id) {
  if (!K.Arrays[Id].Unknown.empty())
    return LockArray();
  for (LockArray (SyncUses::*Find)(ArrayId) : {&SyncUses::findFreeLock, &SyncUses::findBitLocks,
                                               &SyncUses::findTicketLock, &SyncUses::findTurnLock})
    if (LockArray L = (this->*Find)(Id); L.Sound)
      return L;
  return LockArray();
}

/// Taken by `atomicCAS(p, Free, x) == Free` or `atomicExch(p, x) == Free`, given back by storing
/// Free.
LockArray SyncUses::findFreeLock(ArrayId Id) {
  LockArray L;
  std::vector<const Access *> Writes;
  for (const Access &A : K.Accesses)
    if (A.Array == Id && writes(A))
      Writes.push_back(&A);
  for (const Access *A : Writes)
    if (A->Atomic == AtomicOp::Cas && A->Expected && A->Expected->isConst() && A->Result &&
        !L.Free && A->Value != A->Expected)
      L.Free = A->Expected;
  for (const Access *A : Writes)
    if (!L.Free && !A->Result && A->Value && A->Value->isConst() &&
        (A->Atomic == AtomicOp::Exch || A->Atomic == AtomicOp::Store ||
         A->Kind == AccessKind::Write))
      L.Free = A->Value;
  if (!L.Free)
    return L;
  bool Counts = L.Free->value() == 0 && llvm::all_of(Writes, [&](const Access *A) {
                  return !takes(*A, L) || (A->Value->isConst() && A->Value->value() == 1);
                });
  for (const Access *A : Writes) {
    if (takes(*A, L))
      L.Takes.push_back(A->Id);
    else if (givesBack(*A, L, Counts))
      L.Releases.push_back(A->Id);
    else
      return L;
  }
  auto PutsFree = [&](AccessId R) {
    const Access &A = K.access(R);
    return isConstant(A.Value, L.Free) && A.Atomic != AtomicOp::And;
  };
  for (AccessId T : L.Takes) {
    const Expr Value = K.access(T).Value;
    L.Held = Value->isConst() && (T == L.Takes.front() || L.Held == Value) ? Value : Expr();
    if (!L.Held)
      break;
  }
  if (!llvm::all_of(L.Releases, PutsFree))
    L.Held = Expr();
  L.Sound = !L.Takes.empty() && isHeldAtReleases(L);
  return L;
}

/// Only a thread that holds the lock releases it, and it releases that lock.
bool SyncUses::isHeldAtReleases(const LockArray &L) {
  return llvm::all_of(L.Releases, [&](AccessId R) {
    return llvm::any_of(L.Takes, [&](AccessId T) {
      const Access &Take = K.access(T), &Release = K.access(R);
      auto Use = heldBy(R, T, L);
      Expr Cell = at(R, close(Take.Offset, Take.Node, Release.Node));
      auto Same = [&](Expr A, Expr B) { return A == B || Never({condition(R), C.ne(A, B)}); };
      if (!Use || !Same(Cell, at(R, Release.Offset)))
        return false;
      if (!L.Bits)
        return true;
      Expr Bit = at(R, close(Take.Value, Take.Node, Release.Node));
      Expr Ones = C.constant(-1, Bit->width());
      return Same(C.binary(Op::Xor, Bit, Ones), at(R, Release.Value));
    });
  });
}

/// `atomicOr(p, bit) & bit` was 0, then `atomicAnd(p, ~bit)`.
LockArray SyncUses::findBitLocks(ArrayId Id) {
  LockArray L;
  L.Bits = true;
  for (const Access &A : K.Accesses) {
    if (A.Array != Id || !writes(A))
      continue;
    if (A.Atomic == AtomicOp::Or && A.Result && A.Value)
      L.Takes.push_back(A.Id);
    else if (A.Atomic == AtomicOp::And && A.Value)
      L.Releases.push_back(A.Id);
    else
      return LockArray();
  }
  L.Sound = !L.Takes.empty() && !L.Releases.empty() && isHeldAtReleases(L);
  return L;
}

/// The condition, as known at an access, that the thread was the one to take the lock.
Expr SyncUses::taken(const LockArray &L, AccessId Take, AccessId At, Expr Result) {
  const Access &Lock = K.access(Take);
  NodeId Here = K.access(At).Node;
  if (L.Bits) {
    Expr Bit = at(At, close(Lock.Value, Lock.Node, Here));
    return C.eq(C.binary(Op::And, Result, Bit), C.constant(0, Bit->width()));
  }
  if (L.Turn) {
    Expr Turn = at(At, close(L.Turn, Lock.Node, Here));
    return C.lor(C.eq(Result, Turn), isFirstTurn(Take, Turn));
  }
  if (L.Ticket == NoId) // of two values, it did not find the other one
    return L.Held ? C.ne(Result, L.Held) : C.eq(Result, L.Free);
  const Access &Drawn = K.access(L.Ticket);
  return C.eq(Result, at(At, close(Drawn.Result, Drawn.Node, Here)));
}

/// `*serving = mine + 1`, `atomicAdd(serving, 1)` or `++*serving`.
bool SyncUses::isNext(const Access &Release, const LockArray &L) {
  if (!Release.Value)
    return false;
  Expr One = C.constant(1, Release.Value->width());
  if (Release.Atomic == AtomicOp::Add)
    return Release.Value == One;
  const Access &Drawn = K.access(L.Ticket);
  Expr Mine = close(Drawn.Result, Drawn.Node, Release.Node);
  bool Stored = Release.Kind == AccessKind::Write || Release.Atomic == AtomicOp::Store ||
                Release.Atomic == AtomicOp::Exch;
  return Stored && Mine->width() == One->width() && Release.Value == C.add(Mine, One);
}

/// `mine = atomicAdd(next, 1)`, then waiting for `*serving == mine`.
LockArray SyncUses::findTicketLock(ArrayId Id) {
  for (const Access &Drawn : K.Accesses) {
    bool OnlyDrawn = Drawn.Atomic == AtomicOp::Add && Drawn.Result && Drawn.Array != Id &&
                     Drawn.Value && Drawn.Value->isConst() && Drawn.Value->value() == 1 &&
                     llvm::none_of(K.Accesses, [&](const Access &A) {
                       return A.Array == Drawn.Array && A.Id != Drawn.Id && writes(A);
                     });
    if (!OnlyDrawn)
      continue;
    LockArray L;
    L.Ticket = Drawn.Id;
    bool Only = true;
    for (const Access &A : K.Accesses) {
      if (A.Array != Id)
        continue;
      if (writes(A))
        L.Releases.push_back(A.Id), Only &= isNext(A, L);
      else if (isRead(A.Id) && A.Result->width() == Drawn.Result->width())
        L.Takes.push_back(A.Id);
    }
    L.Sound = Only && !L.Takes.empty() && !L.Releases.empty() && isHeldAtReleases(L);
    if (L.Sound)
      return L;
  }
  return LockArray();
}

/// The number for which the thread waits, if it depends only on its indices and the launch; else
/// null.
Expr SyncUses::turnOf(const Access &Take) const {
  Expr Turn;
  auto Look = [&](Expr N) {
    if (N->op() != Op::Eq || Turn)
      return;
    for (unsigned I : {0, 1})
      if (N->arg(I) == Take.Result && isFixed(N->arg(1 - I)))
        Turn = N->arg(1 - I);
  };
  const LoopId L = K.Nodes[Take.Node].Loop;
  if (L != NoId && K.Loops[L].SpinWait)
    for (const Node &N : K.Nodes)
      if (N.Loop == L)
        for (const Edge &E : N.Succs)
          ExprContext::visit(E.Cond, Look);
  return Turn;
}

/// 1 bit: the thread has the first turn (the cell is 0 when the kernel starts), provided that each
/// waiting thread waits only once.
Expr SyncUses::isFirstTurn(AccessId Take, Expr Turn) const {
  const LoopId Wait = K.Nodes[K.access(Take).Node].Loop;
  return K.Loops[Wait].Parent == NoId ? C.eq(Turn, C.constant(0, Turn->width())) : C.boolean(false);
}

bool SyncUses::leavesUntaken(const LockArray &L, AccessId Release) const {
  const Access &R = K.access(Release);
  const bool Adds =
      R.Kind == AccessKind::Atomic && R.Atomic != AtomicOp::Store && R.Atomic != AtomicOp::Exch;
  return L.Turn && !Adds && R.Value && isFirstTurn(L.Takes.front(), R.Value)->isTrue();
}

/// Waiting for `*turn == mine`; at the end, the thread stores the number of the thread whose turn
/// is next. Whichever number that is, only the thread with that number goes on.
LockArray SyncUses::findTurnLock(ArrayId Id) {
  LockArray L;
  for (const Access &A : K.Accesses) {
    if (A.Array != Id)
      continue;
    if (writes(A) && !changesNothing(A))
      L.Releases.push_back(A.Id);
    else if (isRead(A.Id))
      L.Takes.push_back(A.Id);
  }
  if (L.Takes.size() != 1 || L.Releases.empty())
    return LockArray();
  L.Turn = turnOf(K.access(L.Takes.front()));
  L.Sound = L.Turn && isHeldAtReleases(L);
  return L.Sound ? L : LockArray();
}

const LockArray &SyncUses::lock(ArrayId Id) {
  auto It = Locks.find(Id);
  if (It == Locks.end())
    It = Locks.emplace(Id, findLock(Id)).first;
  return It->second;
}

/// Returns true if the thread at `From` may give the lock back before the next barrier of the
/// group.
bool SyncUses::releasedAfter(Position From, const LockArray &L, EventWalk::Group G) const {
  bool Found = false;
  auto Look = [&](const Event &E, BarrierId Crossed) {
    Found |=
        E.What == Event::Kind::Access && Crossed == NoId && llvm::is_contained(L.Releases, E.Id);
    return Found || Crossed != NoId;
  };
  Walk.forward(From, Look, G);
  return Found;
}

SyncUses::WayToTake SyncUses::wayToTake(AccessId At, AccessId Take, const LockArray &L,
                                        EventWalk::Group G, EventWalk::Skip Excluded) const {
  WayToTake Way;
  auto Visit = [&](const Event &E, BarrierId Crossed) {
    const bool OfGroup = G == EventWalk::Group::Warp || E.What != Event::Kind::Barrier ||
                         K.barrier(E.Id).Kind != BarrierKind::Warp;
    if (E.What == Event::Kind::Barrier && Crossed == NoId && OfGroup)
      Way.Meetings.push_back(E.Id);
    if (E.What != Event::Kind::Access)
      return false;
    Way.Released |= llvm::is_contained(L.Releases, E.Id);
    if (E.Id != Take)
      return false;
    Way.Crossed = Crossed;
    Way.Own |= Crossed == NoId;
    return true;
  };
  Way.Around = Walk.backward(position(At), Visit, G, Excluded);
  if (Way.Own)
    Way.Crossed = NoId;
  return Way;
}

bool SyncUses::isFixed(Expr Cond) const {
  bool Fixed = true;
  ExprContext::visit(Cond, [&](Expr N) {
    Fixed &= N->op() != Op::Apply || C.symbol(N->symbol()).Kind <= SymbolKind::Parameter;
  });
  return Fixed;
}

/// Returns true if a thread that has the first turn, and does not wait, may already have passed it
/// on when it, or another thread of its block, is at the access.
bool SyncUses::isPassedFirst(AccessId At, AccessId Take, const LockArray &L) {
  constexpr EventWalk::Group Block = EventWalk::Group::Block;
  auto Excluded = [&](NodeId, NodeId, Expr Cond) {
    return Cond && isFixed(Cond) && Never({condition(At), Cond});
  };
  const WayToTake Way = wayToTake(At, Take, L, Block, Excluded);
  if (Way.Released)
    return true;
  if (!Way.Around || !leaderOnly(Take) || leaderOnly(At))
    return false;
  auto IsMeeting = [&](const Event &E, BarrierId) { return Walk.isMeeting(E, Block); };
  return llvm::any_of(Way.Meetings,
                      [&](BarrierId B) { return releasedAfter(Paths.barrier(B), L, Block); }) ||
         llvm::any_of(L.Releases,
                      [&](AccessId R) { return Walk.backward(position(R), IsMeeting); });
}

/// Every path to the access takes the lock successfully and does not release it.
std::optional<SyncUse> SyncUses::heldBy(AccessId At, AccessId Take, const LockArray &L) {
  constexpr EventWalk::Group Block = EventWalk::Group::Block;
  SyncUse Use;
  Use.Op = Take;
  if (!K.access(Take).Result)
    return std::nullopt;
  // `if (lane == 0) { take } ... if (lane == 0) { give back }`: no thread does only the latter.
  Expr Later = C.boolean(true); // a thread with the first turn need not wait
  if (L.Turn)
    Later = C.lnot(isFirstTurn(Take, L.Turn));
  auto Excluded = [&](NodeId, NodeId, Expr Cond) {
    return Cond && isFixed(Cond) && Never({condition(At), Cond, Later});
  };
  const WayToTake Way = wayToTake(At, Take, L, Block, Excluded);
  Use.Crossed = Way.Crossed;
  if (Way.Around || Way.Released || (L.Turn && isPassedFirst(At, Take, L)))
    return std::nullopt;
  auto Taken = [&](Expr Result) { return taken(L, Take, At, Result); };
  if (implies(Use, At, Taken))
    Use.Leader = guard(Use, At)->Leader;
  else if (L.Turn && Never({condition(At), Later}))
    Use.Leader = leaderOnly(Take);
  else
    return std::nullopt;
  if (Use.Leader && !leaderOnly(At) && llvm::any_of(Way.Meetings, [&](BarrierId B) {
        return releasedAfter(Paths.barrier(B), L, Block);
      }))
    return std::nullopt;
  findFence(At, false, Use);
  return Use;
}

/// 1 bit: the first lane has not taken the lock when it reaches the barrier. The caller shows it to
/// be impossible.
std::optional<Expr> SyncUses::firstLaneFailed(BarrierId B, const Access &Take, const LockArray &L) {
  BarrierSet Only = BarrierSet::all(K);
  Only.On.reset();
  Only.On.set(B);
  Phase First = computePhases(K, Solving, Only, PhaseLevel::Warp).front();
  for (const Reached &R : First.Places)
    if (R.What == Reached::Kind::Barrier && R.Id == B)
      return C.land(
          forFirstLane(R.Cond),
          C.ne(forFirstLane(First.at(C, close(Take.Result, Take.Node, R.Node), R)), L.Free));
  return std::nullopt;
}

/// The first lane takes the lock between warp barriers, for the lanes that meet it there.
std::optional<SyncUse> SyncUses::heldByWarp(AccessId At, AccessId Take, const LockArray &L) {
  constexpr EventWalk::Group Warp = EventWalk::Group::Warp;
  SyncUse Use;
  Use.Op = Take;
  Use.OfWarp = true;
  if (L.Ticket != NoId || L.Turn || L.Bits || !K.access(Take).Result)
    return std::nullopt;
  const WayToTake Way = wayToTake(At, Take, L, Warp);
  Use.Crossed = Way.Crossed;
  if (Way.Around || Way.Own || Way.Released || Way.Crossed == NoId ||
      releasedAfter(position(At), L, Warp))
    return std::nullopt;
  auto Failed = firstLaneFailed(Use.Crossed, K.access(Take), L);
  if (!Failed || !Never({*Failed}) || llvm::any_of(Way.Meetings, [&](BarrierId B) {
        return releasedAfter(Paths.barrier(B), L, Warp);
      }))
    return std::nullopt;
  findFence(At, false, Use);
  return Use;
}

const std::vector<SyncUse> &SyncUses::held(AccessId Id) {
  auto [It, New] = Held.try_emplace(Id);
  if (!New)
    return It->second;
  std::vector<SyncUse> Found;
  for (ArrayId M = 0; M < K.Arrays.size(); ++M) {
    if (!Cells.contains(M) || !lock(M).Sound)
      continue;
    for (AccessId T : lock(M).Takes)
      if (auto Use = T == Id ? std::nullopt : heldBy(Id, T, lock(M)))
        Found.push_back(*Use);
      else if (auto ForWarp = T == Id ? std::nullopt : heldByWarp(Id, T, lock(M)))
        Found.push_back(*ForWarp);
  }
  return Held[Id] = std::move(Found);
}
