// SPDX-License-Identifier: Apache-2.0

#include "transform/barriers/Lineariser.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace cudafix::transform {

//===-- Preparation ---------------------------------------------------------------------===//

BasicBlock *Lineariser::newBlock(const Twine &Name) {
  return BasicBlock::Create(F.getContext(), Name, &F, R.End);
}

AllocaInst *Lineariser::makeSlot(Type *T, const Twine &Name) {
  IRBuilder<> B(&F.getEntryBlock(), F.getEntryBlock().begin());
  return Slots.emplace_back(B.CreateAlloca(T, nullptr, Name));
}

/// Splits a block before an instruction; the new block stays in the region.
BasicBlock *Lineariser::split(Instruction *Before) {
  BasicBlock *Old = Before->getParent();
  BasicBlock *New = Old->splitBasicBlock(Before->getIterator(), Old->getName() + ".after");
  R.Blocks.insert(std::next(find(R.Blocks, Old)), New);
  return New;
}

void Lineariser::addPoint(Instruction *Before, BarrierScope Scope) {
  LiftedBarrier L;
  L.Scope = Scope;
  L.Loc = Before->getDebugLoc();
  Starts[split(Before)] = L;
}

void Lineariser::lift(CallInst *Barrier, BarrierScope Scope) {
  LiftedBarrier L;
  L.Scope = Scope;
  L.Op = blockBarrier(*Barrier).value_or(BarrierReduction::None);
  L.Loc = Barrier->getDebugLoc();
  BasicBlock *Behind = split(Barrier);
  if (L.Op != BarrierReduction::None) {
    L.Predicate = makeSlot(Type::getInt1Ty(F.getContext()), "predicate");
    L.Result = makeSlot(Barrier->getType(), "result");
    new StoreInst(Barrier->getArgOperand(1), L.Predicate,
                  Behind->getSinglePredecessor()->getTerminator()->getIterator());
    IRBuilder<> B(Barrier);
    Barrier->replaceAllUsesWith(B.CreateLoad(Barrier->getType(), L.Result));
  }
  Barrier->eraseFromParent();
  Starts[Behind] = L;
}

/// Makes clocks for loops with a barrier inside, while values are still in registers.
void Lineariser::findClocks() {
  DominatorTree DT(F);
  LoopInfo LI(DT);
  SmallPtrSet<BasicBlock *, 16> Inside;
  Inside.insert_range(R.Blocks);
  for (Loop *L : LI.getLoopsInPreorder()) {
    bool Whole = all_of(L->blocks(), [&](auto *B) { return Inside.contains(B); });
    if (!Whole || none_of(L->blocks(), [&](auto *B) { return Starts.contains(B); }))
      continue;
    auto MakeSlot = [&](Type *T) { return makeSlot(T, "round"); };
    if (auto C = makeClock(L->getHeader(), L->getBlocks(), R, Divergent, MakeSlot))
      Clocks[L->getHeader()] = std::move(*C);
  }
}

/// Returns true if the value is read in another block, or by a phi.
static bool escapes(const Instruction &I) {
  return any_of(I.users(), [&](const User *U) {
    const auto *User = cast<Instruction>(U);
    return User->getParent() != I.getParent() || isa<PHINode>(User);
  });
}

/// Moves every value that crosses blocks of the region, and its phis, into stack slots.
Error Lineariser::demoteValues() {
  SmallVector<Instruction *, 32> Values;
  for (BasicBlock *B : R.Blocks) {
    for (Instruction &I : *B) {
      I.dropDbgRecords();
      if (!I.getType()->isVoidTy() && escapes(I)) {
        if (I.getType()->isTokenTy() || I.isTerminator())
          return createStringError("a value of the region cannot be kept in memory");
        Values.push_back(&I);
      }
    }
  }
  for (Instruction *I : Values)
    if (AllocaInst *Slot = DemoteRegToStack(*I))
      Slots.push_back(Slot);
  SmallVector<PHINode *, 16> Phis;
  SmallVector<BasicBlock *, 16> Targets(R.Blocks);
  Targets.push_back(R.End);
  for (BasicBlock *B : Targets)
    for (PHINode &Phi : B->phis())
      Phis.push_back(&Phi);
  for (PHINode *Phi : Phis)
    if (AllocaInst *Slot = DemotePHIToStack(Phi))
      Slots.push_back(Slot);
  return Error::success();
}

/// The flag of a block: set if this thread continues there.
AllocaInst *Lineariser::flagOf(BasicBlock *B) {
  AllocaInst *&Flag = Flags[B];
  if (!Flag)
    Flag = makeSlot(Type::getInt1Ty(F.getContext()), B->getName() + ".enter");
  return Flag;
}

//===-- Layout --------------------------------------------------------------------------===//

