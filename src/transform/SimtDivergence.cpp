// SPDX-License-Identifier: Apache-2.0

#include "transform/SimtDivergence.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/TargetTransformInfoImpl.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace cudafix::transform {

namespace {

/// Conservative: what comes from memory may differ between threads.
struct SimtModel : TargetTransformInfoImplCRTPBase<SimtModel> {
  explicit SimtModel(const DataLayout &DL) : TargetTransformInfoImplCRTPBase(DL) {}
  bool hasBranchDivergence(const Function *) const override { return true; }
  InstructionUniformity getInstructionUniformity(const Value *V) const override {
    using IU = InstructionUniformity;
    const auto *I = dyn_cast<Instruction>(V);
    if (!I)
      return IU::Default;
    if (blockBarrier(*I))
      return IU::AlwaysUniform;
    if (const auto *Call = dyn_cast<CallBase>(I))
      return call(*Call);
    return I->mayReadOrWriteMemory() ? IU::NeverUniform : IU::Default;
  }

private:
  static InstructionUniformity call(const CallBase &Call) {
    using IU = InstructionUniformity;
    const Function *Callee = Call.getCalledFunction();
    if (!Callee || !Call.doesNotAccessMemory())
      return IU::NeverUniform;
    StringRef Name = Callee->getName();
    bool PerThread = Name.starts_with("llvm.nvvm.read.ptx.sreg.tid") ||
                     Name.starts_with("llvm.nvvm.read.ptx.sreg.lane") ||
                     Name.starts_with("llvm.nvvm.read.ptx.sreg.warpid");
    bool Register = Name.starts_with("llvm.nvvm.read.ptx.sreg") && !PerThread;
    if (PerThread || (Call.isConvergent() && !Register))
      return IU::NeverUniform;
    return IU::Default;
  }
};

BlockSet blockDivergence(Function &F) {
  FunctionAnalysisManager AM;
  AM.registerPass([] { return PassInstrumentationAnalysis(); });
  AM.registerPass([] { return DominatorTreeAnalysis(); });
  AM.registerPass([] { return CycleAnalysis(); });
  AM.registerPass([] { return UniformityInfoAnalysis(); });
  AM.registerPass([] {
    return TargetIRAnalysis([](const Function &F) {
      return TargetTransformInfo(std::make_unique<SimtModel>(F.getDataLayout()));
    });
  });
  UniformityInfo &UI = AM.getResult<UniformityInfoAnalysis>(F);
  BlockSet Found;
  for (BasicBlock &B : F)
    if (UI.hasDivergentTerminator(B))
      Found.insert(&B);
  return Found;
}

/// In a block of one dimension a warp is 32 neighbours in x.
bool isOneDimensional(Function &F) {
  return none_of(instructions(F), [](Instruction &I) {
    return match(&I, m_Intrinsic<Intrinsic::nvvm_read_ptx_sreg_tid_y>()) ||
           match(&I, m_Intrinsic<Intrinsic::nvvm_read_ptx_sreg_tid_z>());
  });
}

/// `threadIdx.x < 32 * k` and the like, `threadIdx.x / 32 == k`.
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
