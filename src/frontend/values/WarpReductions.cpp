// SPDX-License-Identifier: Apache-2.0

#include "frontend/values/WarpReductions.h"
#include "frontend/Calls.h"
#include "frontend/values/Tournament.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace cudafix::frontend;

static constexpr unsigned AllMasks = WarpReductions::WholeWarp, MaxDepth = 64;

/// The exchange with lane `l ^ Distance` among all lanes of the warp, or null.
static const IntrinsicInst *butterfly(const Value *V) {
  auto *I = dyn_cast<IntrinsicInst>(V);
  if (!I || (I->getIntrinsicID() != Intrinsic::nvvm_shfl_sync_bfly_i32 &&
             I->getIntrinsicID() != Intrinsic::nvvm_shfl_sync_bfly_f32))
    return nullptr;
  return namesWholeWarp(I->getArgOperand(0)) ? I : nullptr;
}

/// The size of the segments within which values are exchanged: if the other lane is outside, a lane
/// gets its own value. 0: not known.
static unsigned segment(const IntrinsicInst &Exchange) {
  auto *Clamp = dyn_cast<ConstantInt>(Exchange.getArgOperand(3));
  return Clamp ? 32 - (Clamp->getZExtValue() >> 8 & 31) : 0;
}

/// The size of segments whose lanes all get the value of one fixed lane of the segment; 0: it is
/// not such a value.
static unsigned broadcast(const Value &V) {
  auto *I = dyn_cast<IntrinsicInst>(&V);
  if (!I || (I->getIntrinsicID() != Intrinsic::nvvm_shfl_sync_idx_i32 &&
             I->getIntrinsicID() != Intrinsic::nvvm_shfl_sync_idx_f32))
    return 0;
  return namesWholeWarp(I->getArgOperand(0)) && isa<ConstantInt>(I->getArgOperand(2)) ? segment(*I)
                                                                                      : 0;
}

/// Returns true if `V` is the value `Of`, or a part of its bits.
static bool isPartOf(const Value *V, const Value *Of) {
  while (V != Of) {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || !(isa<CastInst>(I) || match(I, m_LShr(m_Value(), m_ConstantInt()))))
      return false;
    V = I->getOperand(0);
  }
  return true;
}

Exchange cudafix::frontend::exchangeOf(const Value *Exchanged, const Value *Of, unsigned Depth) {
  if (Depth > 8)
    return {};
  if (const IntrinsicInst *I = butterfly(Exchanged))
    return isPartOf(I->getArgOperand(1), Of) ? Exchange{I->getArgOperand(2), segment(*I), Of}
                                             : Exchange{};
  const Value *A, *B;
  if (match(Exchanged, m_Or(m_Value(A), m_Value(B)))) {
    const Exchange First = exchangeOf(A, Of, Depth + 1), Second = exchangeOf(B, Of, Depth + 1);
    return First.Distance == Second.Distance && First.Segment == Second.Segment ? First
                                                                                : Exchange{};
  }
  if (isa<CastInst>(Exchanged) || match(Exchanged, m_Shl(m_Value(), m_ConstantInt())))
    return exchangeOf(cast<Instruction>(Exchanged)->getOperand(0), Of, Depth + 1);
  return {};
}

/// The operands of a commutative operation.
static std::pair<const Value *, const Value *> commutative(const Value *V) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return {};
  if (I->isCommutative() && I->getNumOperands() >= 2)
    return {I->getOperand(0), I->getOperand(1)};
  if (auto *S = dyn_cast<SelectInst>(I)) {
    auto *C = dyn_cast<CmpInst>(S->getCondition());
    const Value *A = S->getTrueValue(), *B = S->getFalseValue();
    if (C && C->isRelational() && is_contained(C->operands(), A) && is_contained(C->operands(), B))
      return {A, B};
  }
  auto *C = dyn_cast<CallInst>(I);
  const Function *Callee = C ? C->getCalledFunction() : nullptr;
  static constexpr StringLiteral Symmetric[] = {
      "__nv_fmaxf", "__nv_fminf", "__nv_fmax",  "__nv_fmin",  "__nv_max",    "__nv_min",
      "__nv_umax",  "__nv_umin",  "__nv_llmax", "__nv_llmin", "__nv_ullmax", "__nv_ullmin",
      "fmaxf",      "fminf",      "fmax",       "fmin"};
  if (Callee && is_contained(Symmetric, Callee->getName()))
    return {C->getArgOperand(0), C->getArgOperand(1)};
  return {};
}

/// The exchange whose result the operation combines with the thread's own value.
static Exchange exchange(const Value *V) {
  auto [A, B] = commutative(V);
  if (!A)
    return {};
  const Exchange First = exchangeOf(B, A);
  return First.Distance ? First : exchangeOf(A, B);
}

/// Those distances that stay within the segments of an exchange.
static unsigned within(unsigned Distances, unsigned Segment) {
  return Segment ? Distances & (Segment - 1) : 0;
}