/// A block that sets the flag of `Target` and goes to `End`.
BasicBlock *Lineariser::raise(BasicBlock *Target, BasicBlock *End) {
  if (Target == R.End)
    return End;
  BasicBlock *&Block = Raised[{Target, End}];
  if (Block)
    return Block;
  Block = newBlock(Target->getName() + ".raise");
  IRBuilder<> B(Block);
  B.CreateStore(B.getTrue(), flagOf(Target));
  B.CreateBr(End);
  return Block;
}

void Lineariser::cutEdges(BasicBlock *B, BasicBlock *End,
                          function_ref<bool(const BasicBlock *)> Stays) {
  Instruction *Term = B->getTerminator();
  for (unsigned I = 0; I < Term->getNumSuccessors(); ++I)
    if (BasicBlock *To = Term->getSuccessor(I); !Stays(To)) {
      Term->setSuccessor(I, raise(To, End));
      Term->setMetadata(LLVMContext::MD_loop, nullptr);
      if (Term->getNumSuccessors() == 1)
        Term->setDebugLoc(DebugLoc()); // it is no longer the jump in the source
    }
}

/// Branches from `From` to the block whose flag is set, else to `End`.
void Lineariser::dispatch(ArrayRef<BasicBlock *> Entries, BasicBlock *From, BasicBlock *End) {
  IRBuilder<> B(From);
  for (BasicBlock *Entry : Entries) {
    AllocaInst *Flag = flagOf(Entry);
    BasicBlock *Enter = newBlock(Entry->getName() + ".guard");
    BasicBlock *Next = newBlock("skip");
    B.CreateCondBr(B.CreateLoad(B.getInt1Ty(), Flag), Enter, Next);
    B.SetInsertPoint(Enter);
    B.CreateStore(B.getFalse(), Flag);
    B.CreateBr(Entry);
    B.SetInsertPoint(Next);
  }
  B.CreateBr(End);
}

static Constant *neutral(BarrierReduction Op, LLVMContext &C) {
  return ConstantInt::getBool(C, Op == BarrierReduction::And);
}

/// Places the barriers before a segment: one for all that exclude each other.
void Lineariser::placeGroup(const Schedule &S, unsigned Segment, BasicBlock *At) {
  IRBuilder<> B(At);
  const LiftedBarrier *Plain = nullptr;
  bool Reduced = false;
  for (const ScheduleNode &N : S.Nodes) {
    if (!N.Point || N.Segment != Segment)
      continue;
    const LiftedBarrier &L = Starts[N.Blocks.front()];
    if (L.Op == BarrierReduction::None) {
      if (!Plain || L.Scope == BarrierScope::Block)
        Plain = &L;
      continue;
    }
    B.SetCurrentDebugLocation(L.Loc);
    B.CreateStore(createReduction(B, L.Op, B.CreateLoad(B.getInt1Ty(), L.Predicate)), L.Result);
    B.CreateStore(neutral(L.Op, B.getContext()), L.Predicate);
    Reduced = true;
  }
  if (!Plain || Reduced)
    return;
  B.SetCurrentDebugLocation(Plain->Loc);
  createBarrier(B, Plain->Scope);
}

BarrierScope Lineariser::scopeOf(const ScheduleNode &Loop) const {
  bool Block = any_of(Loop.Blocks, [&](BasicBlock *B) {
    auto It = Starts.find(B);
    return It != Starts.end() && It->second.Scope == BarrierScope::Block;
  });
  return Block ? BarrierScope::Block : BarrierScope::Warp;
}

/// A condition: this thread is about to enter one of the blocks.
Value *Lineariser::isBefore(IRBuilderBase &B, ArrayRef<BasicBlock *> Blocks) {
  Value *Any = B.getFalse();
  for (BasicBlock *Block : Blocks)
    Any = B.CreateOr(Any, B.CreateLoad(B.getInt1Ty(), flagOf(Block)));
  return Any;
}

/// Builds a loop that all threads run while any of them is in it; returns the block after the loop,
/// still without a terminator.
BasicBlock *Lineariser::openLoop(const ScheduleNode &Loop, BasicBlock *From) {
  SmallVector<BasicBlock *, 2> Entries;
  copy_if(Loop.Blocks, std::back_inserter(Entries), [&](auto *B) { return Flags.contains(B); });
  BasicBlock *Header = Entries.front();
  bool HeaderEnds =
      any_of(successors(Header), [&](auto *S) { return !is_contained(Loop.Blocks, S); });
  if (Entries.size() == 1 && HeaderEnds && !Starts.contains(Header))
    return testedLoop(Loop, Header, From);

  BasicBlock *Head = newBlock(Header->getName() + ".any");
  BasicBlock *Body = newBlock(Header->getName() + ".round");
  BasicBlock *Out = newBlock(Header->getName() + ".done");
  IRBuilder<>(From).CreateBr(Head);
  IRBuilder<> B(Head);
  B.SetCurrentDebugLocation(Header->getTerminator()->getDebugLoc());
  B.CreateCondBr(createAny(B, scopeOf(Loop), isBefore(B, Entries)), Body, Out);
  layOut(Loop.Blocks, Header, Body, Head);
  return Out;
}

