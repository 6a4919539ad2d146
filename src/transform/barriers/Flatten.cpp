// SPDX-License-Identifier: Apache-2.0

#include "transform/barriers/Flatten.h"
#include "transform/barriers/Lineariser.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace cudafix::transform {

namespace {

/// Redirects paths that trap back to the code next to them: a thread that traps never continues, so
/// later code does not depend on an assertion's branch.
void rejoinTraps(Function &F) {
  for (BasicBlock &Trap : F) {
    if (!isa<UnreachableInst>(Trap.getTerminator()))
      continue;
    BasicBlock *From = &Trap, *Up = Trap.getSinglePredecessor();
    while (Up && Up->getTerminator()->getNumSuccessors() == 1) {
      From = Up;
      Up = Up->getSinglePredecessor();
    }
    if (!Up)
      continue;
    auto Beside = find_if(successors(Up), [&](BasicBlock *B) {
      return B != From && !isa<UnreachableInst>(B->getTerminator());
    });
    if (Beside == succ_end(Up))
      continue;
    for (PHINode &Phi : (*Beside)->phis())
      Phi.addIncoming(PoisonValue::get(Phi.getType()), &Trap);
    IRBuilder<> B(Trap.getTerminator());
    B.CreateBr(*Beside);
    Trap.getTerminator()->eraseFromParent();
  }
}

/// Makes one block end the function.
void unifyExits(Function &F) {
  rejoinTraps(F);
  SmallVector<BasicBlock *, 4> Exits;
  for (BasicBlock &B : F)
    if (succ_empty(&B))
      Exits.push_back(&B);
  if (Exits.size() < 2)
    return;
  BasicBlock *Exit = BasicBlock::Create(F.getContext(), "exit", &F);
  IRBuilder<> B(Exit);
  PHINode *Result = nullptr;
  if (!F.getReturnType()->isVoidTy())
    Result = B.CreatePHI(F.getReturnType(), Exits.size(), "result");
  Result ? B.CreateRet(Result) : B.CreateRetVoid();
  for (BasicBlock *Old : Exits) {
    Instruction *Term = Old->getTerminator();
    if (auto *Ret = dyn_cast<ReturnInst>(Term); Ret && Result)
      Result->addIncoming(Ret->getReturnValue(), Old);
    else if (Result)
      Result->addIncoming(PoisonValue::get(Result->getType()), Old);
    B.SetInsertPoint(Term);
    B.CreateBr(Exit);
    Term->eraseFromParent();
  }
}

bool isFullWarpBarrier(const Instruction &I) {
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  if (!Call || Call->getIntrinsicID() != Intrinsic::nvvm_bar_warp_sync)
    return false;
  const auto *Mask = dyn_cast<ConstantInt>(Call->getArgOperand(0));
  return Mask && Mask->isMinusOne();
}

/// Flattens one region with the points in it, and removes these from `Points`.
Error flatten(Function &F, Region R, const BlockSet &Divergent, BarrierScope Scope,
              SmallVectorImpl<BarrierPoint> &Points) {
  SmallVector<std::pair<CallInst *, BarrierScope>, 8> Existing;
  for (BasicBlock *B : R.Blocks)
    for (Instruction &I : *B) {
      if (blockBarrier(I))
        Existing.emplace_back(cast<CallInst>(&I), BarrierScope::Block);
      else if (Scope == BarrierScope::Warp && isFullWarpBarrier(I))
        Existing.emplace_back(cast<CallInst>(&I), BarrierScope::Warp);
      else if (isFixedBlockBarrier(I))
        return createStringError("a barrier for part of the block, in inline assembly or in "
                                 "a callee stands beside this point");
      if (isa<IndirectBrInst, CallBrInst, InvokeInst>(I))
        return createStringError("an indirect jump stands beside this point");
    }
  Lineariser L(F, std::move(R), Divergent);
  SmallPtrSet<BasicBlock *, 16> Inside;
  for (BasicBlock *B : L.blocks())
    Inside.insert(B);
  auto IsInside = [&](const BarrierPoint &P) { return Inside.contains(P.Before->getParent()); };
  SmallVector<BarrierPoint, 4> Here;
  copy_if(Points, std::back_inserter(Here), IsInside);
  erase_if(Points, IsInside);
  for (const BarrierPoint &P : Here)
    L.addPoint(P.Before, P.Scope);
  for (auto [Call, CallScope] : Existing)
    L.lift(Call, CallScope);
  return L.run();
}

Error placeScope(Function &F, SmallVector<BarrierPoint, 4> Points, BarrierScope Scope,
                 DivergentBranches Divergent) {
  while (!Points.empty()) {
    BlockSet Branches = Divergent(F, Scope);
    Convergence C(F, Branches);
    erase_if(Points, [&](const BarrierPoint &P) {
      if (!C.isConvergent(P.Before->getParent()))
        return false;
      IRBuilder<> B(P.Before);
      createBarrier(B, Scope);
      return true;
    });
    // The widest region first: it includes the points of regions inside it.
    std::optional<Region> Widest;
    for (const BarrierPoint &P : Points) {
      Expected<Region> R = C.regionAround(P.Before->getParent());
      if (!R)
        return R.takeError();
      if (!Widest || R->Blocks.size() > Widest->Blocks.size())
        Widest = std::move(*R);
    }
    if (!Widest)
      return Error::success();
    if (Error E = flatten(F, std::move(*Widest), Branches, Scope, Points))
      return E;
  }
  return Error::success();
}

} // namespace

Error placeBarriers(Function &F, ArrayRef<BarrierPoint> Points, DivergentBranches Divergent) {
  unifyExits(F);
  for (const BarrierPoint &P : Points)
    if (P.Mask != ~0u) {
      IRBuilder<> B(isa<PHINode>(P.Before) ? &*P.Before->getParent()->getFirstNonPHIIt()
                                           : P.Before);
      createBarrier(B, BarrierScope::Warp, P.Mask);
    }
  for (BarrierScope Scope : {BarrierScope::Block, BarrierScope::Warp}) {
    SmallVector<BarrierPoint, 4> OfScope;
    for (BarrierPoint P : Points)
      if (P.Scope == Scope && P.Mask == ~0u) {
        if (isa<PHINode>(P.Before))
          P.Before = &*P.Before->getParent()->getFirstNonPHIIt();
        OfScope.push_back(P);
      }
    if (Error E = placeScope(F, std::move(OfScope), Scope, Divergent))
      return E;
  }
  return Error::success();
}

} // namespace cudafix::transform
