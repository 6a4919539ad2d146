// SPDX-License-Identifier: Apache-2.0
#include "frontend/values/Exchanges.h"
#include "llvm/ADT/PointerIntPair.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace cudafix::frontend {

/// Operands: mask, value, lane, clamp.
static const CallBase *wholeWarpShuffle(const Value *V) {
  auto *Call = dyn_cast<CallBase>(V);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  if (!Callee || !Callee->getName().starts_with("llvm.nvvm.shfl.sync."))
    return nullptr;
  auto *Mask = dyn_cast<ConstantInt>(Call->getArgOperand(0));
  return Mask && Mask->isMinusOne() ? Call : nullptr;
}

Exchanges::Exchanges(Function &F, const DominatorTree &DT, const LoopInfo &LI)
    : DT(DT), LI(LI), PDT(F) {
  for (const Instruction &I : instructions(F))
    if (const CallBase *Shuffle = wholeWarpShuffle(&I))
      Shuffles.push_back(Shuffle);
}

/// `for (i = 1; i < 32; ...)`: returns true if the test at the header holds for the initial values.
static bool isEntered(const Loop &L) {
  auto *Br = dyn_cast<BranchInst>(L.getHeader()->getTerminator());
  auto *Test = Br && Br->isConditional() ? dyn_cast<ICmpInst>(Br->getCondition()) : nullptr;
  const BasicBlock *Before = L.getLoopPreheader();
  if (!Br || !Before)
    return false;
  if (!Br->isConditional() || (L.contains(Br->getSuccessor(0)) && L.contains(Br->getSuccessor(1))))
    return true; // tested at its end
  auto First = [&](const Value *V) {
    auto *Phi = dyn_cast<PHINode>(V);
    if (Phi && Phi->getParent() == L.getHeader())
      V = Phi->getIncomingValueForBlock(Before);
    return dyn_cast<ConstantInt>(V);
  };
  const ConstantInt *A = Test ? First(Test->getOperand(0)) : nullptr;
  const ConstantInt *B = Test ? First(Test->getOperand(1)) : nullptr;
  return A && B &&
         ICmpInst::compare(A->getValue(), B->getValue(), Test->getPredicate()) ==
             L.contains(Br->getSuccessor(0));
}

/// Returns true if every lane that reaches the store has passed the shuffle, and every lane that
/// has read reaches it, so that the whole warp does, and none has already passed the store.
bool Exchanges::comesFirst(const CallBase &Shuffle, const Instruction &Read,
                           const StoreInst &Write) const {
  const BasicBlock *At = Shuffle.getParent();
  for (const Loop *L = LI.getLoopFor(At); L && !L->contains(&Write); L = L->getParentLoop()) {
    const BasicBlock *Latch = L->getLoopLatch();
    SmallVector<BasicBlock *, 4> Exiting; // except the header, from which no lane exits at first
    L->getExitingBlocks(Exiting);
    bool Early = any_of(
        Exiting, [&](const BasicBlock *B) { return B != L->getHeader() && !DT.dominates(At, B); });
    if (L->contains(&Read) || !Latch || Early || !DT.dominates(At, Latch) || !isEntered(*L))
      return false;
    At = L->getHeader();
  }
  if (At == Shuffle.getParent() ? DT.dominates(&Shuffle, &Write)
                                : DT.dominates(At, Write.getParent()))
    return true;
  return PDT.dominates(At, Read.getParent()) &&
         isPotentiallyReachable(&Read, &Shuffle, nullptr, &DT, &LI) &&
         !isPotentiallyReachable(&Write, &Shuffle, nullptr, &DT, &LI);
}

/// Loads of the variable of the thread into which the store writes.
static SmallVector<const LoadInst *, 8> loadsOf(const StoreInst &Store) {
  SmallVector<const LoadInst *, 8> Loads;
  const auto *Variable = dyn_cast<AllocaInst>(getUnderlyingObject(Store.getPointerOperand()));
  SmallSetVector<const Value *, 16> Pointers;
  if (Variable)
    Pointers.insert(Variable);
  for (size_t I = 0; I < Pointers.size(); ++I)
    for (const User *U : Pointers[I]->users()) {
      if (auto *L = dyn_cast<LoadInst>(U))
        Loads.push_back(L);
      else if (U->getType()->isPointerTy() && getUnderlyingObject(U) == Variable)
        Pointers.insert(U);
    }
  return Loads;
}

bool Exchanges::between(const Instruction &Read, const StoreInst &Write) const {
  if (Shuffles.empty())
    return false;
  for (const Loop *L = LI.getLoopFor(Read.getParent()); L; L = L->getParentLoop())
    if (L->contains(&Write))
      return false;
  constexpr size_t MostValues = 16384;
  // Values that depend on the read value; the flag marks those that also depend on an exchange.
  using Fact = PointerIntPair<const Value *, 1, bool>;
  SmallSetVector<Fact, 32> Reached;
  Reached.insert(Fact(&Read, false));
  for (size_t I = 0; I < Reached.size() && Reached.size() < MostValues; ++I) {
    bool Exchanged = Reached[I].getInt();
    for (const Use &U : Reached[I].getPointer()->uses()) {
      const User *By = U.getUser();
      if (By == &Write && U.getOperandNo() == 0 && Exchanged)
        return true;
      if (auto *Kept = dyn_cast<StoreInst>(By); Kept && U.getOperandNo() == 0)
        for (const LoadInst *Back : loadsOf(*Kept))
          Reached.insert(Fact(Back, Exchanged));
      const CallBase *Shuffle = wholeWarpShuffle(By);
      bool Waits = Shuffle && U.getOperandNo() == 1 && comesFirst(*Shuffle, Read, Write);
      if (!By->getType()->isVoidTy())
        Reached.insert(Fact(By, Exchanged || Waits));
      for (const CallBase *Later : Waits ? ArrayRef(Shuffles) : ArrayRef<const CallBase *>())
        if (DT.dominates(Shuffle, Later)) // shuffles keep their order
          Reached.insert(Fact(Later, true));
    }
  }
  return false;
}

} // namespace cudafix::frontend
