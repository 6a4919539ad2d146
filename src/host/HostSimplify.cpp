// SPDX-License-Identifier: Apache-2.0

#include "host/HostSimplify.h"
#include "frontend/PassManagers.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace cudafix::host;

/// Does every path from the landing pad lead out of the function?
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
