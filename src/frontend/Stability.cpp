// SPDX-License-Identifier: Apache-2.0

#include "frontend/Stability.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace cudafix;
using namespace cudafix::frontend;

Stability::Stability(Function &F, MemoryObjects &Objects) : Objects(Objects) {
  split(F);
  for (Segment &S : Segments)
    S.Starts.resize(StartSegments.size());
  for (unsigned I = 0; I < StartSegments.size(); ++I)
    flood(I, StartSegments[I]);
  WritesOf.resize(StartSegments.size());
  for (auto [I, W] : enumerate(Objects.writes()))
    for (unsigned Start : Segments[SegmentOf.lookup(W.Inst)].Starts.set_bits())
      WritesOf[Start].push_back(I);
}

void Stability::split(Function &F) {
  for (BasicBlock &B : F) {
    FirstOf[&B] = Segments.size();
    Segments.push_back({&B, false, {}});
    if (&B == &F.getEntryBlock())
      StartSegments.push_back(Segments.size() - 1);
    for (Instruction &I : B) {
      SegmentOf[&I] = Segments.size() - 1;
      auto *C = dyn_cast<CallBase>(&I);
      if (!C || !isBlockBarrier(classify(*C)))
        continue;
      Segments.back().EndsInBarrier = true;
      Segments.push_back({&B, false, {}});
      StartSegments.push_back(Segments.size() - 1);
    }
  }
}

void Stability::flood(unsigned Start, unsigned First) {
  SmallVector<unsigned, 16> Work{First};
  while (!Work.empty()) {
    Segment &S = Segments[Work.pop_back_val()];
    if (S.Starts.test(Start))
      continue;
    S.Starts.set(Start);
    if (S.EndsInBarrier)
      continue;
    for (const BasicBlock *Next : successors(S.Block))
      Work.push_back(FirstOf.lookup(Next));
  }
}

static Type *loadedType(const Instruction &I) {
  return I.getType()->isVoidTy() ? nullptr : I.getType();
}

/// Do the two touch different bytes of one object, at constant places?
static bool isApart(const MemoryObjects::Write &W, const Instruction &Load, const Value *Ptr) {
  const DataLayout &DL = Load.getDataLayout();
  const Value *To = pointerOperand(*W.Inst), *Base[2];
  int64_t At[2];
  if (!To || !W.Type || !loadedType(Load) || isa<MemIntrinsic>(W.Inst) ||
      !constantOffset(To, DL, Base[0], At[0]) || !constantOffset(Ptr, DL, Base[1], At[1]) ||
      Base[0] != Base[1])
    return false;
  auto End = [&](unsigned I, Type *T) {
    return At[I] + static_cast<int64_t>(DL.getTypeStoreSize(T).getFixedValue());
  };
  return End(0, W.Type) <= At[1] || End(1, loadedType(Load)) <= At[0];
}

bool Stability::compute(const Instruction &Load) {
  const Value *Ptr = pointerOperand(Load);
  if (!Ptr)
    return false;
  ArrayRef<unsigned> Ids = Objects.of(Ptr);
  // What is volatile may change from outside; no one else sees a block's shared memory.
  if (Load.isVolatile() && !all_of(Ids, [&](unsigned Id) { return Objects.isShared(Id); }))
    return false;
  auto Clobbers = [&](const MemoryObjects::Write &W) {
    return !isApart(W, Load, Ptr) && any_of(Ids, [&](unsigned Id) {
      return Objects.mayClobber(W.Object, W.Type, Id, loadedType(Load));
    });
  };
  for (unsigned Start : Segments[SegmentOf.lookup(&Load)].Starts.set_bits())
    for (unsigned I : WritesOf[Start])
      if (Clobbers(Objects.writes()[I]))
        return false;
  return true;
}

bool Stability::isStable(const Instruction &Load) {
  auto It = Cache.find(&Load);
  if (It != Cache.end())
    return It->second;
  return Cache[&Load] = compute(Load);
}

bool Stability::isReadOnly(const Instruction &Load) {
  const Value *Ptr = pointerOperand(Load);
  if (!Ptr || Load.isVolatile())
    return false;
  return all_of(Objects.of(Ptr),
                [&](unsigned Id) { return Objects.isReadOnly(Id, loadedType(Load)); });
}
