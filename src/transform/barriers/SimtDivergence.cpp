// SPDX-License-Identifier: Apache-2.0

#include "transform/barriers/SimtDivergence.h"
#include "frontend/values/Uniformity.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace cudafix::transform {

namespace {

BlockSet blockDivergence(Function &F) {
  DominatorTree DT(F);
  frontend::MemoryObjects Objects(F);
  frontend::Stability Loads(F, Objects);
  frontend::KernelUniformity Uniform(F, DT, Loads, Objects);
  BlockSet Found;
  for (BasicBlock &B : F)
    if (Uniform.isDivergentBranch(B))
      Found.insert(&B);
  return Found;
}

/// Returns true if blocks have one dimension, so that a warp is 32 neighbours in x.
bool isOneDimensional(Function &F) {
  return none_of(instructions(F), [](Instruction &I) {
    return match(&I, m_Intrinsic<Intrinsic::nvvm_read_ptx_sreg_tid_y>()) ||
           match(&I, m_Intrinsic<Intrinsic::nvvm_read_ptx_sreg_tid_z>());
  });
}

/// Returns true for `threadIdx.x < 32 * k` and the like, and `threadIdx.x / 32 == k`.
bool isWarpUniform(const Instruction &Branch) {
  const auto *Br = dyn_cast<BranchInst>(&Branch);
  Value *A;
  const APInt *C;
  CmpPredicate P;
  if (!Br || !Br->isConditional() || !match(Br->getCondition(), m_ICmp(P, m_Value(A), m_APInt(C))))
    return false;
  auto Tid = m_ZExtOrSExtOrSelf(m_Intrinsic<Intrinsic::nvvm_read_ptx_sreg_tid_x>());
  const APInt *Shift, *Divisor;
  if (match(A, m_Shr(Tid, m_APInt(Shift))))
    return Shift->uge(5);
  if (match(A, m_UDiv(Tid, m_APInt(Divisor))) || match(A, m_SDiv(Tid, m_APInt(Divisor))))
    return Divisor->urem(32) == 0;
  if (!match(A, Tid))
    return false;
  bool Strict = P == CmpInst::ICMP_ULT || P == CmpInst::ICMP_SLT || P == CmpInst::ICMP_UGE ||
                P == CmpInst::ICMP_SGE;
  bool Loose = P == CmpInst::ICMP_ULE || P == CmpInst::ICMP_SLE || P == CmpInst::ICMP_UGT ||
               P == CmpInst::ICMP_SGT;
  return (Strict && C->urem(32) == 0) || (Loose && C->urem(32) == 31);
}

} // namespace

BlockSet simtDivergence(Function &F, BarrierScope Scope) {
  BlockSet Found = blockDivergence(F);
  if (Scope == BarrierScope::Block || !isOneDimensional(F))
    return Found;
  BlockSet OfWarp;
  for (const BasicBlock *B : Found)
    if (!isWarpUniform(*B->getTerminator()))
      OfWarp.insert(B);
  return OfWarp;
}

} // namespace cudafix::transform
