// SPDX-License-Identifier: Apache-2.0
#include "simulate/machine/Ordering.h"
#include "llvm/ADT/STLExtras.h"

namespace cudafix::simulate {

bool Ordering::isBeforeSlowly(const Lane &L, Mark M, bool Shared) const {
  uint32_t Other = threadOf(M), When = epochOf(M);
  if (When <= GridEpoch)
    return true;
  bool SameBlock = (Other & ~CopyBit) >> 10 == L.Id >> 10;
  // Accesses of an earlier block to the same shared memory do not count.
  if (Shared && ((!SameBlock && !Clusters) || When <= L.B->StartEpoch))
    return true;
  if (!SameBlock && L.B->Peers && !isCopy(M) && metInCluster(L, M))
    return true;
  if (Other >> 5 == L.Id >> 5 && When <= L.WarpSeen[Other & 31])
    return true;
  // An access that is ordered before a thread stays so, and the cells of one copy have the same
  // mark.
  auto &[Reader, Before] = Found[(L.Id * 31 + When * 7 + Other) % Found.size()];
  if (Reader == L.Id && Before == M)
    return true;
  const bool Released =
      (L.Known && isReleased(L.Known->Seen, Other, When, L.B->Number)) ||
      (!L.B->Known->Seen.empty() && isReleased(L.B->Known->Seen, Other, When, L.B->Number));
  if (Released) {
    Reader = L.Id;
    Before = M;
  }
  return Released;
}

/// Returns true if the mark's thread, in another block, had released the access when it arrived at
/// the cluster barrier for which this thread has waited.
bool Ordering::metInCluster(const Lane &L, Mark M) {
  for (const Block *B : *L.B->Peers)
    if (B->Number == threadOf(M) >> 10) {
      const auto &[Up, Phase] = B->Lanes[threadOf(M) & 1023].Met.Released;
      return Phase && epochOf(M) <= Up && Phase <= L.Met.Waited;
    }
  return false;
}

void Ordering::start(Block &B) {
  B.StartEpoch = B.BarrierEpoch = advance();
  B.FencedEpoch = 0;
  B.Known = newKnowledge();
}

void Ordering::meet(Block &B, uint32_t Fenced) {
  // If all threads have executed a fence since the last barrier, one of them may publish for all.
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
  // Each variable once: whatever lanes learn by meeting, all of them know when they meet again.
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
        Joined->Seen.push_back({R.Variable, R.Count, Epoch});
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
  R.When = Epoch;
  R.ThreadEpoch = Everything ? Epoch++ : L.FenceEpoch;
  R.Narrow = Narrow || (!Everything && L.FenceIsNarrow);
  // A fence after a barrier covers all accesses of the block before the barrier.
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
  R.When = R.ThreadEpoch = Epoch++;
  R.Exact = true;
  To.Log.push_back(R);
}

void Ordering::fenceProxies(Lane &L) {
  if (L.B->ProxyFences.empty())
    L.B->ProxyFences.resize(L.B->Lanes.size());
  SyncVariable &Own = L.B->ProxyFences[L.Id & 1023];
  // Fences of the whole block come after its barrier, and the last fence before it covers the other
  // threads' accesses.
  auto Later = llvm::partition_point(
      Own.Log, [&](const Release &R) { return R.ThreadEpoch <= L.B->BarrierEpoch; });
  if (Later - Own.Log.begin() > 1)
    Own.Log.erase(Own.Log.begin(), Later - 1);
  release(L, Own, /*Everything=*/true, /*Narrow=*/false);
}

bool FencesBefore::contain(const Release &Fence) const {
  return Past.isBefore(L, uint64_t(Fence.ThreadEpoch) << 32 | Fence.Thread, /*Shared=*/false);
}

void FencesBefore::join() {
  Joined = true;
  for (const SyncVariable &Of : L.B->ProxyFences) {
    auto End = llvm::partition_point(Of.Log, [&](const Release &R) { return contain(R); });
    if (End != Of.Log.begin())
      Last.Log.push_back(*std::prev(End));
  }
  // They are searched from the last one backwards.
  llvm::sort(Last.Log,
             [](const Release &A, const Release &B) { return A.ThreadEpoch < B.ThreadEpoch; });
}

bool FencesBefore::follow(Mark Write) {
  const uint32_t Thread = Ordering::threadOf(Write), Epoch = Ordering::epochOf(Write);
  if (L.B->ProxyFences.empty())
    return false;
  // The writing thread usually executes the fence. Each of its fences covers what its earlier ones
  // cover, and comes before whatever only follows later ones.
  const std::vector<Release> &Own = L.B->ProxyFences[Thread & 1023].Log;
  auto After = llvm::partition_point(Own, [&](const Release &R) { return R.ThreadEpoch < Epoch; });
  if (After != Own.end() && contain(*After))
    return true;
  if (!Joined)
    join();
  return isReleased({{&Last, static_cast<uint32_t>(Last.Log.size())}}, Thread, Epoch, L.B->Number);
}

void Ordering::acquire(Lane &L, SyncVariable &From, bool AtOnce, uint32_t Entries) {
  if (From.Log.empty())
    return;
  Reference R{&From, std::min(Entries, static_cast<uint32_t>(From.Log.size())), Epoch};
  if (!L.Pending.empty() && L.Pending.back().Variable == &From)
    L.Pending.back() = R;
  else
    L.Pending.push_back(R);
  if (AtOnce)
    promote(L);
}

} // namespace cudafix::simulate
