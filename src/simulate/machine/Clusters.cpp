// SPDX-License-Identifier: Apache-2.0
//
// Clusters: blocks that run at the same time, access each other's shared memory and meet at a
// barrier of the cluster (PTX ISA, "barrier.cluster", "mapa"). A block is not guaranteed to have
// begun before another one accesses its memory, nor to stay until that is done: only ordered
// threads ensure it.
#include "simulate/machine/Switch.h"
#include "llvm/ADT/STLExtras.h"

namespace cudafix::simulate {

/// The blocks of the launch, or all blocks of the clusters that contain the selected ones, cluster
/// by cluster.
std::vector<uint32_t> clusterOrder(const Configuration &C) {
  std::vector<uint32_t> Order;
  auto Number = [&](uint32_t X, uint32_t Y, uint32_t Z) {
    return X + C.Grid[0] * (Y + C.Grid[1] * Z);
  };
  const auto &[Nx, Ny, Nz] = C.Cluster;
  for (uint32_t Z = 0; Z < C.Grid[2]; Z += Nz)
    for (uint32_t Y = 0; Y < C.Grid[1]; Y += Ny)
      for (uint32_t X = 0; X < C.Grid[0]; X += Nx) {
        const size_t First = Order.size();
        for (uint32_t I = 0; I < Nx * Ny * Nz; ++I)
          Order.push_back(Number(X + I % Nx, Y + I / Nx % Ny, Z + I / Nx / Ny));
        if (!C.Blocks.empty() &&
            llvm::none_of(llvm::ArrayRef(Order).drop_front(First),
                          [&](uint32_t B) { return llvm::is_contained(C.Blocks, B); }))
          Order.resize(First);
      }
  return Order;
}

void Machine::startCluster() {
  std::unique_ptr<Cluster> &Of = Clusters.emplace_back(std::make_unique<Cluster>());
  Of->Barrier.Expected = Of->Barrier.Missing = uint64_t(ClusterBlocks) * Threads;
  Of->Barrier.Order = Past.make();
  for (uint32_t Rank = 0; Rank < ClusterBlocks; ++Rank) {
    Block *B = startBlock();
    B->Of = Of.get();
    B->Rank = Rank;
    Of->Blocks.push_back(B);
  }
  for (Block *B : Of->Blocks)
    B->Peers = &Of->Blocks;
}

/// The memory of a block is reused only when its whole cluster has ended.
void Machine::endInCluster(Block &B) {
  for (const auto &[Visitor, At] : B.Visitors)
    if (llvm::none_of(B.Lanes, [&, M = At.first](const Lane &L) {
          return Past.isBefore(L, M, /*Shared=*/false);
        }))
      noteNeighbour(EventKind::MayHaveLeft, Visitor, B, At.second);
  B.Visitors.clear();
  B.Kept = true;
  if (++B.Of->Ended < B.Of->Blocks.size())
    return;
  for (Block *Each : B.Of->Blocks) {
    Each->Kept = false;
    Each->Of = nullptr;
    Each->Peers = nullptr;
  }
  llvm::erase_if(
      Clusters, [&](const std::unique_ptr<Cluster> &Of) { return Of->Ended == Of->Blocks.size(); });
}

void Machine::noteNeighbour(EventKind Kind, ThreadId Of, const Block &Owner, uint32_t Site) {
  Event E;
  E.Kind = Kind;
  E.Site = Site;
  E.Thread = Of;
  E.OtherThread = Owner.Lanes.front().Id;
  E.Writes = Code.Sites[Site].Kind != SiteKind::Read;
  note(std::move(E));
}

/// The block of the lane's cluster in whose shared memory this address is, or null.
Block *Machine::ownerOf(const Lane &L, uintptr_t At) const {
  auto Has = [&](const Block *B) {
    return At - reinterpret_cast<uintptr_t>(B->Shared) < std::max<uint64_t>(Code.SharedBytes, 1) ||
           At - reinterpret_cast<uintptr_t>(B->Dynamic) < std::max<uint64_t>(C.DynamicShared, 1);
  };
  if (Has(L.B))
    return L.B;
  if (!L.B->Of)
    return nullptr;
  auto Found = llvm::find_if(L.B->Of->Blocks, Has);
  return Found == L.B->Of->Blocks.end() ? nullptr : *Found;
}

/// Returns true if the lane knows that the block has begun: all have arrived at the cluster
/// barrier, or something that a thread of the block did after it began is ordered before.
bool Machine::knowsBegun(Lane &L, const Block &Owner) const {
  if (L.Met.Waited)
    return true;
  for (const Lane &X : L.B->Lanes)
    if (X.Met.Waited && Past.isBefore(L, uint64_t(X.Met.FirstWait) << 32 | X.Id, false))
      return true;
  return Past.isBefore(L, uint64_t(Owner.StartEpoch) << 32 | Owner.Lanes.front().Id, false);
}

/// An access to the shared memory of another block of the cluster.
void Machine::visit(Lane &L, Block &Owner, uint32_t Site) {
  if (!Owner.Active || !Owner.Live)
    return noteNeighbour(EventKind::MayHaveLeft, L.Id, Owner, Site);
  if (!knowsBegun(L, Owner))
    noteNeighbour(EventKind::NotBegun, L.Id, Owner, Site);
  // Copies have their own time; see leaveCopies.
  if (!Code.Sites[Site].Bulk)
    Owner.Visitors[L.Id] = {Past.mark(L), Site};
}

char *Machine::mapShared(Lane &L, char *P, uint32_t Rank, uint32_t Site) {
  const Block *Own = ownerOf(L, reinterpret_cast<uintptr_t>(P));
  if (!Own)
    stop(L, EventKind::OutOfBounds, Site, "what maps no address of shared memory to another block");
  // A predicate may leave such an address unused; if it is used, it is out of bounds.
  if (Rank >= ClusterBlocks)
    return nullptr;
  const Block *To = L.B->Of ? L.B->Of->Blocks[Rank] : L.B;
  const bool Dynamic =
      uint64_t(P - Own->Dynamic) < std::max<uint64_t>(C.DynamicShared, 1) && C.DynamicShared;
  return Dynamic ? To->Dynamic + (P - Own->Dynamic) : To->Shared + (P - Own->Shared);
}

uint32_t Machine::sharedRank(const Lane &L, const char *P) const {
  const Block *Own = ownerOf(L, reinterpret_cast<uintptr_t>(P));
  return Own ? Own->Rank : L.B->Rank;
}

/// A cluster of one block also has its barrier.
Cluster &Machine::clusterOf(Lane &L) {
  if (!L.B->Of) {
    std::unique_ptr<Cluster> &Alone = Clusters.emplace_back(std::make_unique<Cluster>());
    Alone->Barrier.Expected = Alone->Barrier.Missing = L.B->Live;
    Alone->Barrier.Order = Past.make();
    Alone->Blocks = {L.B};
    L.B->Of = Alone.get();
  }
  return *L.B->Of;
}

void Machine::arriveCluster(Lane &L, uint32_t How, uint32_t Site) {
  const bool Relaxed = How & Lane::AtCluster::Relaxed;
  Cluster &Of = clusterOf(L);
  Arrival &A = Of.Barrier;
  ++Changes;
  if (L.Met.Arrived > L.Met.Waited)
    stop(L, EventKind::ClusterBarrier, Site,
         "arrives at the barrier of its cluster again before it has waited there");
  L.Met.Arrived = A.Phase + 1;
  L.Met.Site = Site;
  L.Met.Parts = How & Lane::AtCluster::InParts;
  Past.release(L, *A.Order, /*Everything=*/!Relaxed, /*Narrow=*/false);
  if (!Relaxed)
    L.Met.Released = {Past.now() - 1, A.Phase + 1};
  L.Met.InitsLeft = {L.Met.InitFence, A.Phase + 1};
  if (--A.Missing == 0)
    openCluster(Of);
}

void Machine::openCluster(Cluster &Of) {
  reportMissedCluster(Of);
  endPhase(Of.Barrier);
}

void Machine::waitCluster(Lane &L, uint32_t Site) {
  Arrival &A = clusterOf(L).Barrier;
  if (L.Met.Arrived == L.Met.Waited)
    stop(L, EventKind::ClusterBarrier, Site,
         "waits at the barrier of its cluster without having arrived there");
  L.Tests = false;
  L.Value = reinterpret_cast<uintptr_t>(&A);
  while (A.Phase < L.Met.Arrived)
    suspend(L, LaneState::AtArrival, Site);
  if (!L.Met.Waited)
    L.Met.FirstWait = Past.advance();
  L.Met.Waited = L.Met.Arrived;
  acquire(L, A, L.Met.Waited - 1);
}

/// A thread that has left is no longer waited for.
void Machine::leaveCluster(Lane &L) {
  if (!L.B->Of)
    return;
  Arrival &A = L.B->Of->Barrier;
  --A.Expected;
  if (L.Met.Arrived == A.Phase + 1)
    return;
  --A.Missing;
  if (A.Missing == 0 && A.Expected)
    openCluster(*L.B->Of);
}

/// Reports which threads had left when the others met at cluster.sync(), which all threads have to
/// reach.
void Machine::reportMissedCluster(Cluster &Of) {
  Event E;
  E.Kind = EventKind::EarlyExit;
  E.Text = "cluster";
  const Lane *Here = nullptr, *Left = nullptr;
  for (Block *B : Of.Blocks)
    for (Lane &L : B->Lanes)
      if (B->Active && L.State != LaneState::Done && !L.Met.Parts &&
          L.Met.Arrived == Of.Barrier.Phase + 1 && !Here)
        Here = &L;
  if (!Here)
    return;
  for (Block *B : Of.Blocks)
    for (Lane &L : B->Lanes) {
      if (B->Active && L.State != LaneState::Done)
        continue;
      if (L.Met.Arrived == Of.Barrier.Phase + 1)
        continue;
      const bool Passed = llvm::is_contained(L.Missed, Here->Met.Site);
      if (!Left || (Passed && E.Kind == EventKind::EarlyExit))
        Left = &L;
      if (Passed)
        E.Kind = EventKind::MissedBarrier;
    }
  if (!Left)
    return;
  E.Site = Here->Met.Site;
  E.Thread = Here->Id;
  E.Waiting = {Here->Id};
  E.OtherThread = Left->Id;
  note(std::move(E));
}

/// fence.mbarrier_init: the thread's initialisations so far are known to threads that it meets,
/// even without a release.
void Machine::fenceInits(Lane &L) { L.Met.InitFence = Past.advance(); }

/// Returns true if such a fence has made the initialisation with this mark known to the lane.
bool Machine::knowsInit(const Lane &L, Mark Init) const {
  const Block *B = L.B;
  if (B->Of)
    for (const Block *Each : B->Of->Blocks)
      if (Each->Number == Ordering::threadOf(Init) >> 10)
        B = Each;
  if (B->Number != Ordering::threadOf(Init) >> 10)
    return false;
  const auto &[Fence, Phase] = B->Lanes[Ordering::threadOf(Init) & 1023].Met.InitsLeft;
  if (!Phase || Fence < Ordering::epochOf(Init))
    return false;
  auto Knows = [&](const Lane &X) { return X.Met.Waited >= Phase; };
  return Knows(L) || llvm::any_of(L.B->Lanes, [&](const Lane &X) {
           return Knows(X) &&
                  Past.isBefore(L, uint64_t(X.Met.FirstWait) << 32 | X.Id, /*Shared=*/false);
         });
}

} // namespace cudafix::simulate
