// SPDX-License-Identifier: Apache-2.0
//
// Calls into which assembly is lowered although LLVM has intrinsics for them.

#include "frontend/ptx/AsmLowering.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace cudafix::frontend;

static CallInst *callOf(IRBuilder<> &B, StringRef Name, ArrayRef<Value *> Args, Type *Result) {
  SmallVector<Type *, 2> Types;
  for (Value *A : Args)
    Types.push_back(A->getType());
  auto *Of = FunctionType::get(Result, Types, /*isVarArg=*/false);
  return B.CreateCall(B.GetInsertBlock()->getModule()->getOrInsertFunction(Name, Of), Args);
}

static void replaceIntrinsic(CallInst &C, StringRef Name) {
  IRBuilder<> B(&C);
  Value *New = nullptr;
  auto Generic = [&] { return B.CreateAddrSpaceCast(C.getArgOperand(0), B.getPtrTy()); };
  if (Name.consume_front("barrier.cluster.")) {
    if (Name.starts_with("arrive"))
      callOf(B, "__cudafix_cluster_arrive", {B.getInt32(Name.contains("relaxed"))}, B.getVoidTy());
    else
      callOf(B, "__cudafix_cluster_wait", {}, B.getVoidTy());
  } else if (Name.starts_with("mapa")) {
    New = callOf(B, "__cudafix_map_shared", {Generic(), C.getArgOperand(1)}, B.getPtrTy());
    if (New->getType() != C.getType())
      New = B.CreateAddrSpaceCast(New, C.getType());
  } else if (Name.starts_with("getctarank")) {
    New = callOf(B, "__cudafix_shared_rank", {Generic()}, B.getInt32Ty());
  } else {
    return;
  }
  if (New)
    C.replaceAllUsesWith(New);
  C.eraseFromParent();
}

static StringRef nameOf(const Instruction *I) {
  auto *C = dyn_cast_or_null<CallInst>(I);
  const Function *F = C ? C->getCalledFunction() : nullptr;
  return F ? F->getName() : "";
}

void cudafix::frontend::replaceClusterIntrinsics(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (StringRef Name = nameOf(&I); Name.consume_front("llvm.nvvm."))
      replaceIntrinsic(cast<CallInst>(I), Name);
}
