// SPDX-License-Identifier: Apache-2.0

#include "frontend/Uniformity.h"
#include "llvm/ADT/GenericUniformityImpl.h"
#include "llvm/Analysis/TargetTransformInfoImpl.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;
using namespace cudafix;
using namespace cudafix::frontend;

namespace {
/// How instructions behave for the threads of one block, or of the whole launch.
struct SimtModel : TargetTransformInfoImplCRTPBase<SimtModel> {
  SimtModel(const DataLayout &DL, bool Launch, Stability &Loads, MemoryObjects &Objects)
      : TargetTransformInfoImplCRTPBase<SimtModel>(DL), Launch(Launch), Loads(Loads),
        Objects(Objects) {}

  bool hasBranchDivergence(const Function *) const override { return true; }
  InstructionUniformity getInstructionUniformity(const Value *V) const override;

private:
  InstructionUniformity load(const Instruction &I) const;
  InstructionUniformity call(const CallBase &C) const;

  bool Launch;
  Stability &Loads;
  MemoryObjects &Objects;
};
} // namespace

InstructionUniformity SimtModel::load(const Instruction &I) const {
  using IU = InstructionUniformity;
  // A private copy may hold anything: its stores are not followed.
  for (unsigned Id : Objects.of(pointerOperand(I)))
    if (Objects.object(Id).What == MemoryObject::Kind::Local || (Launch && Objects.isShared(Id)))
      return IU::NeverUniform;
  bool Same = Launch ? Loads.isReadOnly(I) : Loads.isStable(I);
  return Same ? IU::Default : IU::NeverUniform;
}

InstructionUniformity SimtModel::call(const CallBase &C) const {
  using IU = InstructionUniformity;
  switch (C.getIntrinsicID()) {
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_x:
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_y:
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_z:
    return Launch ? IU::NeverUniform : IU::AlwaysUniform;
  case Intrinsic::nvvm_read_ptx_sreg_ntid_x:
  case Intrinsic::nvvm_read_ptx_sreg_ntid_y:
  case Intrinsic::nvvm_read_ptx_sreg_ntid_z:
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_x:
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_y:
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_z:
  case Intrinsic::nvvm_read_ptx_sreg_warpsize:
    return IU::AlwaysUniform;
  default:
    break;
  }
  CallModel M = classify(C);
  switch (M.Kind) {
  case CallKind::Value:
  case CallKind::Ignore:
  case CallKind::AsyncCommit:
    return IU::Default;
  case CallKind::VectorLoad:
    return load(C);
  case CallKind::Barrier:
    return isBlockBarrier(M) && !Launch ? IU::AlwaysUniform : IU::NeverUniform;
  default:
    return IU::NeverUniform;
  }
}

InstructionUniformity SimtModel::getInstructionUniformity(const Value *V) const {
  using IU = InstructionUniformity;
  if (isa<LoadInst>(V))
    return load(*cast<Instruction>(V));
  if (isa<AtomicRMWInst>(V) || isa<AtomicCmpXchgInst>(V))
    return IU::NeverUniform;
  if (auto *C = dyn_cast<CallBase>(V))
    return call(*C);
  return IU::Default;
}

struct KernelUniformity::Level {
  Level(Function &F, DominatorTree &DT, CycleInfo &Cycles, bool Launch, Stability &Loads,
        MemoryObjects &Objects)
      : TTI(std::make_unique<SimtModel>(F.getDataLayout(), Launch, Loads, Objects)),
        Info(DT, Cycles, &TTI) {
    Info.compute();
  }
  TargetTransformInfo TTI;
  UniformityInfo Info;
};

KernelUniformity::KernelUniformity(Function &F, DominatorTree &DT, Stability &Loads,
                                   MemoryObjects &Objects) {
  Cycles.compute(F);
  Block = std::make_unique<Level>(F, DT, Cycles, false, Loads, Objects);
  Launch = std::make_unique<Level>(F, DT, Cycles, true, Loads, Objects);
}

KernelUniformity::~KernelUniformity() = default;

Uniformity KernelUniformity::of(const Value *V) const {
  if (!isa<Instruction>(V) || Launch->Info.isUniform(V))
    return Uniformity::Launch;
  return Block->Info.isUniform(V) ? Uniformity::Block : Uniformity::Thread;
}

Uniformity KernelUniformity::branch(const BasicBlock &B) const {
  if (!Launch->Info.hasDivergentTerminator(B))
    return Uniformity::Launch;
  return Block->Info.hasDivergentTerminator(B) ? Uniformity::Thread : Uniformity::Block;
}
