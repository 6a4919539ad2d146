// SPDX-License-Identifier: Apache-2.0

#include "frontend/values/Uniformity.h"
#include "frontend/ptx/AsmLowering.h"
#include "frontend/ptx/Ptx.h"
#include "frontend/values/CommonArrays.h"
#include "frontend/values/WarpLanes.h"
#include "llvm/ADT/GenericUniformityImpl.h"
#include "llvm/Analysis/TargetTransformInfoImpl.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include <set>

using namespace llvm;
using namespace cudafix;
using namespace cudafix::frontend;

namespace {
/// What is assumed to be equal for all such threads until something shows otherwise.
struct Optimism {
  ArraySet Arrays;
  CallSet Broadcasts;        ///< broadcasts from a lane on which they agree
  CallSet Exchanges;         ///< exchanges that whole warps (for Place, the same lanes) reach
  std::set<unsigned> Shared; ///< for Place: objects with equal contents in all blocks
};

/// The behaviour of instructions for such threads.
struct SimtModel : TargetTransformInfoImplCRTPBase<SimtModel> {
  SimtModel(const DataLayout &DL, Among Threads, Stability &Loads, MemoryObjects &Objects,
            const WarpReductions &Reductions, const Optimism &Common, const UniformityInfo *OfLanes)
      : TargetTransformInfoImplCRTPBase<SimtModel>(DL), Threads(Threads),
        Launch(Threads == Among::Launch), Loads(Loads), Objects(Objects), Reductions(Reductions),
        Common(Common), OfLanes(OfLanes) {}

  bool hasBranchDivergence(const Function *) const override { return true; }
  InstructionUniformity getInstructionUniformity(const Value *V) const override;

private:
  InstructionUniformity load(const Instruction &I) const;
  InstructionUniformity call(const CallBase &C) const;
  InstructionUniformity loadOfPlace(const Instruction &I) const;
  bool isSame(const PtxRegister &R) const;
  bool isOfWarp(const Value *V) const;

  Among Threads;
  bool Launch;
  Stability &Loads;
  MemoryObjects &Objects;
  const WarpReductions &Reductions;
  const Optimism &Common;
  const UniformityInfo *OfLanes; ///< for Rows: the result for Lane
};

bool isEvident(Among Threads) { return Threads >= Among::EvidentX; }

/// Returns true if the origin of the value is not followed.
bool isHidden(const Instruction &I, MemoryObjects &Objects, const WarpReductions &Reductions) {
  auto *L = dyn_cast<LoadInst>(&I);
  if (const Value *From = L ? L->getPointerOperand() : pointerOperand(I, /*Second=*/true))
    return any_of(Objects.of(From), [&](unsigned Id) {
      return Objects.object(Id).What == MemoryObject::Kind::Local;
    });
  auto *C = dyn_cast<CallBase>(&I);
  return Reductions.distances(&I) != 0 || (C && isUnmodelled(classify(*C)));
}
} // namespace

/// Returns true if values of other threads of the block decide the result.
static bool isExchangeAmong(const CallBase &C, Among Threads) {
  return isExchange(C) ||
         (Threads == Among::Place && !C.getType()->isVoidTy() && isBlockBarrier(classify(C)));
}

/// Distances of lanes that agree on the value, as in WarpReductions.
static unsigned distancesOf(const Value *V, const WarpReductions &Reductions) {
  auto *C = dyn_cast<CallBase>(V);
  return C && isWarpUniform(*C) ? WarpReductions::WholeWarp : Reductions.distances(V);
}

/// Returns true if the lanes of a warp agree on the value.
bool SimtModel::isOfWarp(const Value *V) const {
  auto *C = dyn_cast<CallBase>(V);
  return distancesOf(V, Reductions) == WarpReductions::WholeWarp ||
         (C && Common.Broadcasts.contains(C));
}

InstructionUniformity SimtModel::loadOfPlace(const Instruction &I) const {
  using IU = InstructionUniformity;
  auto Same = [&](unsigned Id) {
    return Objects.isShared(Id) ? Common.Shared.contains(Id) : Loads.isReadOnly(I);
  };
  const bool Plain = isa<LoadInst>(I) && !I.isVolatile() && !I.isAtomic();
  return Plain && all_of(Objects.of(pointerOperand(I)), Same) ? IU::Default : IU::NeverUniform;
}

