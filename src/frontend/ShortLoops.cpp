// SPDX-License-Identifier: Apache-2.0

#include "frontend/ShortLoops.h"
#include "frontend/Calls.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

namespace cudafix::frontend {

using namespace llvm;

namespace {

constexpr unsigned MostTurns = 16;
constexpr unsigned MostInstructions = 1000; ///< limit for a loop that is unrolled
constexpr unsigned MostSynchronized = 8000; ///< the same for a loop that synchronizes in some turns

/// Returns true for memory that no other thread writes: a variable of the thread or, if it is only
/// read, the kernel's arguments and constants.
bool isOwn(const Value *Pointer, bool Written) {
  const Value *Object = getUnderlyingObject(Pointer);
  if (isa<AllocaInst>(Object))
    return true;
  auto *Global = dyn_cast<GlobalVariable>(Object);
  auto *Argument = dyn_cast<llvm::Argument>(Object);
  return !Written && ((Global && Global->isConstant()) || (Argument && Argument->hasByValAttr()));
}

/// The integer or pointer variable of the thread in which the access selects an element by a number
/// that is not known here; null: it is not such an access.
const AllocaInst *pickedFrom(const Instruction &I) {
  const Value *Pointer = getLoadStorePointerOperand(&I);
  const Type *Ty = Pointer ? getLoadStoreType(&I) : nullptr;
  if (!Ty || !(Ty->isIntegerTy() || Ty->isPointerTy()))
    return nullptr;
  bool ByNumber = false;
  for (; auto *At = dyn_cast<GEPOperator>(Pointer); Pointer = At->getPointerOperand())
    ByNumber |= !At->hasAllConstantIndices();
  return ByNumber ? dyn_cast<AllocaInst>(getUnderlyingObject(Pointer)) : nullptr;
}

/// Returns true for a loop that accesses only the thread's own memory; lanes may exchange values in
/// it.
bool isLocal(const llvm::Loop &L) {
  for (const BasicBlock *B : L.blocks())
    for (const Instruction &I : *B) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (Call && classify(*Call).Kind == CallKind::Collective)
        continue;
      if (Call && Call->isConvergent())
        return false;
      if (!I.mayReadOrWriteMemory() || I.isLifetimeStartOrEnd() || isa<DbgInfoIntrinsic>(I))
        continue;
      const Value *Pointer = getLoadStorePointerOperand(&I);
      if (!Pointer || I.isVolatile() || I.isAtomic() || !isOwn(Pointer, isa<StoreInst>(I)))
        return false;
    }
  return true;
}

/// Returns true if the value depends only on the number of the turn: in each turn it is a constant.
bool isOfTurn(const Value *V, const llvm::Loop &L, SmallPtrSetImpl<const Value *> &Seen) {
  if (isa<ConstantInt>(V) || !Seen.insert(V).second)
    return true;
  auto *I = dyn_cast<Instruction>(V);
  const bool Computes = I && (isa<BinaryOperator, CastInst, ICmpInst, SelectInst>(I) ||
                              (isa<PHINode>(I) && I->getParent() == L.getHeader()));
  return Computes && L.contains(I) &&
         all_of(I->operands(), [&](const Use &U) { return isOfTurn(U, L, Seen); });
}

/// Returns true for a loop with a barrier, or a count of asynchronous copy groups, in only some of
/// its turns, the same ones for all threads: `if (turn == 2) __syncthreads();`.
bool synchronizesAtTimes(const llvm::Loop &L, const LoopInfo &LI, const DominatorTree &DT) {
  const BasicBlock *Latch = L.getLoopLatch();
  std::optional<PostDominatorTree> Joins;
  auto OfTurns = [&](const BasicBlock *B) {
    while (B != L.getHeader()) {
      const BasicBlock *Join = B;
      B = DT.getNode(B)->getIDom()->getBlock();
      auto *Branch = dyn_cast<BranchInst>(B->getTerminator());
      SmallPtrSet<const Value *, 8> Seen;
      if (Branch && (!Branch->isConditional() || isOfTurn(Branch->getCondition(), L, Seen)))
        continue;
      if (!Joins)
        Joins.emplace(const_cast<Function &>(*B->getParent()));
      if (!Joins->dominates(Join, B)) // both ways lead to it
        return false;
    }
    return true;
  };
  auto Synchronizes = [](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    const CallKind Kind = Call ? classify(*Call).Kind : CallKind::Ignore;
    return Kind == CallKind::Barrier || Kind == CallKind::AsyncCommit ||
           Kind == CallKind::AsyncWait;
  };
  return Latch && any_of(L.blocks(), [&](const BasicBlock *B) {
           return LI.getLoopFor(B) == &L && !DT.dominates(B, Latch) && any_of(*B, Synchronizes) &&
                  OfTurns(B);
         });
}

/// The trip count, if it is small and constant; else 0.
unsigned turns(const llvm::Loop &L, ScalarEvolution &SE, unsigned MostWritten = MostInstructions) {
  if (!L.getExitingBlock() || !L.isLoopSimplifyForm())
    return 0;
  const unsigned Turns = SE.getSmallConstantTripCount(&L);
  unsigned Size = 0;
  for (const BasicBlock *B : L.blocks())
    Size += B->size();
  return Turns <= MostTurns && Turns * Size <= MostWritten ? Turns : 0;
}

/// The innermost loop whose turn number selects the accessed element; null: there is none.
const llvm::Loop *loopOfNumber(const Instruction &I, const LoopInfo &LI) {
  const llvm::Loop *L = LI.getLoopFor(I.getParent());
  auto IsFixed = [&](const Value *Pointer) {
    for (; auto *At = dyn_cast<GEPOperator>(Pointer); Pointer = At->getPointerOperand())
      if (any_of(At->indices(), [&](const Use &Index) { return !L->isLoopInvariant(Index); }))
        return false;
    return true;
  };
  while (L && IsFixed(getLoadStorePointerOperand(&I)))
    L = L->getParentLoop();
  return L;
}

/// The loops to unroll: those that contain all accesses to the elements of a variable. An access
/// elsewhere would need to know the element numbers of the others, so the loops stay. Loops that
/// access memory of other threads are unrolled only for arrays of pointers, because for these it is
/// unknown where in memory the thread is.
SmallPtrSet<const llvm::Loop *, 8> loopsToUnroll(Function &F, LoopInfo &LI, ScalarEvolution &SE) {
  SmallPtrSet<const llvm::Loop *, 8> Loops;
  for (const llvm::Loop *L : LI.getLoopsInPreorder())
    if (isLocal(*L) && turns(*L, SE))
      Loops.insert(L);
  SmallVector<std::pair<const llvm::Loop *, const AllocaInst *>, 16> Picked;
  for (const Instruction &I : instructions(F))
    if (const AllocaInst *From = pickedFrom(I)) {
      const bool OfPointers = getLoadStoreType(&I)->isPointerTy();
      const llvm::Loop *L = OfPointers ? loopOfNumber(I, LI) : LI.getLoopFor(I.getParent());
      if (OfPointers && L && turns(*L, SE))
        Loops.insert(L);
      Picked.push_back({L, From});
    }
  SmallPtrSet<const AllocaInst *, 8> Kept;
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (auto [L, From] : Picked)
      Changed |= !Loops.contains(L) && Kept.insert(From).second;
    for (auto [L, From] : Picked)
      Changed |= Kept.contains(From) && Loops.erase(L);
  }
  SmallPtrSet<const llvm::Loop *, 8> Picking;
  for (auto [L, From] : Picked)
    if (Loops.contains(L))
      Picking.insert(L);
  return Picking;
}

} // namespace

