// SPDX-License-Identifier: Apache-2.0

#include "frontend/values/CommonArrays.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace cudafix::frontend {

/// The variable that the load or store accesses; null: something else.
static const AllocaInst *variableOf(const Instruction &I) {
  const Value *Pointer = getLoadStorePointerOperand(&I);
  return Pointer ? dyn_cast<AllocaInst>(getUnderlyingObject(Pointer)) : nullptr;
}

/// Returns true if only loads and stores use the address. Sets `Indexed` if some offset is not
/// known.
static bool isPlain(const Value &Address, bool &Indexed) {
  return all_of(Address.users(), [&](const User *U) {
    if (auto *Store = dyn_cast<StoreInst>(U))
      return Store->getValueOperand() != &Address && !Store->isVolatile();
    if (auto *Load = dyn_cast<LoadInst>(U))
      return !Load->isVolatile();
    if (auto *At = dyn_cast<GetElementPtrInst>(U)) {
      Indexed |= !At->hasAllConstantIndices();
      return isPlain(*At, Indexed);
    }
    auto *Call = dyn_cast<IntrinsicInst>(U);
    return Call && Call->isLifetimeStartOrEnd();
  });
}

ArraySet indexedVariables(const Function &F) {
  ArraySet Out;
  for (const Instruction &I : instructions(F))
    if (auto *Variable = dyn_cast<AllocaInst>(&I))
      if (bool Indexed = false; isPlain(*Variable, Indexed) && Indexed)
        Out.insert(Variable);
  return Out;
}

namespace {
/// The blocks in which threads of the group have diverged.
class PartedBlocks {
public:
  PartedBlocks(const Function &F, UniformityInfo &Info) : Joins(const_cast<Function &>(F)) {
    for (const BasicBlock &B : F)
      if (Info.hasDivergentTerminator(B))
        Parting.push_back(&B);
  }

  /// The blocks that some, but not all, of the threads that later reach one of `Readers` may have
  /// passed. Threads that reach none do not count.
  df_iterator_default_set<const BasicBlock *>
  before(const SmallPtrSetImpl<const BasicBlock *> &Readers) const {
    df_iterator_default_set<const BasicBlock *> Reach, Parted;
    for (const BasicBlock *Reader : Readers)
      for ([[maybe_unused]] const BasicBlock *B : inverse_depth_first_ext(Reader, Reach)) {
      }
    for (const BasicBlock *From : Parting) {
      SmallVector<const BasicBlock *, 4> Ways;
      copy_if(successors(From), std::back_inserter(Ways),
              [&](const BasicBlock *Next) { return Reach.contains(Next); });
      if (Ways.size() < 2)
        continue;
      auto *Node = Joins.getNode(From);
      const BasicBlock *Join = Node && Node->getIDom() ? Node->getIDom()->getBlock() : nullptr;
      df_iterator_default_set<const BasicBlock *> Seen;
      if (Join)
        Seen.insert(Join);
      for (const BasicBlock *Way : Ways)
        for (const BasicBlock *B : depth_first_ext(Way, Seen))
          Parted.insert(B);
    }
    return Parted;
  }

private:
  PostDominatorTree Joins;
  SmallVector<const BasicBlock *, 8> Parting;
};
} // namespace

ArraySet unlikeArrays(const Function &F, UniformityInfo &Info, const ArraySet &Arrays) {
  DenseMap<const AllocaInst *, SmallPtrSet<const BasicBlock *, 4>> Readers;
  for (const Instruction &I : instructions(F))
    if (const AllocaInst *Of = isa<LoadInst>(I) ? variableOf(I) : nullptr)
      Readers[Of].insert(I.getParent());
  const PartedBlocks Blocks(F, Info);
  DenseMap<const AllocaInst *, df_iterator_default_set<const BasicBlock *>> Parted;
  ArraySet Out;
  for (const Instruction &I : instructions(F)) {
    auto *Store = dyn_cast<StoreInst>(&I);
    const AllocaInst *To = Store ? variableOf(I) : nullptr;
    if (!To || !Arrays.contains(To) || Out.contains(To))
      continue;
    if (!Parted.contains(To))
      Parted[To] = Blocks.before(Readers[To]);
    // Threads that leave a loop in different turns take different values out of it.
    if (any_of(Store->operands(), [&](const Use &U) { return Info.isDivergentUse(U); }) ||
        Parted[To].contains(I.getParent()))
      Out.insert(To);
  }
  return Out;
}

} // namespace cudafix::frontend
