// SPDX-License-Identifier: Apache-2.0
//
// Tickets that one thread draws for its warp or block: `if (lane == 0) t = atomicAdd(...)`, after
// which a shuffle or a shared variable passes the result to all threads.

#include "frontend/KernelBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace cudafix;
using namespace cudafix::frontend;

/// The only atomic operation of the block whose result the value contains; null: none, or several.
const Access *KernelBuilder::ticketIn(Expr Drawn, const BasicBlock &B) {
  const Access *Found = nullptr;
  for (const Access &A : K.Accesses) {
    if (A.Kind != AccessKind::Atomic || !A.Result || A.Result->op() != Op::Apply ||
        Unit.AccessInst[A.Id]->getParent() != &B ||
        !ExprContext::any(Drawn, [&](Expr N) { return N == A.Result; }))
      continue;
    if (Found)
      return nullptr;
    Found = &A;
  }
  return Found;
}

/// The condition of the branch that is the only way to the block; null: there are other ways.
Expr KernelBuilder::conditionOf(const BasicBlock &B) {
  const BasicBlock *Pred = B.getSinglePredecessor();
  auto *Branch = Pred ? dyn_cast<BranchInst>(Pred->getTerminator()) : nullptr;
  if (!Branch || !Branch->isConditional() || Branch->getSuccessor(0) == Branch->getSuccessor(1))
    return Expr();
  Expr Cond = V.of(Branch->getCondition());
  return !Cond ? Expr() : Branch->getSuccessor(0) == &B ? Cond : K.Ctx->lnot(Cond);
}

/// Returns true if the condition holds for exactly one thread of each block with the dimensions
/// that the kernel reads.
bool KernelBuilder::isOfOneThread(Expr Cond) {
  bool Known[3] = {false, false, false};
  for (Expr Part : conjuncts(Cond)) {
    if (Part->op() != Op::Eq || !Part->arg(1)->isConst() || Part->arg(1)->value() != 0)
      return false;
    unsigned D = 0;
    while (D < 3 && Part->arg(0) != K.Ctx->threadIdx(D))
      ++D;
    if (D == 3)
      return false;
    Known[D] = true;
  }
  for (unsigned D = 0; D < 3; ++D)
    if (K.UsesDim[D] && !Known[D])
      return false;
  return Known[0] || Known[1] || Known[2];
}

/// Adds the value that the block's threads read from shared memory after one of them put it there
/// by the only store to it, in the same turn of the loops around it.
void KernelBuilder::addBroadcasts(const StoreInst &Put) {
  const BasicBlock &B = *Put.getParent();
  ArrayRef<unsigned> To = Objects.of(Put.getPointerOperand());
  const DataLayout &DL = F.getDataLayout();
  const Value *Base, *From;
  int64_t At, FromAt;
  Expr Cond = conditionOf(B), Drawn = V.of(Put.getValueOperand());
  if (Put.isVolatile() || To.size() != 1 || !Objects.isShared(To[0]) || !Cond || !Drawn ||
      !isOfOneThread(Cond) || !constantOffset(Put.getPointerOperand(), DL, Base, At))
    return;
  const unsigned Object = To[0];
  Type *Ty = Put.getValueOperand()->getType();
  const Access *Ticket = ticketIn(Drawn, B);
  if (!Ticket || any_of(Objects.writes(), [&](const MemoryObjects::Write &W) {
        return W.Inst != &Put && Objects.mayClobber(W.Object, W.Type, Object, Ty);
      }))
    return;
  const llvm::Loop *Around = LI.getLoopFor(&B);
  for (Instruction &I : instructions(F)) {
    auto *Load = dyn_cast<LoadInst>(&I);
    if (!Load || Load->isVolatile() || Load->getType() != Ty ||
        !constantOffset(Load->getPointerOperand(), DL, From, FromAt) || From != Base ||
        FromAt != At || !Loads.isStable(*Load) ||
        !DT.dominates(B.getSinglePredecessor(), Load->getParent()) ||
        (Around && !Around->contains(Load)))
      continue;
    if (Expr Value = V.of(Load); Value && Value->op() == Op::Apply)
      K.Handouts.push_back({Value, Drawn, Ticket->Id, Uniformity::Block, NodeOf.lookup(&B)});
  }
}

/// Adds the value that lanes of a warp get by a shuffle from the lane that drew it.
void KernelBuilder::addShuffle(const CallBase &Shuffle) {
  auto *Merged = dyn_cast<PHINode>(Shuffle.getArgOperand(1));
  auto *Clamp = dyn_cast<ConstantInt>(Shuffle.getArgOperand(3));
  if (!namesWholeWarp(Shuffle.getArgOperand(0)) || !Clamp || Clamp->getZExtValue() != 31 ||
      !Merged || Merged->getNumIncomingValues() != 2 || !NodeOf.contains(Shuffle.getParent()))
    return;
  ExprContext &C = *K.Ctx;
  const llvm::Loop *Around = LI.getLoopFor(Shuffle.getParent());
  Expr Value = V.of(&Shuffle), Source = V.of(Shuffle.getArgOperand(2));
  auto IsOfSource = [&](Expr Cond) {
    return any_of(lanes(), [&](Expr Lane) { return Cond == C.eq(Lane, Source); });
  };
  // `if (threadIdx.x == 0)` selects the first lane of the first warp of a row, and no other lane.
  auto IsOfFirst = [&](Expr Cond) {
    const Expr Zero = C.constant(0, 32);
    return Source == Zero && Cond == C.eq(C.threadIdx(0), Zero);
  };
  for (unsigned I : {0, 1}) {
    const BasicBlock *B = Merged->getIncomingBlock(I);
    Expr Cond = conditionOf(*B), Drawn = V.of(Merged->getIncomingValue(I));
    const Access *Ticket = Drawn && Cond ? ticketIn(Drawn, *B) : nullptr;
    if (!Ticket || !Value || Value->op() != Op::Apply || !Source || !Source->isConst() ||
        B->getSinglePredecessor() != Merged->getIncomingBlock(1 - I) ||
        (!IsOfSource(Cond) && !IsOfFirst(Cond)) || LI.getLoopFor(B) != Around ||
        LI.getLoopFor(Merged->getParent()) != Around ||
        !DT.dominates(Merged->getParent(), Shuffle.getParent()) ||
        !isInEachTurn(*Shuffle.getParent()))
      continue;
    if (!IsOfSource(Cond))
      Drawn = C.ite(C.ult(C.threadIdx(0), C.constant(32, 32)), Drawn, Value);
    K.Handouts.push_back(
        {Value, Drawn, Ticket->Id, Uniformity::Warp, NodeOf.lookup(Shuffle.getParent())});
  }
}

void KernelBuilder::findHandouts() {
  for (const Instruction &I : instructions(F)) {
    if (!NodeOf.contains(I.getParent()))
      continue;
    if (auto *Put = dyn_cast<StoreInst>(&I))
      addBroadcasts(*Put);
    else if (auto *Call = dyn_cast<IntrinsicInst>(&I);
             Call && Call->getIntrinsicID() == Intrinsic::nvvm_shfl_sync_idx_i32)
      addShuffle(*Call);
  }
}
