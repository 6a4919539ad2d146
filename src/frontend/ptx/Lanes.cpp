// SPDX-License-Identifier: Apache-2.0

#include "frontend/ptx/AsmLowering.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

/// The intrinsic that does the same with a mask of lanes as first operand.
static Intrinsic::ID withMask(StringRef Name) {
  if (Name.contains(".sync"))
    return Intrinsic::not_intrinsic;
  if (Name.starts_with("llvm.nvvm.vote."))
    return Intrinsic::lookupIntrinsicID((Name + ".sync").str());
  if (Name.consume_front("llvm.nvvm.shfl."))
    return Intrinsic::lookupIntrinsicID(("llvm.nvvm.shfl.sync." + Name).str());
  return Intrinsic::not_intrinsic;
}

void cudafix::frontend::nameLanes(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *C = dyn_cast<IntrinsicInst>(&I);
    Intrinsic::ID Id = C ? withMask(C->getCalledFunction()->getName()) : Intrinsic::not_intrinsic;
    if (Id == Intrinsic::not_intrinsic)
      continue;
    IRBuilder<> B(C);
    CallInst *Mask = B.CreateIntrinsic(B.getInt32Ty(), Intrinsic::nvvm_activemask, {});
    Mask->setMetadata(TogetherMetadata, MDNode::get(F.getContext(), {}));
    SmallVector<Value *, 4> Args{Mask};
    append_range(Args, C->args());
    C->replaceAllUsesWith(B.CreateIntrinsic(C->getType(), Id, Args));
    C->eraseFromParent();
  }
}
