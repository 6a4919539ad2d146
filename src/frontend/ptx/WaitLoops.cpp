// SPDX-License-Identifier: Apache-2.0
//
// `while (!try_wait(bar, parity)) {}` is a wait for the mbarrier, in whatever form it is written.

#include "frontend/ptx/AsmLowering.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace cudafix;
using namespace cudafix::frontend;

/// The wait without a time limit that corresponds to the test; empty: the call is not such a test.
static StringRef waitOf(const CallBase &Call) {
  const Function *F = Call.getCalledFunction();
  return StringSwitch<StringRef>(F ? F->getName() : "")
      .Case("__cudafix_mbarrier_test", "__cudafix_mbarrier_wait")
      .Case("__cudafix_barrier_test", "__cudafix_barrier_wait")
      .Case("__cudafix_barrier_test_parity", "__cudafix_barrier_wait_parity")
      .Default("");
}

/// Returns true for an instruction that only computes a value from values.
static bool isPure(const Instruction &I) {
  if (auto *Call = dyn_cast<CallBase>(&I)) {
    const Function *F = Call->getCalledFunction();
    const bool Addresses =
        F && (F->getName() == "__cudafix_shared_at" || F->getName() == "__cudafix_map_shared");
    return F && (Addresses || F->isIntrinsic()) &&
           (Call->doesNotAccessMemory() || I.isDebugOrPseudoInst() || Addresses ||
            F->getIntrinsicID() == Intrinsic::nvvm_nanosleep || I.isLifetimeStartOrEnd());
  }
  return !I.mayReadOrWriteMemory() && !I.mayHaveSideEffects();
}

namespace {

/// One turn of a loop in which the test fails.
class VainTurn {
public:
  explicit VainTurn(const Loop &L) : L(L) {}
  /// The test, if the turn does nothing else and changes nothing; else null.
  CallInst *test();

private:
  Constant *value(Value *V, unsigned Depth = 0);

  const Loop &L;
  CallInst *Test = nullptr;
};

} // namespace

/// The value in this turn, if it is known.
Constant *VainTurn::value(Value *V, unsigned Depth) {
  if (auto *C = dyn_cast<Constant>(V))
    return C;
  if (V == Test)
    return ConstantInt::getFalse(V->getContext());
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !L.contains(I) || Depth == 16)
    return nullptr;
  if (auto *Phi = dyn_cast<PHINode>(I)) {
    BasicBlock *Before = L.getLoopPredecessor();
    if (Phi->getParent() == L.getHeader())
      return Before ? dyn_cast<Constant>(Phi->getIncomingValueForBlock(Before)) : nullptr;
    return Phi->getNumIncomingValues() == 1 ? value(Phi->getIncomingValue(0), Depth + 1) : nullptr;
  }
  if (isa<CallBase>(I))
    return nullptr;
  if (auto *S = dyn_cast<SelectInst>(I)) {
    Constant *If = value(S->getCondition(), Depth + 1);
    return !If ? nullptr
               : value(If->isNullValue() ? S->getFalseValue() : S->getTrueValue(), Depth + 1);
  }
  SmallVector<Constant *, 4> Operands;
  for (Value *O : I->operands()) {
    Operands.push_back(value(O, Depth + 1));
    if (!Operands.back())
      return nullptr;
  }
  return ConstantFoldInstOperands(I, Operands, I->getDataLayout());
}

CallInst *VainTurn::test() {
  BasicBlock *Latch = L.getLoopLatch();
  if (!Latch)
    return nullptr;
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB) {
      auto *Call = dyn_cast<CallInst>(&I);
      if (Call && !waitOf(*Call).empty()) {
        if (Test)
          return nullptr;
        Test = Call;
      } else if (!I.isTerminator() && !isPure(I)) {
        return nullptr;
      }
    }
  if (!Test)
    return nullptr;
  // If nothing changes, all turns take the same path, which must lead back past the test.
  bool Tested = false;
  const BasicBlock *BB = L.getHeader();
  for (unsigned Steps = 0; Steps <= L.getNumBlocks(); ++Steps) {
    Tested |= BB == Test->getParent();
    auto *Br = dyn_cast<BranchInst>(BB->getTerminator());
    if (!Br)
      return nullptr;
    const BasicBlock *Next = Br->getSuccessor(0);
    if (Br->isConditional()) {
      Constant *If = value(Br->getCondition());
      if (!isa_and_nonnull<ConstantInt>(If))
        return nullptr;
      Next = Br->getSuccessor(If->isNullValue() ? 1 : 0);
    }
    if (!L.contains(Next))
      return nullptr;
    if (Next == L.getHeader())
      break;
    BB = Next;
  }
  if (BB != Latch || !Tested)
    return nullptr;
  for (PHINode &Phi : L.getHeader()->phis()) {
    Constant *Old = value(&Phi);
    if (!Old || value(Phi.getIncomingValueForBlock(Latch)) != Old)
      return nullptr;
  }
  return Test;
}

/// Replaces the test by a wait, which always succeeds.
static void makeWait(CallInst &Test) {
  IRBuilder<> B(&Test);
  SmallVector<Value *, 3> Args(Test.args());
  SmallVector<Type *, 3> Types;
  for (Value *A : Args)
    Types.push_back(A->getType());
  auto *Type = FunctionType::get(B.getVoidTy(), Types, /*isVarArg=*/false);
  CallInst *Wait = B.CreateCall(Test.getModule()->getOrInsertFunction(waitOf(Test), Type), Args);
  Wait->copyMetadata(Test);
  Wait->setDebugLoc(Test.getDebugLoc());
  Test.replaceAllUsesWith(B.getTrue());
  Test.eraseFromParent();
}

bool frontend::joinWaitLoops(Function &F) {
  DominatorTree Dominators(F);
  LoopInfo Loops(Dominators);
  SmallVector<CallInst *, 4> Tests;
  for (Loop *L : Loops.getLoopsInPreorder())
    if (L->isInnermost())
      if (CallInst *Test = VainTurn(*L).test())
        Tests.push_back(Test);
  for (CallInst *Test : Tests)
    makeWait(*Test);
  return !Tests.empty();
}
