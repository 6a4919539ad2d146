// SPDX-License-Identifier: Apache-2.0
//
// Numbers that set the threads of a warp, or the turns of a loop, apart: the lanes that a vote
// counts, and sums that grow from turn to turn.

#include "frontend/KernelBuilder.h"
#include "frontend/values/Recurrences.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace cudafix;
using namespace cudafix::frontend;

/// The number whose bits are counted; null: it is no such call.
static const Value *countedBits(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && I.getType()->isIntegerTy(32) &&
                 (Callee->getIntrinsicID() == Intrinsic::ctpop || Callee->getName() == "__nv_popc")
             ? Call->getArgOperand(0)
             : nullptr;
}

/// A vote of all lanes of the warp.
static const IntrinsicInst *ballot(const Value *V) {
  auto *I = dyn_cast<IntrinsicInst>(V);
  return I && I->getIntrinsicID() == Intrinsic::nvvm_vote_ballot_sync &&
                 match(I->getArgOperand(0), m_AllOnes())
             ? I
             : nullptr;
}

/// The lane whose lower lanes a mask has, and whether it has its own bit, too; null: it has others.
static std::pair<Expr, bool> lowerLanes(Expr Mask) {
  auto IsOnes = [](Expr E) { return E->isConst() && E->signedValue() == -1; };
  if (Mask->op() == Op::Add && IsOnes(Mask->arg(1)) && Mask->arg(0)->op() == Op::Shl) {
    Expr Bit = Mask->arg(0);
    if (Bit->arg(0)->isConst() && (Bit->arg(0)->value() == 1 || Bit->arg(0)->value() == 2))
      return {Bit->arg(1), Bit->arg(0)->value() == 2};
  }
  if (Mask->op() == Op::Xor && IsOnes(Mask->arg(1)) && Mask->arg(0)->op() == Op::Shl) {
    Expr Above = Mask->arg(0);
    if (IsOnes(Above->arg(0)))
      return {Above->arg(1), false};
    if (Above->arg(0)->isConst() && Above->arg(0)->signedValue() == -2)
      return {Above->arg(1), true};
  }
  return {};
}

/// Returns true if the lanes of a warp come to the block in the same turns of the loops around it:
/// each turn comes there, and all lanes agree on how often inner loops turn. Of the outermost loop
/// they agree, as a lane that leaves it would be missed by the vote.
bool KernelBuilder::isInEachTurn(const BasicBlock &B) const {
  const BasicBlock *Inside = &B;
  for (const llvm::Loop *L = LI.getLoopFor(&B); L; L = L->getParentLoop()) {
    const BasicBlock *Latch = L->getLoopLatch();
    if (!Latch || !DT.dominates(Inside, Latch) ||
        (L->getParentLoop() && Flow.trip(*L) > Uniformity::Warp))
      return false;
    Inside = L->getHeader();
  }
  return true;
}

void KernelBuilder::addLaneCount(const CallBase &Popc) {
  const Value *A, *B;
  if (!match(countedBits(Popc), m_And(m_Value(A), m_Value(B))))
    return;
  if (!ballot(A))
    std::swap(A, B);
  const IntrinsicInst *Vote = ballot(A);
  Expr Count = V.of(&Popc), Mask = V.of(B);
  if (!Vote || !Count || Count->op() != Op::Apply || !Mask || !isInEachTurn(*Vote->getParent()))
    return;
  auto [Lane, WithOwn] = lowerLanes(Mask);
  Expr Votes = V.of(Vote->getArgOperand(1));
  if (!Lane || !Votes)
    return;
  Expr All;
  for (const User *U : Vote->users())
    if (auto *Other = dyn_cast<CallBase>(U); Other && countedBits(*Other) == Vote)
      All = V.of(Other);
  K.LaneCounts.push_back({Count, Lane, Votes, All, WithOwn, NodeOf.lookup(Vote->getParent())});
}

/// Counts of the lower lanes, where all threads vote that pass the place.
void KernelBuilder::findLaneCounts() {
  for (const Instruction &I : instructions(F))
    if (countedBits(I) && NodeOf.contains(I.getParent()))
      addLaneCount(cast<CallBase>(I));
}

/// What is added to `Self`, by additions that do not wrap or of numbers that are small; null: it is
/// something else that happens to it.
static Expr addedTo(ExprContext &C, Expr E, Expr Self, unsigned Depth = 0) {
  constexpr int64_t Small = 1024;
  if (E == Self)
    return C.constant(0, E->width());
  if (Depth > 8)
    return Expr();
  if (E->op() == Op::Add)
    for (unsigned I : {0, 1}) {
      Expr Before = addedTo(C, E->arg(I), Self, Depth + 1), More = E->arg(1 - I);
      if (!Before)
        continue;
      auto Range = signedRange(C, More, /*WideGrid=*/true);
      return Range && Range->first >= 0 && (E->flags() & NSW || Range->second <= Small)
                 ? C.add(Before, More, NSW)
                 : Expr();
    }
  if (E->op() != Op::Ite)
    return Expr();
  Expr Then = addedTo(C, E->arg(1), Self, Depth + 1), Else = addedTo(C, E->arg(2), Self, Depth + 1);
  return Then && Else ? C.ite(E->arg(0), Then, Else) : Expr();
}

/// Sums without a closed form of numbers that are not negative.
void KernelBuilder::findRunningSums() {
  for (const llvm::Loop *L : LI.getLoopsInPreorder()) {
    const BasicBlock *Latch = L->getLoopLatch();
    if (!Latch || !NodeOf.contains(L->getHeader()))
      continue;
    for (const PHINode &P : L->getHeader()->phis()) {
      if (!P.getType()->isIntegerTy() || P.getType()->getIntegerBitWidth() < 32)
        continue;
      Expr Sum = V.of(&P), Next = V.of(P.getIncomingValueForBlock(Latch));
      if (!Sum || !Next || Sum->op() != Op::Apply || Sum == Next ||
          K.Ctx->symbol(Sum->symbol()).Kind == SymbolKind::Counter)
        continue;
      if (Expr Added = addedTo(*K.Ctx, Next, Sum))
        K.RunningSums.push_back({Sum, Added, K.Nodes[NodeOf.lookup(L->getHeader())].Loop});
    }
  }
}