InstructionUniformity SimtModel::load(const Instruction &I) const {
  using IU = InstructionUniformity;
  auto IsCommon = [&](unsigned Id) {
    const MemoryObject &O = Objects.object(Id);
    return O.What == MemoryObject::Kind::Local && isa<LoadInst>(I) &&
           Common.Arrays.contains(dyn_cast_or_null<AllocaInst>(O.Base));
  };
  if (ArrayRef<unsigned> Of = Objects.of(pointerOperand(I)); Of.size() == 1 && IsCommon(Of[0]))
    return IU::Default;
  // Another private copy may have any contents: its stores are not followed.
  for (unsigned Id : Objects.of(pointerOperand(I)))
    if (Objects.object(Id).What == MemoryObject::Kind::Local || (Launch && Objects.isShared(Id)))
      return isEvident(Threads) ? IU::Default : IU::NeverUniform;
  if (Threads == Among::Place)
    return loadOfPlace(I);
  // A value that is read atomically may change without a race.
  if (Threads == Among::Steady && isa<LoadInst>(I) && !I.isVolatile() && !I.isAtomic())
    return IU::Default;
  bool Same = Launch ? Loads.isReadOnly(I) : Loads.isStable(I);
  return Same ? IU::Default : IU::NeverUniform;
}

/// Returns true if such threads read the same value.
bool SimtModel::isSame(const PtxRegister &R) const {
  switch (R.Term) {
  case PtxTerm::BlockDim:
  case PtxTerm::GridDim:
  case PtxTerm::WarpSize:
    return true;
  case PtxTerm::BlockIdx:
    return !Launch && Threads != Among::Place;
  case PtxTerm::None:
    break;
  default:
    return false;
  }
  switch (R.Among) {
  case Uniformity::Launch:
    return true;
  case Uniformity::Block:
    return !Launch && Threads != Among::Place;
  case Uniformity::Warp:
    return Threads == Among::Warp;
  case Uniformity::Thread:
    return false;
  }
  return false;
}

InstructionUniformity SimtModel::call(const CallBase &C) const {
  using IU = InstructionUniformity;
  auto Others = [&](Among Own, Among Evident) { // the threads differ in other coordinates
    bool Coordinate = Threads > Among::Warp;
    return Coordinate && Threads != Own && Threads != Evident ? IU::AlwaysUniform
                                                              : IU::NeverUniform;
  };
  if (const PtxRegister *R = registerOf(C)) {
    constexpr std::pair<Among, Among> Along[] = {
        {Among::X, Among::EvidentX}, {Among::Y, Among::EvidentY}, {Among::Z, Among::EvidentZ}};
    if (R->Term == PtxTerm::ThreadIdx && Threads == Among::Place)
      return IU::AlwaysUniform;
    if (R->Term == PtxTerm::ThreadIdx)
      return Others(Along[R->Dim].first, Along[R->Dim].second);
    return isSame(*R) ? IU::AlwaysUniform : IU::NeverUniform;
  }
  if (keepsCommonValue(C) || C.hasMetadata(TogetherMetadata))
    return IU::Default;
  CallModel M = classify(C);
  if (isUnmodelled(M))
    return isEvident(Threads) ? IU::Default : IU::NeverUniform;
  switch (M.Kind) {
  case CallKind::Value:
  case CallKind::Ignore:
  case CallKind::AsyncCommit:
    return IU::Default;
  case CallKind::VectorLoad:
    return load(C);
  case CallKind::Copy: // of a vector or a struct
    return isEvident(Threads) && isHidden(C, Objects, Reductions) ? IU::Default : IU::NeverUniform;
  case CallKind::Barrier:
    return isBlockBarrier(M) && !Launch ? IU::AlwaysUniform : IU::NeverUniform;
  default:
    return IU::NeverUniform;
  }
}

