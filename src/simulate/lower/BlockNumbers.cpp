// SPDX-License-Identifier: Apache-2.0
#include "simulate/lower/BlockNumbers.h"
#include "frontend/Precompiled.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace cudafix::simulate {

using namespace llvm;

void BlockNumbers::numberLoops(Function &F) {
  DominatorTree Dom(F);
  LoopInfo Loops(Dom);
  DenseMap<const llvm::Loop *, uint32_t> Numbers;
  for (llvm::Loop *L : Loops.getLoopsInPreorder()) {
    Numbers[L] = Around.size();
    Around.push_back(Numbers.lookup(L->getParentLoop()));
    Headers.insert(L->getHeader());
  }
  for (BasicBlock &BB : F)
    LoopOf[&BB] = Numbers.lookup(Loops.getLoopFor(&BB));
}

void BlockNumbers::numberBlocks(Function &F) {
  SplitAllCriticalEdges(F);
  for (BasicBlock &BB : F)
    BlockOf[&BB] = Blocks++;
}

void BlockNumbers::addCoverage(Module &M) const {
  Type *Bytes = ArrayType::get(Type::getInt8Ty(M.getContext()), Blocks);
  auto *Covered = new GlobalVariable(M, Bytes, /*isConstant=*/false, GlobalValue::ExternalLinkage,
                                     Constant::getNullValue(Bytes), CoverageName);
  for (Function &F : M)
    for (BasicBlock &BB : F)
      if (uint32_t Number = BlockOf.lookup(&BB)) {
        IRBuilder<> B(&*BB.getFirstNonPHIOrDbgOrAlloca());
        B.CreateStore(B.getInt8(1), B.CreateConstInBoundsGEP2_32(Bytes, Covered, 0, Number));
      }
}

} // namespace cudafix::simulate
