// SPDX-License-Identifier: Apache-2.0

#include "transform/barriers/UniformLoopIR.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"

using namespace llvm;

namespace cudafix::transform {

LoopClock::~LoopClock() {
  for (auto *Code : {&Test, &Advance})
    for (Instruction *I : reverse(*Code))
      if (!I->getParent())
        I->deleteValue();
}

void LoopClock::place(IRBuilderBase &B, std::vector<Instruction *> &Code) {
  for (Instruction *I : Code)
    B.Insert(I);
  Code.clear();
}

void LoopClock::start(IRBuilderBase &B) {
  for (const Counter &C : Counters)
    B.CreateStore(C.First, C.Slot);
}

Value *LoopClock::goesOn(IRBuilderBase &B) {
  place(B, Test);
  Value *Decision = Continue;
  return ContinueIf ? Decision : B.CreateNot(Decision);
}

void LoopClock::step(IRBuilderBase &B) {
  place(B, Advance);
  for (const Counter &C : Counters)
    B.CreateStore(C.Next, C.Slot);
}

/// Copies the condition of a loop and what it depends on.
class ClockMaker {
public:
  ClockMaker(BasicBlock *Header, ArrayRef<BasicBlock *> Blocks, const Region &R,
             function_ref<AllocaInst *(Type *)> MakeSlot)
      : Header(Header), MakeSlot(MakeSlot) {
    Loop.insert_range(Blocks);
    Inside.insert_range(R.Blocks);
  }

  std::optional<LoopClock> run() {
    auto *Br = dyn_cast<BranchInst>(Header->getTerminator());
    if (!Br || !Br->isConditional() ||
        Loop.contains(Br->getSuccessor(0)) == Loop.contains(Br->getSuccessor(1)))
      return std::nullopt;
    for (BasicBlock *B : Loop)
      if (B != Header && any_of(successors(B), [&](auto *S) { return !Loop.contains(S); }))
        return std::nullopt;
    if (!findCounters(Br->getCondition()))
      return std::nullopt;
    build(Br);
    return std::move(Clock);
  }

private:
  bool isKnownBefore(const Value *V) const {
    const auto *I = dyn_cast<Instruction>(V);
    return !I || !Inside.contains(I->getParent());
  }

  /// Collects the header's phis that `V` depends on; returns false if it depends on anything else.
  bool findCounters(Value *V) {
    if (isKnownBefore(V) || !Seen.insert(V).second)
      return true;
    auto *I = cast<Instruction>(V);
    if (!isa<PHINode>(I))
      return isSafeToSpeculativelyExecute(I) && !I->mayReadFromMemory() &&
             all_of(I->operands(), [&](Value *Op) { return findCounters(Op); });
    auto *Phi = cast<PHINode>(I);
    Value *First = nullptr, *Next = nullptr;
    for (auto [Block, In] : zip(Phi->blocks(), Phi->incoming_values())) {
      Value *&Kind = Loop.contains(Block) ? Next : First;
      if (Kind && Kind != In)
        return false;
      Kind = In;
    }
    if (Phi->getParent() != Header || !First || !Next || !isKnownBefore(First))
      return false;
    Phis.push_back({Phi, First, Next});
    return findCounters(Next);
  }

  /// A copy of `V` that reads counters from their slots; new instructions are added to `Code`.
  Value *copy(Value *V, DenseMap<Value *, Value *> &Copies, std::vector<Instruction *> &Code) {
    if (isKnownBefore(V))
      return V;
    if (Value *Known = Copies.lookup(V))
      return Known;
    Instruction *New;
    if (auto It = Slots.find(V); It != Slots.end()) {
      New = new LoadInst(V->getType(), It->second, "round", false, It->second->getAlign());
    } else {
      New = cast<Instruction>(V)->clone();
      New->dropDbgRecords();
      for (Use &Op : New->operands())
        Op.set(copy(Op, Copies, Code));
    }
    Code.push_back(New);
    return Copies[V] = New;
  }

  void build(BranchInst *Br) {
    for (auto &[Phi, First, Next] : Phis)
      Slots[Phi] = MakeSlot(Phi->getType());
    DenseMap<Value *, Value *> InTest, InAdvance;
    Clock.Continue = copy(Br->getCondition(), InTest, Clock.Test);
    Clock.ContinueIf = Loop.contains(Br->getSuccessor(0));
    for (auto &[Phi, First, Next] : Phis)
      Clock.Counters.push_back({Slots[Phi], First, copy(Next, InAdvance, Clock.Advance)});
  }

  struct HeaderPhi {
    PHINode *Phi;
    Value *First, *Next;
  };
  BasicBlock *Header;
  SmallPtrSet<BasicBlock *, 16> Loop, Inside;
  function_ref<AllocaInst *(Type *)> MakeSlot;
  SmallPtrSet<Value *, 16> Seen;
  SmallVector<HeaderPhi, 4> Phis;
  DenseMap<Value *, AllocaInst *> Slots;
  LoopClock Clock;
};

std::optional<LoopClock> makeClock(BasicBlock *Header, ArrayRef<BasicBlock *> Blocks,
                                   const Region &R, const BlockSet &Divergent,
                                   function_ref<AllocaInst *(Type *)> MakeSlot) {
  if (Divergent.contains(Header))
    return std::nullopt;
  return ClockMaker(Header, Blocks, R, MakeSlot).run();
}

} // namespace cudafix::transform
