// SPDX-License-Identifier: Apache-2.0
//
// Which accesses are ordered before which: by barriers, which end epochs, and by atomics with
// fences (Clocks.h).
#pragma once

#include "model/Kernel.h"
#include "simulate/machine/Block.h"
#include "simulate/machine/Memory.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Compiler.h"

namespace cudafix::simulate {

class Ordering {
public:
  /// `First` is later than every access to the memory so far. Copies of the async proxy have
  /// separate marks only if the grid leaves thread numbers free for them.
  /// `Clusters`: blocks access each other's shared memory.
  Ordering(uint32_t First, uint64_t Blocks, bool Clusters)
      : Epoch(First), GridEpoch(First - 1), CopyBit(Blocks < 1u << 21 ? 1u << 31 : 0),
        Clusters(Clusters) {}

  uint32_t now() const { return Epoch; }
  /// Ends the epoch and returns it.
  uint32_t advance() { return Epoch++; }

  /// The mark of the thread's current access.
  Mark mark(const Lane &L) const { return uint64_t(Epoch) << 32 | L.Id; }
  /// The mark of a pending copy: nothing is ordered after it.
  static Mark underWay(const Lane &L) { return uint64_t(UINT32_MAX) << 32 | L.Id; }
  /// The mark of a copy that the async proxy makes for the thread.
  Mark copyMark(const Lane &L, uint32_t When) const {
    return uint64_t(When) << 32 | L.Id | CopyBit;
  }
  bool marksCopies() const { return CopyBit; }
  bool isCopy(Mark M) const { return threadOf(M) & CopyBit; }
  /// The thread of a mark, also for a copy that is made for it.
  uint32_t issuer(Mark M) const { return threadOf(M) & ~CopyBit; }
  static uint32_t threadOf(Mark M) { return static_cast<uint32_t>(M); }
  static uint32_t epochOf(Mark M) { return M >> 32; }
  /// Returns true if the access is ordered before the thread's current one. `Shared`: it is in
  /// memory that blocks use one after another.
  LLVM_ATTRIBUTE_ALWAYS_INLINE bool isBefore(const Lane &L, Mark M, bool Shared) const {
    const uint32_t Other = threadOf(M);
    if (Other == L.Id || !M)
      return !Shared || M != underWay(L);
    if (Other >> 10 == L.Id >> 10 && epochOf(M) <= L.B->BarrierEpoch)
      return true;
    return isBeforeSlowly(L, M, Shared);
  }

  void start(Block &B);
  /// Called when all threads of the block have met; `Fenced` is the oldest of their last fences.
  void meet(Block &B, uint32_t Fenced);
  /// Called when all threads of these blocks have met.
  void meetGrid(llvm::ArrayRef<Block *> All);
  /// Called when the lanes of a warp that `Mask` names have met.
  void meetLanes(llvm::ArrayRef<Lane *> Met, uint32_t Mask);
  void fence(Lane &L, AtomicScope Scope);
  /// Orders what the thread has read from atomics before its next accesses.
  void promote(Lane &L);

  /// The log of what atomics at an address release and acquire.
  SyncVariable &at(uintptr_t Address);
  /// A log without an address.
  SyncVariable *make() { return &Variables.emplace_back(); }
  void release(Lane &L, SyncVariable &To, bool Everything, bool Narrow);
  /// Releases what the copies with this mark's thread and epoch (the current one) have done.
  void releaseCopy(Mark Of, SyncVariable &To);
  /// Records a proxy fence of the thread.
  void fenceProxies(Lane &L);
  /// Acquires the first `Entries` entries of the log: later ones were not waited for.
  void acquire(Lane &L, SyncVariable &From, bool AtOnce, uint32_t Entries = UINT32_MAX);
  Knowledge *newKnowledge() { return &Knowledges.emplace_back(); }

private:
  bool isBeforeSlowly(const Lane &L, Mark M, bool Shared) const;
  static bool metInCluster(const Lane &L, Mark M);

  uint32_t Epoch, GridEpoch;
  uint32_t CopyBit; ///< in a mark's thread number: marks copies; 0: no bit is free
  bool Clusters;
  /// Threads, with accesses that are known to be released to them.
  mutable std::array<std::pair<uint32_t, Mark>, 256> Found{};
  std::deque<Knowledge> Knowledges;
  std::deque<SyncVariable> Variables;
  llvm::DenseMap<uintptr_t, SyncVariable *> ByAddress;
};

/// The proxy fences of all threads of the block that are ordered before the thread's current
/// access.
class FencesBefore {
public:
  FencesBefore(const Ordering &Past, const Lane &L) : Past(Past), L(L) {}
  /// Returns true if one of them comes after the write.
  bool follow(Mark Write);

private:
  bool contain(const Release &Fence) const;
  void join();

  const Ordering &Past;
  const Lane &L;
  SyncVariable Last; ///< of each thread
  bool Joined = false;
};

} // namespace cudafix::simulate