/// Like openLoop, for a loop that ends at its header: the header runs first in each round; then all
/// threads decide whether the round continues, by the loop's clock if it has one, else by a vote.
BasicBlock *Lineariser::testedLoop(const ScheduleNode &Loop, BasicBlock *Header, BasicBlock *From) {
  BasicBlock *Head = newBlock(Header->getName() + ".round");
  BasicBlock *Test = newBlock(Header->getName() + ".test");
  BasicBlock *Body = newBlock(Header->getName() + ".body");
  BasicBlock *Next = newBlock(Header->getName() + ".next");
  BasicBlock *Out = newBlock(Header->getName() + ".done");
  auto Clock = Clocks.find(Header);
  bool HasClock = Clock != Clocks.end();
  SmallVector<BasicBlock *, 4> Inner;
  for (BasicBlock *B : successors(Header))
    if (is_contained(Loop.Blocks, B) && !is_contained(Inner, B))
      Inner.push_back(B);

  IRBuilder<> B(From);
  if (HasClock)
    Clock->second.start(B);
  B.CreateBr(Head);
  cutEdges(Header, Test, [](auto *) { return false; });
  dispatch(Header, Head, Test);
  B.SetInsertPoint(Test);
  B.SetCurrentDebugLocation(Header->getTerminator()->getDebugLoc());
  Value *GoesOn =
      HasClock ? Clock->second.goesOn(B) : createAny(B, scopeOf(Loop), isBefore(B, Inner));
  B.CreateCondBr(GoesOn, Body, Out);

  SmallVector<BasicBlock *, 8> Rest;
  copy_if(Loop.Blocks, std::back_inserter(Rest), [&](auto *B) { return B != Header; });
  layOut(Rest, Header, Body, Next);
  B.SetInsertPoint(Next);
  if (HasClock)
    Clock->second.step(B);
  B.CreateBr(Head);
  return Out;
}

/// Lays out a level. `Header`: the block that starts the next round of the loop, or null. `Head`:
/// the block from which threads come with their flags set; null: they come from the region's entry.
void Lineariser::layOut(ArrayRef<BasicBlock *> Blocks, BasicBlock *Header, BasicBlock *Head,
                        BasicBlock *After) {
  Schedule S = scheduleLevel(Blocks, Header,
                             [&](auto *B) { return Starts.contains(const_cast<BasicBlock *>(B)); });
  SmallVector<BasicBlock *, 4> Ends;
  for (unsigned I = 0; I < S.Segments; ++I)
    Ends.push_back(newBlock("stable"));
  auto CutFrom = [&](BasicBlock *B, unsigned Segment) {
    cutEdges(B, Ends[Segment], [&](const BasicBlock *To) {
      auto It = S.NodeOf.find(To);
      return It != S.NodeOf.end() && To != Header && !S.Nodes[It->second].Open &&
             S.Nodes[It->second].Segment == Segment;
    });
  };
  if (Header)
    flagOf(Header); // an inner loop may still raise it
  if (!Head)
    CutFrom(R.Entry, 0);
  for (const ScheduleNode &N : S.Nodes)
    if (!N.Open)
      for (BasicBlock *B : N.Blocks)
        CutFrom(B, N.Segment);

  for (unsigned Segment = 0; Segment < S.Segments; ++Segment) {
    BasicBlock *From = Segment == 0 ? Head : Ends[Segment - 1];
    if (Segment > 0)
      placeGroup(S, Segment, From);
    for (const ScheduleNode &N : S.Nodes)
      if (N.Open && N.Segment == Segment)
        From = openLoop(N, From);
    if (!From)
      continue;
    SmallVector<BasicBlock *, 4> Entries;
    for (BasicBlock *B : Blocks)
      if (const ScheduleNode &N = S.Nodes[S.NodeOf.lookup(B)];
          !N.Open && N.Segment == Segment && Flags.contains(B))
        Entries.push_back(B);
    dispatch(Entries, From, Ends[Segment]);
  }
  IRBuilder<>(Ends.back()).CreateBr(After);
}

/// Clears flags and sets predicates to neutral values whenever the region is entered.
void Lineariser::initialiseSlots() {
  IRBuilder<> B(R.Entry->getTerminator());
  for (auto &[Block, Flag] : Flags)
    B.CreateStore(B.getFalse(), Flag);
  for (auto &[Block, L] : Starts)
    if (L.Predicate)
      B.CreateStore(neutral(L.Op, B.getContext()), L.Predicate);
}

Error Lineariser::run() {
  findClocks();
  if (Error E = demoteValues())
    return E;
  layOut(R.Blocks, nullptr, nullptr, R.End);
  initialiseSlots();
  DominatorTree DT(F);
  PromoteMemToReg(Slots, DT);
  return Error::success();
}

} // namespace cudafix::transform
