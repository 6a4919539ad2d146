// SPDX-License-Identifier: Apache-2.0

#include "frontend/values/Tickets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace cudafix::frontend;

FloatTicket cudafix::frontend::floatTicket(const Instruction &I) {
  constexpr double Most = 1 << 20;
  auto *Add = dyn_cast<AtomicRMWInst>(&I);
  auto *By = Add && Add->getOperation() == AtomicRMWInst::FAdd && Add->hasOneUse() &&
                     Add->getType()->isFloatTy()
                 ? dyn_cast<ConstantFP>(Add->getValOperand())
                 : nullptr;
  const auto *Number = By ? dyn_cast<CastInst>(*Add->user_begin()) : nullptr;
  if (!Number || (!isa<FPToSIInst>(Number) && !isa<FPToUIInst>(Number)) ||
      !Number->getType()->isIntegerTy(32) || !By->getValueAPF().isInteger())
    return {};
  const double Step = By->getValueAPF().convertToDouble();
  return Step > 0 && Step <= Most ? FloatTicket{static_cast<uint64_t>(Step), Number}
                                  : FloatTicket();
}

/// Returns true if the operation never adds a negative number.
static bool grows(const AtomicRMWInst &R) {
  return floatTicket(R).Number ||
         (R.getOperation() == AtomicRMWInst::Add &&
          isKnownNonNegative(R.getValOperand(), SimplifyQuery(R.getDataLayout())));
}

/// Returns true if the store may initialize a counter: it does not store a negative constant.
static bool mayStart(const StoreInst &S) {
  const Value *V = S.getValueOperand();
  auto *I = dyn_cast<ConstantInt>(V);
  auto *F = dyn_cast<ConstantFP>(V);
  return !(I && I->isNegative()) && !(F && F->isNegative());
}

const AtomicRMWInst *cudafix::frontend::growingCounter(const Value &V, MemoryObjects &Objects) {
  const auto *Number = dyn_cast<CastInst>(&V);
  const auto *R = dyn_cast<AtomicRMWInst>(Number ? Number->getOperand(0) : &V);
  if (!R || !grows(*R) || (Number && floatTicket(*R).Number != Number))
    return nullptr;
  ArrayRef<unsigned> In = Objects.of(R->getPointerOperand());
  const bool OnlyGrows = all_of(Objects.writes(), [&](const MemoryObjects::Write &W) {
    auto *Other = dyn_cast<AtomicRMWInst>(W.Inst);
    auto *Put = dyn_cast<StoreInst>(W.Inst);
    return (Put && mayStart(*Put)) || (Other && grows(*Other)) ||
           none_of(In, [&](unsigned Id) { return Objects.mayAlias(W.Object, Id); });
  });
  return OnlyGrows ? R : nullptr;
}