bool unrollShortLoops(Function &F, PassManagers &P) {
  auto &LI = P.FAM.getResult<LoopAnalysis>(F);
  auto &SE = P.FAM.getResult<ScalarEvolutionAnalysis>(F);
  auto &DT = P.FAM.getResult<DominatorTreeAnalysis>(F);
  auto &AC = P.FAM.getResult<AssumptionAnalysis>(F);
  auto &TTI = P.FAM.getResult<TargetIRAnalysis>(F);
  auto &ORE = P.FAM.getResult<OptimizationRemarkEmitterAnalysis>(F);
  bool Changed = false;
  const SmallPtrSet<const llvm::Loop *, 8> Local = loopsToUnroll(F, LI, SE);
  SmallPtrSet<const llvm::Loop *, 8> Seen;
  // Unrolling a loop may delete other loops.
  auto Next = [&]() -> llvm::Loop * {
    const SmallVector<llvm::Loop *, 4> Order = LI.getLoopsInPreorder();
    auto At = find_if(reverse(Order), [&](const llvm::Loop *L) { return Seen.insert(L).second; });
    return At == Order.rend() ? nullptr : *At;
  };
  while (llvm::Loop *L = Next()) {
    const bool AtTimes = synchronizesAtTimes(*L, LI, DT);
    if (!AtTimes && !Local.contains(L))
      continue;
    UnrollLoopOptions Of{};
    Of.Count = turns(*L, SE, AtTimes ? MostSynchronized : MostInstructions);
    if (!Of.Count)
      continue;
    Of.Force = true;
    Changed |= UnrollLoop(L, Of, &LI, &SE, &DT, &AC, &TTI, &ORE, /*PreserveLCSSA=*/true) !=
               LoopUnrollResult::Unmodified;
  }
  if (Changed)
    P.FAM.invalidate(F, PreservedAnalyses::none());
  return Changed;
}

} // namespace cudafix::frontend
