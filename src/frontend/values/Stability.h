// SPDX-License-Identifier: Apache-2.0
//
// Finds loads from memory that is not written in any phase that contains the load. A phase is
// structural: the code reachable from the kernel's entry or a block barrier without crossing a
// block barrier. Without races, such a load of one address gives one value, whichever thread of the
// block executes it.
#pragma once

#include "frontend/values/MemoryObjects.h"
#include "llvm/ADT/BitVector.h"

namespace cudafix::frontend {

class Stability {
public:
  Stability(llvm::Function &F, MemoryObjects &Objects);

  /// Returns true if no phase that contains `Load` writes what it reads, or if it only writes one
  /// value on which the block agrees, and the thread itself has made one of these writes in the
  /// phase.
  bool isStable(const llvm::Instruction &Load);
  /// Returns true if it is stable and nothing that may execute after `Load` writes what it reads:
  /// all such loads of one address give the same value.
  bool isFinal(const llvm::Instruction &Load);
  /// Returns true if `Load` comes before every barrier, and nothing there writes memory that all
  /// threads see, or waits for another thread: all such loads of one address give the same value.
  bool isInitial(const llvm::Instruction &Load);
  /// Returns true if the kernel writes nothing that `Load` reads.
  bool isReadOnly(const llvm::Instruction &Load);

private:
  /// Instructions of a block between two barriers.
  struct Segment {
    const llvm::BasicBlock *Block;
    bool EndsInBarrier = false;
    llvm::BitVector Starts; ///< phases that contain it
  };
  void split(llvm::Function &F);
  void flood(unsigned Start, unsigned First);
  bool compute(const llvm::Instruction &Load);
  bool isOfBlock(const llvm::Value *V, unsigned Depth);
  const llvm::Value *storedThere(llvm::ArrayRef<const llvm::Instruction *> Writes,
                                 const llvm::Instruction &Load, const llvm::Value *Ptr);
  /// Returns true if the write may change what `Load` reads through the pointer.
  bool clobbers(const MemoryObjects::Write &W, const llvm::Instruction &Load,
                const llvm::Value *Ptr);
  bool follows(const llvm::Instruction &Load, unsigned Start,
               llvm::ArrayRef<const llvm::Instruction *> Stores);

  MemoryObjects &Objects;
  std::vector<Segment> Segments;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> FirstOf;
  llvm::DenseMap<const llvm::Instruction *, unsigned> SegmentOf; ///< for writes and loads
  std::vector<unsigned> StartSegments;
  std::vector<llvm::SmallVector<unsigned, 4>> WritesOf; ///< by phase: indices into writes()
  bool MayWait = false; ///< the first phase may wait for other threads
  llvm::DenseMap<const llvm::Instruction *, bool> Cache;
};

} // namespace cudafix::frontend