InstructionUniformity SimtModel::getInstructionUniformity(const Value *V) const {
  using IU = InstructionUniformity;
  if (Threads == Among::Lane || Threads == Among::Place) {
    if (isLane(V))
      return IU::AlwaysUniform;
    if (auto *C = dyn_cast<CallBase>(V); C && isExchangeAmong(*C, Threads))
      return Common.Exchanges.contains(C) ? IU::Default : IU::NeverUniform;
  }
  if (Threads == Among::Rows && OfLanes->isUniform(V) && isOfWarp(V))
    return IU::AlwaysUniform;
  if (Threads == Among::Warp && isOfWarp(V))
    return IU::AlwaysUniform;
  if (unsigned Of = distancesOf(V, Reductions); Of && Threads > Among::Block)
    return Threads == Among::Groups || (Threads == Among::Warp && Of != WarpReductions::WholeWarp)
               ? IU::NeverUniform
               : IU::AlwaysUniform;
  if (isa<LoadInst>(V))
    return load(*cast<Instruction>(V));
  if (isa<AtomicRMWInst>(V) || isa<AtomicCmpXchgInst>(V))
    return IU::NeverUniform;
  if (auto *C = dyn_cast<CallBase>(V))
    return call(*C);
  return IU::Default;
}

struct KernelUniformity::Level {
  Level(Function &F, DominatorTree &DT, CycleInfo &Cycles, Among Threads, Stability &Loads,
        MemoryObjects &Objects, const WarpReductions &Reductions, const UniformityInfo *OfLanes)
      : Common{indexedVariables(F), {}, {}, {}},
        TTI(std::make_unique<SimtModel>(F.getDataLayout(), Threads, Loads, Objects, Reductions,
                                        Common, OfLanes)) {
    for (const Instruction &I : instructions(F))
      if (auto *C = dyn_cast<CallBase>(&I)) {
        if ((Threads == Among::Warp || Threads == Among::Rows) && isBroadcast(*C))
          Common.Broadcasts.insert(C);
        if ((Threads == Among::Lane && isExchange(*C) && exchangesInWholeWarp(*C)) ||
            (Threads == Among::Place && isExchangeAmong(*C, Threads)))
          Common.Exchanges.insert(C);
      }
    if (Threads == Among::Place)
      for (unsigned Id = 0; Id < Objects.size(); ++Id)
        if (Objects.isShared(Id))
          Common.Shared.insert(Id);
    // Each array is assumed equal until a store shows otherwise; the same for lanes that are read,
    // and for lanes that take part.
    for (bool Changed = true; Changed;) {
      Info.emplace(DT, Cycles, &TTI);
      Info->compute();
      Changed = Common.Broadcasts.remove_if(
          [&](const CallBase *C) { return Info->isDivergentUse(C->getArgOperandUse(2)); });
      if (!Common.Exchanges.empty())
        Changed |= Common.Exchanges.remove_if([Parted = partedBlocks(F, *Info)](const CallBase *C) {
          return Parted.contains(C->getParent());
        });
      if (!Common.Shared.empty())
        Changed |= removeUnlike(F, Objects);
      if (!Common.Arrays.empty())
        for (const AllocaInst *Of : unlikeArrays(F, *Info, Common.Arrays))
          Changed |= Common.Arrays.erase(Of);
    }
  }

  /// Removes the objects in which some threads store values that differ from those of threads in
  /// the same place of other blocks. Returns true if there are any.
  bool removeUnlike(Function &F, MemoryObjects &Objects) {
    bool Removed = false;
    const auto Parted = partedBlocks(F, *Info);
    for (const MemoryObjects::Write &W : Objects.writes()) {
      auto *Store = dyn_cast<StoreInst>(W.Inst);
      const bool Alike =
          Store && Store->isSimple() && !Parted.contains(Store->getParent()) &&
          none_of(Store->operands(), [&](const Use &U) { return Info->isDivergentUse(U); });
      if (!Alike)
        Removed |= std::erase_if(Common.Shared,
                                 [&](unsigned Id) { return Objects.mayAlias(W.Object, Id); }) != 0;
    }
    return Removed;
  }

