// SPDX-License-Identifier: Apache-2.0
//
// Flattens a region with any control flow so that every thread passes its barriers: between two
// barriers, blocks keep their branches; a branch across a barrier sets a flag, which the code after
// the barrier tests. All threads stay in a loop with a barrier while any thread is in it.
//
//   if (c) { A; B; } else E;   ->   f = g = false; if (c) { A; f = true; } else g = true;
//                                   barrier; if (f) B; else if (g) E;
#pragma once

#include "transform/barriers/Convergence.h"
#include "transform/barriers/UniformLoopIR.h"
#include "transform/split/Schedule.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/DebugLoc.h"

namespace cudafix::transform {

/// A barrier that is moved out of the code so that every thread of the region meets it.
struct LiftedBarrier {
  BarrierScope Scope = BarrierScope::Block;
  BarrierReduction Op = BarrierReduction::None;
  llvm::AllocaInst *Predicate = nullptr; ///< reductions: argument, neutral where not set
  llvm::AllocaInst *Result = nullptr;    ///< reductions: read by the threads that use it
  llvm::DebugLoc Loc;
};

class Lineariser {
public:
  /// `Divergent`: blocks whose terminators are divergent, before any change.
  Lineariser(llvm::Function &F, Region R, const BlockSet &Divergent)
      : F(F), R(std::move(R)), Divergent(Divergent) {}

  /// Adds a barrier before an instruction of the region.
  void addPoint(llvm::Instruction *Before, BarrierScope Scope);
  /// Moves a barrier of the region, which is removed from its place.
  void lift(llvm::CallInst *Barrier, BarrierScope Scope);

  llvm::ArrayRef<llvm::BasicBlock *> blocks() const { return R.Blocks; }

  /// Rewrites the region. Error: a value of it cannot be kept in memory.
  llvm::Error run();

private:
  llvm::BasicBlock *split(llvm::Instruction *Before);
  llvm::AllocaInst *makeSlot(llvm::Type *T, const llvm::Twine &Name);
  void findClocks();
  llvm::Error demoteValues();
  llvm::AllocaInst *flagOf(llvm::BasicBlock *B);
  llvm::BasicBlock *newBlock(const llvm::Twine &Name);

  void layOut(llvm::ArrayRef<llvm::BasicBlock *> Blocks, llvm::BasicBlock *Header,
              llvm::BasicBlock *Head, llvm::BasicBlock *After);
  void cutEdges(llvm::BasicBlock *B, llvm::BasicBlock *End,
                llvm::function_ref<bool(const llvm::BasicBlock *)> Stays);
  llvm::BasicBlock *raise(llvm::BasicBlock *Target, llvm::BasicBlock *End);
  void placeGroup(const Schedule &S, unsigned Segment, llvm::BasicBlock *At);
  void dispatch(llvm::ArrayRef<llvm::BasicBlock *> Entries, llvm::BasicBlock *From,
                llvm::BasicBlock *End);
  llvm::BasicBlock *openLoop(const ScheduleNode &Loop, llvm::BasicBlock *From);
  llvm::BasicBlock *testedLoop(const ScheduleNode &Loop, llvm::BasicBlock *Header,
                               llvm::BasicBlock *From);
  llvm::Value *isBefore(llvm::IRBuilderBase &B, llvm::ArrayRef<llvm::BasicBlock *> Blocks);
  BarrierScope scopeOf(const ScheduleNode &Loop) const;
  void initialiseSlots();

  llvm::Function &F;
  Region R;
  const BlockSet &Divergent;
  llvm::MapVector<llvm::BasicBlock *, LiftedBarrier> Starts; ///< by the block after it
  llvm::MapVector<llvm::BasicBlock *, llvm::AllocaInst *> Flags;
  llvm::DenseMap<std::pair<llvm::BasicBlock *, llvm::BasicBlock *>, llvm::BasicBlock *> Raised;
  llvm::DenseMap<llvm::BasicBlock *, LoopClock> Clocks; ///< by the loop's header
  llvm::SmallVector<llvm::AllocaInst *, 16> Slots;      ///< to be promoted at the end
};

} // namespace cudafix::transform
