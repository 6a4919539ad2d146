// SPDX-License-Identifier: Apache-2.0
#include "simulate/machine/Ordering.h"
#include "llvm/ADT/STLExtras.h"

namespace cudafix::simulate {

bool Ordering::isBeforeSlowly(const Lane &L, Mark M, bool Shared) const {
  uint32_t Other = threadOf(M), When = epochOf(M);
  if (When <= GridEpoch)
    return true;
  bool SameBlock = (Other & ~CopyBit) >> 10 == L.Id >> 10;
  // Nothing that an earlier block left in the same shared memory counts.
  if (Shared && (!SameBlock || When <= L.B->StartEpoch))
    return true;
  if (Other >> 5 == L.Id >> 5 && When <= L.WarpSeen[Other & 31])
    return true;
  if (L.Known && isReleased(L.Known->Seen, Other, When, L.B->Number))
    return true;
  return !L.B->Known->Seen.empty() && isReleased(L.B->Known->Seen, Other, When, L.B->Number);
}

void Ordering::start(Block &B) {
  B.StartEpoch = B.BarrierEpoch = advance();
  B.FencedEpoch = 0;
  B.Known = newKnowledge();
}

void Ordering::meet(Block &B, uint32_t Fenced) {
  // Where all have fenced since the last barrier, one of them may publish for all.
  B.FencedEpoch = Fenced > B.BarrierEpoch ? Epoch : 0;
  B.BarrierEpoch = advance();
}

void Ordering::meetGrid(llvm::ArrayRef<Block *> All) {
  GridEpoch = advance();
  for (Block *B : All)
    B->BarrierEpoch = GridEpoch;
}

void Ordering::meetLanes(llvm::ArrayRef<Lane *> Met, uint32_t Mask) {
  std::array<uint32_t, 32> Seen{};
  for (Lane *L : Met) {
    promote(*L);
    for (unsigned I = 0; I < 32; ++I)
      Seen[I] = std::max(Seen[I], Mask >> I & 1 ? Epoch : L->WarpSeen[I]);
  }
  ++Epoch;
  // Of each variable once: all that lanes have met to learn they all know when they meet again.
  Knowledge *Joined = nullptr;
  llvm::DenseMap<const SyncVariable *, size_t> At;
  for (Lane *L : Met) {
    L->WarpSeen = Seen;
    if (!L->Known)
      continue;
    if (!Joined)
      Joined = newKnowledge();
    for (Reference R : L->Known->Seen) {
      auto [Place, New] = At.try_emplace(R.Variable, Joined->Seen.size());
      if (New)
        Joined->Seen.push_back(R);
      uint32_t &Count = Joined->Seen[Place->second].Count;
      Count = std::max(Count, R.Count);
    }
  }
  if (Joined)
    for (Lane *L : Met) {
      L->Known = newKnowledge();
      *L->Known = *Joined;
    }
}

void Ordering::fence(Lane &L, AtomicScope Scope) {
  promote(L);
  L.FenceEpoch = Epoch++;
  L.FenceIsNarrow = Scope == AtomicScope::Block;
}

void Ordering::promote(Lane &L) {
  if (L.Pending.empty())
    return;
  if (!L.Known)
    L.Known = newKnowledge();
  for (Reference R : L.Pending)
    L.Known->add(R);
  L.Pending.clear();
}

SyncVariable &Ordering::at(uintptr_t Address) {
  SyncVariable *&V = ByAddress[Address];
  if (!V)
    V = make();
  return *V;
}

void Ordering::release(Lane &L, SyncVariable &To, bool Everything, bool Narrow) {
  if (!Everything && !L.FenceEpoch)
    return;
  Release R;
  R.Thread = L.Id;
  R.ThreadEpoch = Everything ? Epoch++ : L.FenceEpoch;
  R.Narrow = Narrow || (!Everything && L.FenceIsNarrow);
  // A fence after a barrier covers what the whole block accessed before the barrier.
  R.BlockEpoch = R.ThreadEpoch > L.B->BarrierEpoch ? L.B->BarrierEpoch : L.B->FencedEpoch;
  R.Warp = L.WarpSeen;
  R.Own = L.Known;
  R.OwnSize = L.Known ? L.Known->Seen.size() : 0;
  R.Block = L.B->Known;
  R.BlockSize = L.B->Known->Seen.size();
  To.Log.push_back(R);
}

void Ordering::releaseCopy(Mark Of, SyncVariable &To) {
  Release R;
  R.Thread = threadOf(Of);
  R.ThreadEpoch = Epoch++;
  R.Exact = true;
  To.Log.push_back(R);
}

bool Ordering::isFenced(const Lane &L, Mark Write, const SyncVariable &Fences, size_t Most) const {
  SyncVariable One;
  for (const Release &R : llvm::reverse(Fences.Log)) {
    if (Most-- == 0)
      return true;
    if (!isBefore(L, uint64_t(R.ThreadEpoch) << 32 | R.Thread, /*Shared=*/false))
      continue;
    One.Log.assign(1, R);
    if (isReleased({{&One, 1}}, threadOf(Write), epochOf(Write), L.B->Number))
      return true;
  }
  return false;
}

void Ordering::acquire(Lane &L, SyncVariable &From, bool AtOnce, uint32_t Entries) {
  if (From.Log.empty())
    return;
  Reference R{&From, std::min(Entries, static_cast<uint32_t>(From.Log.size()))};
  if (!L.Pending.empty() && L.Pending.back().Variable == &From)
    L.Pending.back() = R;
  else
    L.Pending.push_back(R);
  if (AtOnce)
    promote(L);
}

} // namespace cudafix::simulate
