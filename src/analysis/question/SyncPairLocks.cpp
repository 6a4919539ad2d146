// SPDX-License-Identifier: Apache-2.0
//
// Which locks both threads of a pair hold.

#include "analysis/question/SyncPair.h"

using namespace cudafix;
using namespace cudafix::analysis;

/// Adds the flaws of the releases that can follow access `First`, with respect to the taking before
/// the other access.
void SyncOrder::Pair::lockFlaws(unsigned First, const SyncUse &Taken, std::vector<SyncFlaw> &Out) {
  const LockArray &L = Uses.lock(K.access(Taken.Op).Array);
  bool Released = false;
  for (const SyncUse &W : Uses.after(id(First)))
    if (!W.OfWarp && llvm::is_contained(L.Releases, W.Op) && !Uses.leavesUntaken(L, W.Op)) {
      Released = true;
      flawOf(First, W, true, Out);
    }
  if (Released)
    flawOf(1 - First, Taken, false, Out);
}

static bool same(const SyncFlaw &A, const SyncFlaw &B) {
  return A.What == B.What && A.Op == B.Op && A.Fence == B.Fence && A.Thread == B.Thread;
}

/// 1 bit: no warp crosses the end of a row of the block.
Expr SyncOrder::Pair::rowsOfWarps() {
  Expr One = C.constant(1, 32), Zero = C.constant(0, 32), Lanes = C.constant(32, 32);
  Expr Whole = C.eq(C.binary(Op::URem, C.blockDim(0), Lanes), Zero);
  return T.of(C.lor(Whole, C.land(C.eq(C.blockDim(1), One), C.eq(C.blockDim(2), One))), 0);
}

void SyncOrder::Pair::addLocks() {
  auto A = usable(Uses.held(id(0))), B = usable(Uses.held(id(1)));
  for (auto *Held : {&A, &B})
    llvm::erase_if(*Held,
                   [&](const SyncUse &U) { return !O.isLock(K.access(U.Op).Array, Threads); });
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
    for (const SyncUse &U : I ? B : A) // without a release it is no lock that other threads take
      if ((I ? A : B).empty() && !Uses.lock(K.access(U.Op).Array).Releases.empty())
        Result.Missing.push_back({SyncFlaw::Kind::NoLock, 1 - I, U.Op, NoId});
  for (const Access &Take : K.Accesses) // whether a lock was free depends only on the schedule
    if (llvm::is_contained(Uses.lock(Take.Array).Takes, Take.Id) && O.isLock(Take.Array, Threads))
      schedule(Take);
  if (!A.empty() && !B.empty() && Result.Ways.empty())
    Result.Missing.push_back({SyncFlaw::Kind::OtherLock, 1, B.front().Op, NoId});
}