/// The distances that a variable takes in the loop's turns; 0 if not known.
static unsigned distancesIn(const PHINode &M, const llvm::Loop &L) {
  const BasicBlock *Pre = L.getLoopPreheader(), *Latch = L.getLoopLatch();
  auto *Exit = dyn_cast<BranchInst>(L.getHeader()->getTerminator());
  if (!Pre || !Latch || !Exit || !Exit->isConditional() || L.getExitingBlock() != L.getHeader() ||
      M.getParent() != L.getHeader())
    return 0;
  auto *Value = dyn_cast<ConstantInt>(M.getIncomingValueForBlock(Pre));
  auto *Step = dyn_cast<BinaryOperator>(M.getIncomingValueForBlock(Latch));
  auto *Test = dyn_cast<ICmpInst>(Exit->getCondition());
  if (!Value || !Step || !Test || Step->getOperand(0) != &M || Test->getOperand(0) != &M ||
      !isa<ConstantInt>(Step->getOperand(1)) || !isa<ConstantInt>(Test->getOperand(1)))
    return 0;
  unsigned Seen = 0;
  for (unsigned Round = 0; Round < 8; ++Round) {
    bool Holds =
        ICmpInst::compare(Value->getValue(), cast<ConstantInt>(Test->getOperand(1))->getValue(),
                          Test->getPredicate());
    if (L.contains(Exit->getSuccessor(Holds ? 0 : 1)) == false)
      return Seen;
    if (!Value->getValue().isPowerOf2() || Value->getValue().ugt(16))
      return 0;
    Seen |= Value->getZExtValue();
    Value = dyn_cast_or_null<ConstantInt>(ConstantFoldBinaryInstruction(
        Step->getOpcode(), const_cast<ConstantInt *>(Value), cast<Constant>(Step->getOperand(1))));
    if (!Value)
      return 0;
  }
  return 0;
}

/// A value of the loop after it has been left.
unsigned WarpReductions::loopMasks(const PHINode &P, unsigned Depth) {
  const llvm::Loop *L = Loops.getLoopFor(P.getParent());
  if (!L || L->getHeader() != P.getParent() || !L->getLoopPreheader() || !L->getLoopLatch())
    return 0;
  const Exchange E = exchange(P.getIncomingValueForBlock(L->getLoopLatch()));
  auto Begin = [&](const PHINode &V) {
    return masks(V.getIncomingValueForBlock(L->getLoopPreheader()), Depth + 1);
  };
  if (auto *M = dyn_cast_or_null<PHINode>(E.Distance); M && E.Of == &P)
    return within(distancesIn(*M, *L), E.Segment) | Begin(P);
  const Tournament T = tournament(P, *L);
  auto *M = dyn_cast_or_null<PHINode>(T.Distance);
  if (!M)
    return 0;
  unsigned Common = AllMasks;
  for (const PHINode *V : T.Values)
    Common &= Begin(*V);
  return within(distancesIn(*M, *L), T.Segment) | Common;
}

unsigned WarpReductions::masks(const Value *V, unsigned Depth) {
  if (isa<Constant>(V))
    return AllMasks;
  if (auto It = Masks.find(V); It != Masks.end())
    return It->second;
  unsigned Found = Depth > MaxDepth ? 0 : findMasks(V, Depth);
  return Masks[V] = Found;
}

unsigned WarpReductions::findMasks(const Value *V, unsigned Depth) {
  if (const IntrinsicInst *I = butterfly(V))
    return masks(I->getArgOperand(1), Depth + 1);
  if (auto *C = dyn_cast<CallBase>(V); C && isWarpUniform(*C))
    return AllMasks;
  if (const unsigned Segment = broadcast(*V))
    return Segment - 1;
  if (const Exchange E = exchange(V); E.Distance) {
    auto *Distance = dyn_cast<ConstantInt>(E.Distance);
    bool One = Distance && Distance->getValue().isPowerOf2() && Distance->getValue().ule(16);
    return One ? within(Distance->getZExtValue(), E.Segment) | masks(E.Of, Depth + 1) : 0;
  }
  if (auto *P = dyn_cast<PHINode>(V); P && P->getNumIncomingValues() == 1)
    if (auto *Inner = dyn_cast<PHINode>(P->getIncomingValue(0));
        Inner && Loops.getLoopFor(P->getParent()) != Loops.getLoopFor(Inner->getParent()))
      return loopMasks(*Inner, Depth);
  auto *I = dyn_cast<Instruction>(V);
  bool Computes = I && (isa<CastInst, BinaryOperator, UnaryOperator, CmpInst, SelectInst>(I));
  if (!Computes)
    return 0;
  unsigned Common = AllMasks;
  for (const llvm::Value *Op : I->operands())
    if (Common)
      Common &= masks(Op, Depth + 1);
  return Common;
}

WarpReductions::WarpReductions(Function &F, const DominatorTree &DT) {
  if (none_of(instructions(F), [](Instruction &I) { return butterfly(&I) || broadcast(I); }))
    return;
  Loops.analyze(DT);
  for (Instruction &I : instructions(F)) {
    bool Closes = isa<PHINode>(I) && cast<PHINode>(I).getNumIncomingValues() == 1;
    if (!Closes && !exchange(&I).Distance && !broadcast(I))
      continue;
    if (unsigned Of = masks(&I))
      Agreeing[&I] = Of;
  }
}

/// Returns true if the value is used only for the next exchange.
static bool isStep(const Value *V) {
  return !V->use_empty() && all_of(V->users(), [&](const User *U) {
    if (isa<CastInst>(U))
      return all_of(U->users(), [](const User *Of) { return butterfly(Of) != nullptr; });
    return butterfly(U) || exchange(U).Of == V;
  });
}

unsigned WarpReductions::commonDistances() const {
  unsigned Common = WholeWarp;
  for (auto &[V, Of] : Agreeing)
    if (!isStep(V))
      Common &= Of;
  return Common;
}
