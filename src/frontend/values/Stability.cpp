// SPDX-License-Identifier: Apache-2.0

#include "frontend/values/Stability.h"
#include "frontend/values/Places.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace cudafix;
using namespace cudafix::frontend;

/// Returns true for an instruction that may order threads by other means than a block barrier.
static bool maySynchronize(const Instruction &I) {
  if (I.isAtomic() || I.isVolatile())
    return true;
  auto *C = dyn_cast<CallBase>(&I);
  if (!C)
    return false;
  const CallModel M = classify(*C);
  return M.Kind == CallKind::Atomic || M.Kind == CallKind::Fence || M.Kind == CallKind::Gap ||
         (M.Kind == CallKind::Barrier && M.Barrier != BarrierKind::Warp && !isBlockBarrier(M));
}

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
  for (auto [I, At] : SegmentOf)
    MayWait |= Segments[At].Starts.test(0) && maySynchronize(*I);
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

/// Returns true if the two access different bytes of one object, at constant offsets or whatever
/// values their indices have.
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

/// Returns true if the instruction reads a dimension of the launch or the block index.
static bool readsBlock(const Instruction &I) {
  auto *Call = dyn_cast<IntrinsicInst>(&I);
  StringRef Name = Call ? Call->getCalledFunction()->getName() : StringRef();
  return Name.consume_front("llvm.nvvm.read.ptx.sreg.") &&
         (Name.starts_with("ctaid.") || Name.starts_with("ntid.") || Name.starts_with("nctaid."));
}

/// Returns true if all threads of a block compute the same value, at any time.
bool Stability::isOfBlock(const Value *V, unsigned Depth) {
  if (isa<Constant, Argument>(V))
    return true;
  auto *I = dyn_cast<Instruction>(V);
  if (!I || Depth == 0)
    return false;
  if (isa<LoadInst>(I)
          ? !isReadOnly(*I) && !isFinal(*I)
          : !isa<CastInst, BinaryOperator, UnaryOperator, CmpInst, SelectInst, GetElementPtrInst>(
                I) &&
                !readsBlock(*I))
    return false;
  return all_of(I->operands(),
                [&](const Use &U) { return isa<Function>(U.get()) || isOfBlock(U, Depth - 1); });
}

/// The value that all the instructions store exactly where the load reads, if all threads of a
/// block agree on it; else null.
const Value *Stability::storedThere(ArrayRef<const Instruction *> Writes, const Instruction &Load,
                                    const Value *Ptr) {
  constexpr unsigned Depth = 8;
  const DataLayout &DL = Load.getDataLayout();
  const Value *Stored = nullptr;
  for (const Instruction *W : Writes) {
    auto *S = dyn_cast<StoreInst>(W);
    const Value *C = S ? S->getValueOperand() : nullptr;
    const Value *Base[2];
    int64_t At[2];
    if (!C || (Stored && C != Stored) || C->getType() != loadedType(Load) || !isOfBlock(C, Depth) ||
        !constantOffset(S->getPointerOperand(), DL, Base[0], At[0]) ||
        !constantOffset(Ptr, DL, Base[1], At[1]) || Base[0] != Base[1] || At[0] != At[1])
      return nullptr;
    Stored = C;
  }
  return Stored;
}

/// Returns true if every path from the start of the phase to the load passes one of the stores.
bool Stability::follows(const Instruction &Load, unsigned Start,
                        ArrayRef<const Instruction *> Stores) {
  SmallVector<unsigned, 16> Work{StartSegments[Start]};
  BitVector Seen(Segments.size());
  while (!Work.empty()) {
    unsigned Id = Work.pop_back_val();
    if (Seen.test(Id))
      continue;
    Seen.set(Id);
    const Instruction *First = nullptr; // the first of the stores and the load
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
  // Volatile memory may change from outside, but nothing outside of a block accesses its shared
  // memory.
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
  Cache[&Load] = false; // while the stored values are examined
  const bool Is = compute(Load);
  return Cache[&Load] = Is;
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

bool Stability::isInitial(const Instruction &Load) {
  const BitVector &Starts = Segments[SegmentOf.lookup(&Load)].Starts;
  // Host code may pass one array for two parameters.
  auto IsOfAll = [&](unsigned I) {
    const unsigned Id = Objects.writes()[I].Object;
    return !Objects.isShared(Id) && !Objects.isPrivate(Id);
  };
  return pointerOperand(Load) && !Load.isVolatile() && !MayWait && Starts.test(0) &&
         Starts.count() == 1 && none_of(WritesOf[0], IsOfAll);
}

bool Stability::isReadOnly(const Instruction &Load) {
  const Value *Ptr = pointerOperand(Load);
  if (!Ptr || Load.isVolatile())
    return false;
  return all_of(Objects.of(Ptr),
                [&](unsigned Id) { return Objects.isReadOnly(Id, loadedType(Load)); });
}
