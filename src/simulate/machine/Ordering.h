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
  /// `First` is later than every access to the memory so far.
  explicit Ordering(uint32_t First) : Epoch(First), GridEpoch(First - 1) {}

  uint32_t now() const { return Epoch; }
  /// Ends the epoch and returns it.
  uint32_t advance() { return Epoch++; }

  /// Who accesses, and when.
  Mark mark(const Lane &L) const { return uint64_t(Epoch) << 32 | L.Id; }
  /// The mark of a copy that has not ended: nothing is ordered after it.
  static Mark underWay(const Lane &L) { return uint64_t(UINT32_MAX) << 32 | L.Id; }
  static uint32_t threadOf(Mark M) { return static_cast<uint32_t>(M); }
  static uint32_t epochOf(Mark M) { return M >> 32; }
  /// Returns true if the access is ordered before what the thread does now. `Shared`: of memory
  /// that blocks use one after another.
  LLVM_ATTRIBUTE_ALWAYS_INLINE bool isBefore(const Lane &L, Mark M, bool Shared) const {
    const uint32_t Other = threadOf(M);
    if (Other == L.Id || !M)
      return !Shared || M != underWay(L);
    if (Other >> 10 == L.Id >> 10 && epochOf(M) <= L.B->BarrierEpoch)
      return true;
    return isBeforeSlowly(L, M, Shared);
  }

  void start(Block &B);
  /// All threads of the block have met; `Fenced` is the oldest of their last fences.
  void meet(Block &B, uint32_t Fenced);
  /// All threads of these blocks have met.
  void meetGrid(llvm::ArrayRef<Block *> All);
  /// These lanes of a warp, which `Mask` names, have met.
  void meetLanes(llvm::ArrayRef<Lane *> Met, uint32_t Mask);
  void fence(Lane &L, AtomicScope Scope);
  /// Orders what the thread has read from atomics before what it does next.
  void promote(Lane &L);

  /// What atomics at an address release and acquire.
  SyncVariable &at(uintptr_t Address);
  /// One without an address.
  SyncVariable *make() { return &Variables.emplace_back(); }
  void release(Lane &L, SyncVariable &To, bool Everything, bool Narrow);
  /// Takes the first `Entries` of the log: what was released later was not waited for.
  void acquire(Lane &L, SyncVariable &From, bool AtOnce, uint32_t Entries = UINT32_MAX);
  Knowledge *newKnowledge() { return &Knowledges.emplace_back(); }

private:
  bool isBeforeSlowly(const Lane &L, Mark M, bool Shared) const;

  uint32_t Epoch, GridEpoch;
  std::deque<Knowledge> Knowledges;
  std::deque<SyncVariable> Variables;
  llvm::DenseMap<uintptr_t, SyncVariable *> ByAddress;
};

} // namespace cudafix::simulate
