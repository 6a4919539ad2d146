// SPDX-License-Identifier: Apache-2.0

#include "host/HostSimplify.h"
#include "frontend/PassManagers.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;
using namespace cudafix::host;

/// Returns true if every path from the landing pad leads out of the function.
static bool onlyCleansUp(const LandingPadInst &Pad) {
  SmallVector<const BasicBlock *, 8> Work{Pad.getParent()};
  SmallPtrSet<const BasicBlock *, 16> Seen{Pad.getParent()};
  while (!Work.empty() && Seen.size() < 256) {
    const BasicBlock *B = Work.pop_back_val();
    if (isa<ReturnInst>(B->getTerminator()) || any_of(*B, [](const Instruction &I) {
          auto *C = dyn_cast<CallBase>(&I);
          return C && C->getCalledFunction() &&
                 C->getCalledFunction()->getName() == "__cxa_begin_catch";
        }))
      return false;
    for (const BasicBlock *S : successors(B))
      if (Seen.insert(S).second)
        Work.push_back(S);
  }
  return Work.empty();
}

void cudafix::host::lowerCleanups(Module &M) {
  for (Function &F : M) {
    SmallVector<InvokeInst *> Invokes;
    for (BasicBlock &B : F)
      if (auto *I = dyn_cast<InvokeInst>(B.getTerminator());
          I && onlyCleansUp(*I->getLandingPadInst()))
        Invokes.push_back(I);
    for (InvokeInst *I : Invokes)
      changeToCall(I);
    if (!Invokes.empty())
      removeUnreachableBlocks(F);
  }
}

static bool returns(const Function &F) {
  return any_of(F,
                [](const BasicBlock &B) { return isa<ReturnInst, ResumeInst>(B.getTerminator()); });
}

void cudafix::host::endNoReturnCalls(Module &M) {
  static constexpr StringLiteral Known[] = {
      "exit", "abort", "_exit", "quick_exit", "__assert_fail", "_ZSt9terminatev", "longjmp"};
  SmallPtrSet<const Function *, 16> NoReturn;
  for (Function &F : M)
    if (F.hasFnAttribute(Attribute::NoReturn) || is_contained(Known, F.getName()))
      NoReturn.insert(&F);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (Function &F : M) {
      SmallVector<CallBase *> Calls;
      for (Instruction &I : instructions(F))
        if (auto *C = dyn_cast<CallInst>(&I); C && C->getCalledFunction())
          if (NoReturn.contains(C->getCalledFunction()) && !isa<UnreachableInst>(C->getNextNode()))
            Calls.push_back(C);
      for (CallBase *C : Calls)
        if (C->getNextNode() && !isa<UnreachableInst>(C->getNextNode()))
          changeToUnreachable(C->getNextNode());
      if (!Calls.empty())
        removeUnreachableBlocks(F);
      if (!F.isDeclaration() && !returns(F) && !F.isInterposable() && NoReturn.insert(&F).second)
        Changed = true;
    }
  }
}

void cudafix::host::simplify(Function &F) {
  frontend::PassManagers().run(F, SROAPass(SROAOptions::PreserveCFG), InstCombinePass(),
                               EarlyCSEPass()); // one address, one value
}

/// Returns true if the value comes from an element of a variable that depends on the iteration.
static bool picksElement(Value *V, const Loop &L, unsigned Depth = 0) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !L.contains(I) || Depth > 6)
    return false;
  if (auto *Load = dyn_cast<LoadInst>(I)) {
    Value *From = Load->getPointerOperand();
    return !L.isLoopInvariant(From) && isa<AllocaInst, GlobalVariable>(getUnderlyingObject(From));
  }
  return !isa<PHINode, CallBase>(I) &&
         any_of(I->operands(), [&](Value *Operand) { return picksElement(Operand, L, Depth + 1); });
}

/// The most iterations whose launches are distinguished: the number of kernels to choose from, or
/// fewer if only the dimensions of one kernel vary.
static unsigned mostChoices(const Loop &L) {
  constexpr unsigned MaxKernels = 16, MaxShapes = 4;
  unsigned Most = 0;
  for (BasicBlock *B : L.blocks())
    for (Instruction &I : *B) {
      auto *C = dyn_cast<CallBase>(&I);
      const Function *Callee = C ? C->getCalledFunction() : nullptr;
      bool Runtime = Callee && (Callee->getName() == "cudaLaunchKernel" ||
                                Callee->getName() == "cudaLaunchCooperativeKernel");
      if (C && picksElement(Runtime ? C->getArgOperand(0) : C->getCalledOperand(), L))
        return MaxKernels;
      if (Callee && Callee->getName() == "__cudafix_push" && // it begins with the dimensions
          any_of(ArrayRef(C->arg_begin(), 6), [&](const Use &A) { return picksElement(A, L); }))
        Most = MaxShapes;
    }
  return Most;
}

static size_t sizeOf(const Loop &L) {
  size_t Size = 0;
  for (const BasicBlock *B : L.blocks())
    Size += B->size();
  return Size;
}

/// Unrolls one of the innermost loops whose iterations pick an element; false: there is none.
static bool unrollOne(Function &F) {
  constexpr size_t MaxUnrolled = 20'000; // instructions
  cudafix::frontend::PassManagers Passes;
  DominatorTree &DT = Passes.FAM.getResult<DominatorTreeAnalysis>(F);
  LoopInfo &Loops = Passes.FAM.getResult<LoopAnalysis>(F);
  ScalarEvolution &Evolution = Passes.FAM.getResult<ScalarEvolutionAnalysis>(F);
  AssumptionCache &Assumptions = Passes.FAM.getResult<AssumptionAnalysis>(F);
  TargetTransformInfo &Target = Passes.FAM.getResult<TargetIRAnalysis>(F);
  SmallVector<Loop *, 4> All = Loops.getLoopsInPreorder();
  for (Loop *L : reverse(All)) {
    // If the condition is in the header, that runs once more than the body.
    unsigned Trips = Evolution.getSmallConstantTripCount(L), Most = mostChoices(*L);
    if (Trips == 0 || Most == 0 || Trips > Most + 1 || Trips * sizeOf(*L) > MaxUnrolled)
      continue;
    simplifyLoop(L, &DT, &Loops, &Evolution, &Assumptions, nullptr, false);
    formLCSSARecursively(*L, DT, &Loops, &Evolution);
    UnrollLoopOptions How{};
    How.Count = Trips;
    How.Force = true;
    return UnrollLoop(L, How, &Loops, &Evolution, &DT, &Assumptions, &Target, nullptr, true) ==
           LoopUnrollResult::FullyUnrolled;
  }
  return false;
}

void cudafix::host::unrollChoices(Function &F) {
  constexpr unsigned MaxLoops = 16;
  for (unsigned N = 0; N < MaxLoops && unrollOne(F); ++N)
    simplify(F);
}
