// SPDX-License-Identifier: Apache-2.0
//
// Which accesses are operations on a lock or flag, and which of them only one thread executes.

#include "analysis/question/SyncOrder.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::analysis;
using llvm::SmallVector;

bool SyncOrder::isOneWarp(const Kernel &K, const Launch &L) {
  uint64_t Threads = 1;
  for (Expr Size : L.Block) {
    if (!Size || !Size->isConst())
      return K.MaxThreads <= WarpSize;
    Threads *= Size->value();
  }
  return Threads <= WarpSize;
}

bool SyncOrder::isOneArray(const Access &A, const Access &B) {
  return A.Array == B.Array &&
         (A.Part == B.Part || (A.Kind == AccessKind::Atomic && B.Kind == AccessKind::Atomic));
}

/// Returns true if no two threads write the same cell by it.
bool SyncOrder::isSole(AccessId Write, TwoThreads &T) {
  SmallVector<Expr, 16> Q(T.constraints());
  Expr Cell = Uses.at(Write, K.access(Write).Offset), Cond = Uses.condition(Write);
  Q.push_back(C.eq(T.of(Cell, 0), T.of(Cell, 1)));
  Q.push_back(T.of(Cond, 0));
  Q.push_back(T.of(Cond, 1));
  return Never(Q);
}

/// Returns true if no thread writes the same cell twice by it.
bool SyncOrder::isSoleInLoops(AccessId Write) {
  const Access &W = K.access(Write);
  for (LoopId L = K.Nodes[W.Node].Loop; L != NoId; L = K.Loops[L].Parent) {
    Expr Counter = C.apply(K.Loops[L].Counter);
    Symbol S;
    S.Kind = SymbolKind::Fresh;
    S.Name = "another iteration";
    S.Lo = 0;
    S.Hi = INT32_MAX;
    Expr Other = C.apply(C.addSymbol(std::move(S)));
    Expr Cell = C.replace(W.Offset, [&](Expr A) { return A == Counter ? Other : Expr(); });
    if (!Never({C.eq(W.Offset, Cell), C.ne(Counter, Other)}))
      return false;
  }
  return true;
}

bool SyncOrder::isSoleWriter(AccessId Write, ThreadsOf Threads) {
  auto [It, New] = Sole.try_emplace(Write);
  if (New) {
    bool Shared = K.Arrays[K.access(Write).Array].Where == Space::Shared;
    It->second = isSoleInLoops(Write) && isSole(Write, Threads(Scope::SameBlock)) &&
                 (Shared || isSole(Write, Threads(Scope::OtherBlock)));
  }
  return It->second;
}

/// Returns true if two threads may wait for the same number in the same cell, or both have the
/// first number and go on without waiting.
bool SyncOrder::haveOneTurn(const LockArray &L, TwoThreads &T) {
  const AccessId Take = L.Takes.front();
  Expr Cell = Uses.at(Take, K.access(Take).Offset), Turn = Uses.at(Take, L.Turn);
  Expr Comes = Uses.condition(Take);
  if (T.scope() == Scope::OtherBlock || !Uses.leaderOnly(Take))
    Comes = C.lor(Comes, C.eq(Turn, C.constant(0, Turn->width())));
  SmallVector<Expr, 16> Q(T.constraints());
  Q.push_back(C.eq(T.of(Cell, 0), T.of(Cell, 1)));
  Q.push_back(C.eq(T.of(Turn, 0), T.of(Turn, 1)));
  Q.push_back(T.of(Comes, 0));
  Q.push_back(T.of(Comes, 1));
  return !Never(Q);
}

bool SyncOrder::isLock(ArrayId Id, ThreadsOf Threads) {
  const LockArray &L = Uses.lock(Id);
  if (!L.Sound || !L.Turn)
    return L.Sound;
  auto [It, New] = Turns.try_emplace(Id);
  if (New) {
    const bool Shared = K.Arrays[Id].Where == Space::Shared;
    It->second = !haveOneTurn(L, Threads(Scope::SameBlock)) &&
                 (Shared || !haveOneTurn(L, Threads(Scope::OtherBlock)));
  }
  return It->second;
}

/// Returns true if a thread may wait for a value in the cell that the other access uses.
bool SyncOrder::mayAwait(const Access &Wait, const Access &Other, TwoThreads &T) {
  auto [It, New] = Awaits.try_emplace({Wait.Id, Other.Id});
  if (New) {
    SmallVector<Expr, 16> Query(T.launchable());
    Query.push_back(
        C.eq(T.of(Uses.at(Wait.Id, Wait.Offset), 0), T.of(Uses.at(Other.Id, Other.Offset), 1)));
    It->second = Wait.Id == Other.Id || !Never(Query);
  }
  return It->second;
}

bool SyncOrder::isProtocol(const Access &A, const Access &B, ThreadsOf Threads) {
  // The thread whose turn it is may store the next number non-atomically.
  auto Strong = [&](const Access &X) {
    return X.Kind == AccessKind::Atomic || X.Volatile ||
           (X.Kind == AccessKind::Write && Uses.lock(X.Array).Turn);
  };
  if (!isOneArray(A, B) || A.Size != B.Size)
    return false;
  auto OfBarrier = [](const Access &X) { return X.Kind != AccessKind::Read || X.Volatile; };
  if (K.array(A.Array).OfGridBarrier && OfBarrier(A) && OfBarrier(B))
    return true; // only the last thread to arrive resets the counter
  if (!Strong(A) || !Strong(B))
    return false;
  if (isLock(A.Array, Threads))
    return true;
  if (A.Partner != NoId || B.Partner != NoId)
    return false;
  return llvm::any_of(K.Accesses, [&](const Access &X) {
    LoopId L = K.Nodes[X.Node].Loop;
    if (!isOneArray(X, A) || !Uses.isRead(X.Id) || L == NoId || !K.Loops[L].SpinWait)
      return false;
    TwoThreads &T = Threads(Scope::OtherBlock);
    return mayAwait(X, A, T) && mayAwait(X, B, T);
  });
}