  Optimism Common;
  TargetTransformInfo TTI;
  std::optional<UniformityInfo> Info;
};

KernelUniformity::KernelUniformity(Function &F, DominatorTree &DT, Stability &Loads,
                                   MemoryObjects &Objects)
    : F(F), DT(DT), Loads(Loads), Objects(Objects), Reductions(F, DT) {
  Cycles.compute(F);
  for (Instruction &I : instructions(F))
    if (auto *II = dyn_cast<IntrinsicInst>(&I)) {
      Reads[1] |= II->getIntrinsicID() == Intrinsic::nvvm_read_ptx_sreg_tid_y;
      Reads[2] |= II->getIntrinsicID() == Intrinsic::nvvm_read_ptx_sreg_tid_z;
    }
  Hides = any_of(instructions(F), [&](Instruction &I) { return isHidden(I, Objects, Reductions); });
  Exchanges = any_of(instructions(F), [&](Instruction &I) {
    return distancesOf(&I, Reductions) == WarpReductions::WholeWarp;
  });
}

KernelUniformity::~KernelUniformity() = default;

KernelUniformity::Level &KernelUniformity::level(Among Which) const {
  std::unique_ptr<Level> &L = Levels[static_cast<unsigned>(Which)];
  if (!L)
    L = std::make_unique<Level>(F, DT, Cycles, Which, Loads, Objects, Reductions,
                                Which == Among::Rows ? &*level(Among::Lane).Info : nullptr);
  return *L;
}

Uniformity KernelUniformity::of(const Value *V) const {
  if (!isa<Instruction>(V) || level(Among::Launch).Info->isUniform(V))
    return Uniformity::Launch;
  if (level(Among::Block).Info->isUniform(V))
    return Uniformity::Block;
  return level(Among::Warp).Info->isUniform(V) ? Uniformity::Warp : Uniformity::Thread;
}

bool KernelUniformity::isIfSteady(const Value *V) const {
  return isa<Instruction>(V) && level(Among::Steady).Info->isUniform(V);
}

bool KernelUniformity::isIfWholeRows(const Value *V) const {
  return Exchanges && isa<Instruction>(V) && level(Among::Rows).Info->isUniform(V);
}

bool KernelUniformity::isOfPlace(const Value *V) const {
  return isa<Instruction>(V) && level(Among::Place).Info->isUniform(V);
}

std::optional<Dependence> KernelUniformity::dependence(const Value *V) const {
  Dependence D;
  constexpr Among Along[] = {Among::X, Among::Y, Among::Z};
  bool OnAll = true;
  for (unsigned I = 0; I < 3; ++I) {
    D.Dims[I] = Reads[I] && !level(Along[I]).Info->isUniform(V);
    OnAll &= D.Dims[I] == Reads[I];
  }
  if (OnAll)
    return std::nullopt;
  if (const unsigned Own = Reductions.distances(V))
    D.Distances = Own;
  else if (!level(Among::Groups).Info->isUniform(V))
    D.Distances = Reductions.commonDistances();
  return D;
}

std::optional<uint8_t> KernelUniformity::evidence(const Value *V) const {
  if (!Hides)
    return std::nullopt;
  constexpr Among Along[] = {Among::X, Among::Y, Among::Z};
  constexpr Among Evident[] = {Among::EvidentX, Among::EvidentY, Among::EvidentZ};
  uint8_t Dims = 0, Shown = 0;
  for (unsigned I = 0; I < 3; ++I) {
    if (!Reads[I] || level(Along[I]).Info->isUniform(V))
      continue;
    Dims |= 1u << I;
    Shown |= unsigned(!level(Evident[I]).Info->isUniform(V)) << I;
  }
  return Shown == Dims ? std::nullopt : std::optional(Shown);
}

Uniformity KernelUniformity::branch(const BasicBlock &B) const {
  if (!level(Among::Launch).Info->hasDivergentTerminator(B))
    return Uniformity::Launch;
  return level(Among::Block).Info->hasDivergentTerminator(B) ? Uniformity::Thread
                                                             : Uniformity::Block;
}
