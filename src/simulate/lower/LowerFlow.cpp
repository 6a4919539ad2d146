// SPDX-License-Identifier: Apache-2.0
//
// Reports control flow to the machine: counted blocks and branches, loop iterations, and barriers
// that threads passed by.
#include "frontend/Precompiled.h"
#include "frontend/Program.h"
#include "simulate/lower/Lowering.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include <map>

namespace cudafix::simulate {

using namespace llvm;

/// Reports blocks and branches as they are executed.
void Lowering::addCounters(Function &F) {
  Numbers.numberLoops(F);
  for (BasicBlock &BB : F) {
    unsigned Instructions = 0;
    const Instruction *Named = nullptr;
    for (Instruction &I : BB) {
      // The elements of a vector are separate registers.
      Instructions +=
          !isa<PHINode, ExtractElementInst, InsertElementInst>(I) && !I.isDebugOrPseudoInst();
      if (!Named && I.getDebugLoc() && !isa<PHINode>(I))
        Named = &I;
    }
    Instruction *End = BB.getTerminator();
    Site S;
    S.Kind = SiteKind::Block;
    S.Size = Instructions;
    S.Heads = Numbers.isHeader(&BB);
    if (&F == Kernel)
      KernelSteps.push_back(S.Size);
    IRBuilder<> B(&*BB.getFirstInsertionPt());
    if (&BB == &F.getEntryBlock())
      B.SetInsertPoint(&*BB.getFirstNonPHIOrDbgOrAlloca());
    call(B, "sim.branch", Void, {site(Named ? *Named : *End, S), B.getInt64(0)});
    Value *Decides = nullptr;
    if (auto *Br = dyn_cast<BranchInst>(End); Br && Br->isConditional())
      Decides = Br->getCondition();
    else if (auto *Sw = dyn_cast<SwitchInst>(End))
      Decides = Sw->getCondition();
    if (!Decides)
      continue;
    B.SetInsertPoint(End);
    call(B, "sim.branch", Void, {site(*End, SiteKind::Branch), B.CreateZExtOrTrunc(Decides, I64)});
  }
}

/// Reports every back edge to the machine, including those in code without accesses.
void Lowering::boundLoops(Function &F) {
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>> Ways;
  FindFunctionBackedges(F, Ways);
  SmallSetVector<const BasicBlock *, 8> Ends;
  for (auto &[From, To] : Ways)
    Ends.insert(From);
  for (const BasicBlock *End : Ends) {
    IRBuilder<> B(const_cast<BasicBlock *>(End)->getTerminator());
    call(B, "sim.turn", Void, {});
  }
}

static bool isCounter(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  const Function *F = Call ? Call->getCalledFunction() : nullptr;
  return F && F->getName() == "sim.branch";
}

/// Returns true if the block does nothing but leave the function.
static bool onlyReturns(const BasicBlock *BB) {
  for (const Instruction &I : *BB)
    if (!isa<PHINode, ReturnInst>(I) && !I.isDebugOrPseudoInst() && !isCounter(I))
      return false;
  return isa<ReturnInst>(BB->getTerminator());
}

/// Returns true if only a `return` statement before the end of the kernel follows.
static bool returns(const BasicBlock *BB) {
  for (SmallPtrSet<const BasicBlock *, 4> Seen; BB && Seen.insert(BB).second;
       BB = BB->getSingleSuccessor())
    if (BB->getTerminator()->hasMetadata(frontend::EarlyReturnMetadata))
      return true;
  return false;
}

/// Marks barriers under a condition: a thread that executes the code after one has passed its
/// chance to reach it. This does not apply to threads that leave a loop at the end of the kernel by
/// a `return` statement.
void Lowering::markMissedBarriers(Function &F) {
  PostDominatorTree Post(F);
  DominatorTree Dom(F);
  LoopInfo Loops(Dom);
  std::vector<std::pair<BasicBlock *, uint32_t>> Joins;
  std::map<llvm::Loop::Edge, std::vector<uint32_t>> Ends; // of loops
  for (auto &[I, Number] : BarrierSites) {
    BasicBlock *BB = I->getParent();
    if (BB->getParent() != &F || Post.dominates(BB, &F.getEntryBlock()))
      continue;
    llvm::Loop *Around = Loops.getLoopFor(BB);
    for (auto *Node = Post.getNode(BB); Node && Node->getBlock(); Node = Node->getIDom()) {
      BasicBlock *Join = Node->getBlock();
      if (Dom.dominates(BB, Join))
        continue;
      bool Turns = Dom.dominates(Join, BB); // the next turn of the loop joins them
      if (!Turns && !onlyReturns(Join)) {
        Joins.push_back({Join, Number});
        continue; // an outer condition may also have led past this one
      }
      if (!Around || (!Turns && Around->contains(Join)))
        break;
      SmallVector<llvm::Loop::Edge> Exits;
      Around->getOutermostLoop()->getExitEdges(Exits);
      for (llvm::Loop::Edge E : Exits)
        if (!returns(E.second))
          Ends[E].push_back(Number);
      break;
    }
  }
  auto Mark = [&](BasicBlock *At, uint32_t Number) {
    IRBuilder<> B(&*At->getFirstInsertionPt());
    call(B, "sim.missed", Void, {B.getInt32(Number)});
  };
  for (auto &[Join, Number] : Joins)
    Mark(Join, Number);
  for (auto &[Edge, Numbers] : Ends) {
    BasicBlock *At = SplitEdge(Edge.first, Edge.second);
    for (uint32_t Number : Numbers)
      Mark(At, Number);
  }
}

} // namespace cudafix::simulate
