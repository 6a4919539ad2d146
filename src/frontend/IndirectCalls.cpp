// SPDX-License-Identifier: Apache-2.0

#include "frontend/IndirectCalls.h"
#include "frontend/Precompiled.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/CallPromotionUtils.h"

using namespace llvm;

static SmallVector<Function *, 8> candidates(CallBase &Call) {
  SmallVector<Function *, 8> Found;
  for (Function &F : *Call.getModule())
    if (!F.isDeclaration() && F.getFunctionType() == Call.getFunctionType() &&
        F.getCallingConv() != CallingConv::PTX_Kernel && F.hasAddressTaken())
      Found.push_back(&F);
  return Found;
}

bool cudafix::frontend::resolveIndirectCalls(Function &F) {
  SmallVector<CallBase *> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I); Call && Call->isIndirectCall())
      Calls.push_back(Call);
  bool Changed = false;
  for (CallBase *Call : Calls) {
    auto Targets = candidates(*Call);
    if (Targets.empty() || Targets.size() > 8 ||
        !all_of(Targets, [&](Function *T) { return isLegalToPromote(*Call, T); }))
      continue;
    // If the pointer is none of the others, it is the last one: calling anything else is undefined.
    for (Function *Target : ArrayRef(Targets).drop_back())
      promoteCallWithIfThenElse(*Call, Target);
    promoteCall(*Call, Targets.back());
    Changed = true;
  }
  return Changed;
}
