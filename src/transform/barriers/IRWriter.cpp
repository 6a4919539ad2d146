// SPDX-License-Identifier: Apache-2.0

#include "transform/barriers/IRWriter.h"
#include "transform/barriers/AtomicIR.h"
#include "transform/barriers/Flatten.h"
#include "transform/barriers/SimtDivergence.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace cudafix::transform {

namespace {

/// A copy of the device module, and the map from instructions of the original to those of the copy.
struct ModuleCopy {
  explicit ModuleCopy(frontend::Program &P) : M(CloneModule(P.deviceModule(), Map)) {}

  Function *function(const frontend::KernelUnit &K) { return cast<Function>(Map[K.Function]); }

  /// The copy of the instruction of a model id; an error when the id has none.
  Expected<Instruction *> find(ArrayRef<Instruction *> ById, uint32_t Id, StringRef What) {
    Instruction *I = Id < ById.size() ? ById[Id] : nullptr;
    Value *Copy = I ? static_cast<Value *>(Map.lookup(I)) : nullptr;
    if (!Copy)
      return createStringError("the " + What + " has no instruction of its own");
    return cast<Instruction>(Copy);
  }

  ValueToValueMapTy Map;
  std::unique_ptr<Module> M;
};

/// Makes a BarrierChange in a copy.
class ChangeWriter {
public:
  ChangeWriter(ModuleCopy &Copy, frontend::KernelUnit &K) : Copy(Copy), K(K) {}

  Error run(const BarrierChange &Change) {
    if (Error E = collectPoints(Change))
      return E;
    for (BarrierId Id : Change.WeakenToWarp)
      if (Error E = takeOut(Id, true))
        return E;
    for (BarrierId Id : Change.Remove)
      if (Error E = takeOut(Id, false))
        return E;
    return placeBarriers(*Copy.function(K), Points, simtDivergence);
  }

private:
  Error collectPoints(const BarrierChange &Change) {
    for (SlotId Id : Change.Block)
      if (Error E = addSlot(Id, BarrierScope::Block, AllLanes))
        return E;
    for (SlotId Id : Change.Warp) {
      auto Mask = Change.Masks.find(Id);
      bool Some = Mask != Change.Masks.end();
      if (Error E = addSlot(Id, BarrierScope::Warp, Some ? Mask->second : AllLanes))
        return E;
    }
    for (const StatementSplit &Split : Change.SplitStatements)
      for (const Access &A : K.Model.Accesses)
        if (isCopyOf(A, Split.Write))
          if (Error E = addSplit(Split, A.Id))
            return E;
    return Error::success();
  }

  /// Returns true if the access is a copy of the write: inlining and unrolling make several of one
  /// in the source.
  bool isCopyOf(const Access &A, AccessId Write) const {
    return A.Id == Write || (A.Kind == AccessKind::Write && A.Loc == K.Model.access(Write).Loc);
  }

  Error addSplit(const StatementSplit &Split, AccessId Id) {
    Expected<Instruction *> Write = Copy.find(K.AccessInst, Id, "write");
    if (!Write)
      return Write.takeError();
    BarrierScope Scope = Split.Warp ? BarrierScope::Warp : BarrierScope::Block;
    add(*Write, Scope, Split.Mask);
    if (Split.After)
      add((*Write)->getNextNode(), Scope, Split.Mask);
    return Error::success();
  }

  Error addSlot(SlotId Id, BarrierScope Scope, uint32_t Mask) {
    Expected<Instruction *> Before = Copy.find(K.SlotInst, Id, "statement");
    if (!Before)
      return Before.takeError();
    add(*Before, Scope, Mask);
    return Error::success();
  }

  void add(Instruction *Before, BarrierScope Scope, uint32_t Mask) {
    for (const BarrierPoint &P : Points)
      if (P.Before == Before && P.Scope == Scope)
        return;
    Points.push_back({Before, Scope, Mask});
  }

