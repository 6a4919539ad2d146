// SPDX-License-Identifier: Apache-2.0

#include "transform/barriers/BarrierCall.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace cudafix::transform {

static bool isBarrierZero(const CallBase &Call) {
  const auto *Id = dyn_cast<ConstantInt>(Call.getArgOperand(0));
  return Id && Id->isZero();
}

std::optional<BarrierReduction> blockBarrier(const Instruction &I) {
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  if (!Call)
    return std::nullopt;
  std::optional<BarrierReduction> Op;
  switch (Call->getIntrinsicID()) {
  case Intrinsic::nvvm_barrier_cta_sync_aligned_all:
  case Intrinsic::nvvm_barrier_cta_sync_all:
    Op = BarrierReduction::None;
    break;
  case Intrinsic::nvvm_barrier_cta_red_or_aligned_all:
  case Intrinsic::nvvm_barrier_cta_red_or_all:
    Op = BarrierReduction::Or;
    break;
  case Intrinsic::nvvm_barrier_cta_red_and_aligned_all:
  case Intrinsic::nvvm_barrier_cta_red_and_all:
    Op = BarrierReduction::And;
    break;
  case Intrinsic::nvvm_barrier_cta_red_popc_aligned_all:
  case Intrinsic::nvvm_barrier_cta_red_popc_all:
    Op = BarrierReduction::Count;
    break;
  default:
    return std::nullopt;
  }
  return isBarrierZero(*Call) ? Op : std::nullopt;
}

static bool isAsmBarrier(const CallBase &Call) {
  const auto *Asm = dyn_cast<InlineAsm>(Call.getCalledOperand());
  if (!Asm)
    return false;
  StringRef Text = Asm->getAsmString();
  return Text.contains("bar.sync") || Text.contains("bar.red") || Text.contains("barrier.sync") ||
         Text.contains("barrier.cta") || Text.contains("barrier.red");
}

/// Returns true for a barrier intrinsic for some of the warps, on barrier 0 or an unknown one.
static bool isPartialBarrier(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || !Callee->getName().starts_with("llvm.nvvm.barrier.cta"))
    return false;
  const auto *Id = dyn_cast<ConstantInt>(Call.getArgOperand(0));
  return !(Id && !Id->isZero()) && !blockBarrier(Call);
}

static bool mayReachBarrier(const Function &Callee, SmallPtrSetImpl<const Function *> &Seen) {
  if (Callee.isDeclaration() || !Seen.insert(&Callee).second)
    return false;
  for (const Instruction &I : instructions(Callee)) {
    const auto *Call = dyn_cast<CallBase>(&I);
    if (!Call)
      continue;
    if (blockBarrier(I) || isAsmBarrier(*Call) || isPartialBarrier(*Call))
      return true;
    if (const Function *Next = Call->getCalledFunction(); Next && mayReachBarrier(*Next, Seen))
      return true;
  }
  return false;
}

bool isFixedBlockBarrier(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return false;
  if (isAsmBarrier(*Call) || isPartialBarrier(*Call))
    return true;
  SmallPtrSet<const Function *, 8> Seen;
  const Function *Callee = Call->getCalledFunction();
  return Callee && !Callee->isIntrinsic() && mayReachBarrier(*Callee, Seen);
}

CallInst *createBarrier(IRBuilderBase &B, BarrierScope Scope, uint32_t Mask) {
  if (Scope == BarrierScope::Warp)
    return B.CreateIntrinsic(Intrinsic::nvvm_bar_warp_sync, {}, {B.getInt32(Mask)});
  return B.CreateIntrinsic(Intrinsic::nvvm_barrier_cta_sync_aligned_all, {}, {B.getInt32(0)});
}

CallInst *createReduction(IRBuilderBase &B, BarrierReduction Op, Value *Predicate) {
  Intrinsic::ID Id = Intrinsic::nvvm_barrier_cta_red_or_aligned_all;
  if (Op == BarrierReduction::And)
    Id = Intrinsic::nvvm_barrier_cta_red_and_aligned_all;
  if (Op == BarrierReduction::Count)
    Id = Intrinsic::nvvm_barrier_cta_red_popc_aligned_all;
  return B.CreateIntrinsic(Id, {}, {B.getInt32(0), Predicate});
}

Value *createAny(IRBuilderBase &B, BarrierScope Scope, Value *Predicate) {
  if (Scope == BarrierScope::Block)
    return createReduction(B, BarrierReduction::Or, Predicate);
  return B.CreateIntrinsic(Intrinsic::nvvm_vote_any_sync, {}, {B.getInt32(~0u), Predicate});
}

} // namespace cudafix::transform
