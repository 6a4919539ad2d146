// SPDX-License-Identifier: Apache-2.0

#include "frontend/values/Stability.h"
#include "frontend/values/Places.h"
#include "llvm/ADT/SmallPtrSet.h"
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

/// Returns true if the two touch different bytes of one object, at constant places, or wherever
/// their indices lead.
static bool isApart(const MemoryObjects::Write &W, const Instruction &Load, const Value *Ptr) {
  const DataLayout &DL = Load.getDataLayout();
  const Value *To = pointerOperand(*W.Inst), *Base[2];
  int64_t At[2];
  if (!To || !W.Type || !loadedType(Load) || isa<MemIntrinsic>(W.Inst))
    return false;
  if (areApart(placesOf(*To, *W.Type, DL), placesOf(*Ptr, *loadedType(Load), DL)))
    return true;
  if (!constantOffset(To, DL, Base[0], At[0]) || !constantOffset(Ptr, DL, Base[1], At[1]) ||
      Base[0] != Base[1])
    return false;
  auto End = [&](unsigned I, Type *T) {
    return At[I] + static_cast<int64_t>(DL.getTypeStoreSize(T).getFixedValue());
  };
  return End(0, W.Type) <= At[1] || End(1, loadedType(Load)) <= At[0];
}

/// The constant that all of the instructions store at exactly the place that the load reads;
/// null: they do something else.
static const Constant *storedThere(ArrayRef<const Instruction *> Writes, const Instruction &Load,
                                   const Value *Ptr) {
  const DataLayout &DL = Load.getDataLayout();
  const Constant *Stored = nullptr;
  for (const Instruction *W : Writes) {
    auto *S = dyn_cast<StoreInst>(W);
    auto *C = S ? dyn_cast<Constant>(S->getValueOperand()) : nullptr;
    const Value *Base[2];
    int64_t At[2];
    if (!C || (Stored && C != Stored) || C->getType() != loadedType(Load) ||
        !constantOffset(S->getPointerOperand(), DL, Base[0], At[0]) ||
        !constantOffset(Ptr, DL, Base[1], At[1]) || Base[0] != Base[1] || At[0] != At[1])
      return nullptr;
    Stored = C;
  }
  return Stored;
}

/// Returns true if every way from the start of the phase to the load passes one of the stores.
bool Stability::follows(const Instruction &Load, unsigned Start,
                        ArrayRef<const Instruction *> Stores) {
  SmallVector<unsigned, 16> Work{StartSegments[Start]};
  BitVector Seen(Segments.size());
  while (!Work.empty()) {
    unsigned Id = Work.pop_back_val();
    if (Seen.test(Id))
      continue;
    Seen.set(Id);
    const Instruction *First = nullptr; // of the stores and the load
    for (const Instruction &I : *Segments[Id].Block)
      if (!First && SegmentOf.lookup(&I) == Id && (&I == &Load || is_contained(Stores, &I)))
        First = &I;
    if (First == &Load)
      return false;
    if (First || Segments[Id].EndsInBarrier)
      continue;
    for (const BasicBlock *Next : successors(Segments[Id].Block))
      Work.push_back(FirstOf.lookup(Next));
  }
  return true;
}

bool Stability::clobbers(const MemoryObjects::Write &W, const Instruction &Load, const Value *Ptr) {
  return !isApart(W, Load, Ptr) && any_of(Objects.of(Ptr), [&](unsigned Id) {
    return Objects.mayClobber(W.Object, W.Type, Id, loadedType(Load));
  });
}

bool Stability::compute(const Instruction &Load) {
  const Value *Ptr = pointerOperand(Load, /*Second=*/isa<MemTransferInst>(Load));
  if (!Ptr)
    return false;
  ArrayRef<unsigned> Ids = Objects.of(Ptr);
  // Volatile memory may change from outside, except a block's shared memory, which no one else
  // sees.
  if (Load.isVolatile() && !all_of(Ids, [&](unsigned Id) { return Objects.isShared(Id); }))
    return false;
  for (unsigned Start : Segments[SegmentOf.lookup(&Load)].Starts.set_bits()) {
    SmallVector<const Instruction *, 4> Writes;
    for (unsigned I : WritesOf[Start])
      if (const MemoryObjects::Write &W = Objects.writes()[I]; clobbers(W, Load, Ptr))
        Writes.push_back(W.Inst);
    if (!Writes.empty() && (!storedThere(Writes, Load, Ptr) || !follows(Load, Start, Writes)))
      return false;
  }
  return true;
}

bool Stability::isStable(const Instruction &Load) {
  auto It = Cache.find(&Load);
  if (It != Cache.end())
    return It->second;
  return Cache[&Load] = compute(Load);
}

bool Stability::isFinal(const Instruction &Load) {
  const Value *Ptr = pointerOperand(Load);
  if (!Ptr || Load.isVolatile() || !isStable(Load))
    return false;
  SmallPtrSet<const BasicBlock *, 16> Later;
  SmallVector<const BasicBlock *, 16> Work(successors(Load.getParent()));
  while (!Work.empty()) {
    const BasicBlock *B = Work.pop_back_val();
    if (Later.insert(B).second)
      append_range(Work, successors(B));
  }
  return none_of(Objects.writes(), [&](const MemoryObjects::Write &W) {
    const BasicBlock *B = W.Inst->getParent();
    return (Later.contains(B) || (B == Load.getParent() && Load.comesBefore(W.Inst))) &&
           clobbers(W, Load, Ptr);
  });
}

bool Stability::isReadOnly(const Instruction &Load) {
  const Value *Ptr = pointerOperand(Load);
  if (!Ptr || Load.isVolatile())
    return false;
  return all_of(Objects.of(Ptr),
                [&](unsigned Id) { return Objects.isReadOnly(Id, loadedType(Load)); });
}