  Error takeOut(BarrierId Id, bool Weaken) {
    Expected<Instruction *> Found = Copy.find(K.BarrierInst, Id, "barrier");
    if (!Found)
      return Found.takeError();
    Instruction *Barrier = *Found;
    if (!Barrier->use_empty())
      return createStringError("the result of the barrier is used");
    if (Weaken) {
      IRBuilder<> B(Barrier);
      createBarrier(B, BarrierScope::Warp);
    }
    for (BarrierPoint &P : Points)
      if (P.Before == Barrier)
        P.Before = Barrier->getNextNode();
    Barrier->eraseFromParent();
    return Error::success();
  }

  ModuleCopy &Copy;
  frontend::KernelUnit &K;
  SmallVector<BarrierPoint, 4> Points;
};

} // namespace

Expected<std::unique_ptr<Module>> writeIR(frontend::Program &P, frontend::KernelUnit &K,
                                          const BarrierChange &Change) {
  ModuleCopy Copy(P);
  if (Error E = ChangeWriter(Copy, K).run(Change))
    return E;
  return std::move(Copy.M);
}

static Error makeAtomic(ModuleCopy &Copy, const frontend::KernelUnit &K, const AtomicUpdate &U) {
  Expected<Instruction *> Store = Copy.find(K.AccessInst, U.Write, "write");
  if (!Store)
    return Store.takeError();
  Instruction *Load = nullptr;
  if (U.Read != NoId) {
    Expected<Instruction *> Found = Copy.find(K.AccessInst, U.Read, "read");
    if (!Found)
      return Found.takeError();
    Load = *Found;
  }
  bool Shared = K.Model.array(K.Model.access(U.Write).Array).Where == Space::Shared;
  return makeAtomic(Load, *Store, Shared ? "block" : "device");
}

Expected<std::unique_ptr<Module>> writeAtomicIR(frontend::Program &P, frontend::KernelUnit &K,
                                                ArrayRef<AtomicUpdate> Updates) {
  ModuleCopy Copy(P);
  for (const AtomicUpdate &U : Updates)
    if (Error E = makeAtomic(Copy, K, U))
      return E;
  return std::move(Copy.M);
}

static void createFence(Instruction *Before) {
  IRBuilder<>(Before).CreateIntrinsic(Intrinsic::nvvm_membar_gl, {});
}

Expected<std::unique_ptr<Module>> writeSyncIR(frontend::Program &P, frontend::KernelUnit &K,
                                              const SyncChange &Change) {
  ModuleCopy Copy(P);
  for (SlotId Id : Change.Fences) {
    Expected<Instruction *> Before = Copy.find(K.SlotInst, Id, "statement");
    if (!Before)
      return Before.takeError();
    createFence(*Before);
  }
  for (FenceId Id : Change.WidenFences) {
    Expected<Instruction *> Fence = Copy.find(K.FenceInst, Id, "fence");
    if (!Fence)
      return Fence.takeError();
    createFence(*Fence);
    (*Fence)->eraseFromParent();
  }
  for (AccessId Id : Change.WidenAtomics) {
    Expected<Instruction *> Atomic = Copy.find(K.AccessInst, Id, "atomic");
    if (!Atomic)
      return Atomic.takeError();
    if (!(*Atomic)->isAtomic())
      return createStringError("the atomic is no instruction of its own");
    setAtomicSyncScopeID(*Atomic, Copy.M->getContext().getOrInsertSyncScopeID("device"));
  }
  return std::move(Copy.M);
}

Expected<std::unique_ptr<Module>> writeSingleWriterIR(frontend::Program &P, frontend::KernelUnit &K,
                                                      AccessId Write, bool AcrossBlocks) {
  ModuleCopy Copy(P);
  Expected<Instruction *> Store = Copy.find(K.AccessInst, Write, "write");
  if (!Store)
    return Store.takeError();
  if (Error E = makeSingleWriter(*Store, AcrossBlocks))
    return E;
  return std::move(Copy.M);
}

} // namespace cudafix::transform
