// SPDX-License-Identifier: Apache-2.0

#include "frontend/values/MemoryObjects.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace cudafix;
using namespace cudafix::frontend;
using Kind = MemoryObject::Kind;

static constexpr unsigned SharedSpace = 3;
static constexpr unsigned ConstantSpace = 4;

const Value *frontend::pointerOperand(const Instruction &I, bool Second) {
  if (auto *C = dyn_cast<CallBase>(&I)) {
    switch (classify(*C).Kind) {
    case CallKind::Copy:
      if (Second)
        return isa<AnyMemTransferInst>(C) ? C->getArgOperand(1) : nullptr;
      return C->getArgOperand(0);
    case CallKind::AsyncCopy:
      return C->getArgOperand(Second ? 1 : 0);
    case CallKind::Atomic:
    case CallKind::VectorLoad:
    case CallKind::WritesLocal:
    case CallKind::SurfaceRead:
      return Second ? nullptr : C->getArgOperand(0);
    default:
      return nullptr;
    }
  }
  if (Second)
    return nullptr;
  if (auto *R = dyn_cast<AtomicRMWInst>(&I))
    return R->getPointerOperand();
  if (auto *X = dyn_cast<AtomicCmpXchgInst>(&I))
    return X->getPointerOperand();
  return getLoadStorePointerOperand(&I);
}

bool frontend::constantOffset(const Value *Ptr, const DataLayout &DL, const Value *&Base,
                              int64_t &Offset) {
  APInt Off(DL.getIndexTypeSizeInBits(Ptr->getType()), 0);
  Base = Ptr;
  while (true) {
    APInt Here(DL.getIndexTypeSizeInBits(Base->getType()), 0);
    const Value *Next = Base->stripAndAccumulateConstantOffsets(DL, Here, true);
    Off = Off.sextOrTrunc(64) + Here.sextOrTrunc(64);
    if (Next == Base)
      break;
    Base = Next;
  }
  Offset = Off.sextOrTrunc(64).getSExtValue();
  return !isa<GEPOperator>(Base);
}

bool frontend::isDynamicShared(const GlobalVariable &G) {
  Type *T = G.getValueType();
  return G.getAddressSpace() == SharedSpace &&
         (G.isDeclaration() || !T->isSized() || G.getDataLayout().getTypeAllocSize(T).isZero());
}

MemoryObjects::MemoryObjects(Function &F, SmallDenseSet<unsigned> Tables)
    : F(F), Tables(std::move(Tables)) {
  findEscapes();
  findWrites();
  findChangedPointers();
}

unsigned MemoryObjects::intern(MemoryObject O) {
  auto Key = std::make_tuple(int(O.What), O.Base, O.From, O.Offset, O.Variable);
  auto [It, New] = Ids.try_emplace(Key, Objects.size());
  if (New)
    Objects.push_back(O);
  if (New && WritesFound)
    noteChangedPointer(It->second);
  return It->second;
}

ArrayRef<unsigned> MemoryObjects::of(const Value *Ptr) {
  auto It = Cache.find(Ptr);
  if (It != Cache.end())
    return It->second;
  SmallVector<unsigned, 2> Ids;
  collect(Ptr, Ids, 0);
  sort(Ids);
  Ids.erase(llvm::unique(Ids), Ids.end());
  return Cache[Ptr] = std::move(Ids);
}

void MemoryObjects::collect(const Value *Ptr, SmallVectorImpl<unsigned> &Out, unsigned Depth) {
  SmallVector<const Value *, 4> Bases;
  getUnderlyingObjects(Ptr, Bases, nullptr, 0);
  for (const Value *B : Bases) {
    if (isa<ConstantPointerNull>(B) || isa<UndefValue>(B))
      continue;
    MemoryObject O;
    O.Base = B;
    if (auto *A = dyn_cast<Argument>(B)) {
      O.What = A->hasByValAttr() ? Kind::ByValue : Kind::Argument;
    } else if (auto *G = dyn_cast<GlobalVariable>(B)) {
      O.What = Kind::Global;
      if (isDynamicShared(*G))
        O.Base = DynamicShared = DynamicShared ? DynamicShared : G;
    } else if (isa<AllocaInst>(B)) {
      O.What = Kind::Local;
    } else if (auto *L = dyn_cast<LoadInst>(B)) {
      collectLoaded(*L, Out, Depth);
      continue;
    }
    Out.push_back(intern(O));
  }
}

/// Returns true if the number may contain the bits of a pointer.
static bool isAddress(const Value *V, unsigned Depth = 0) {
  auto *I = dyn_cast<Operator>(V);
  return I && Depth < 8 &&
         (I->getOpcode() == Instruction::PtrToInt || I->getOpcode() == Instruction::PtrToAddr ||
          (V->getType()->isIntegerTy() && !isa<LoadInst>(V) && !isa<CallBase>(V) &&
           any_of(I->operands(), [&](const Use &U) { return isAddress(U.get(), Depth + 1); })));
}

/// Returns true if the store is to one of several words, regardless of members, for example when
/// threads copy a structure word by word.
static bool storesWords(const StoreInst &S) {
  const Value *Ptr = S.getPointerOperand();
  bool Picked = false;
  while (auto *Step = dyn_cast<Operator>(Ptr)) {
    if (auto *G = dyn_cast<GEPOperator>(Step)) {
      if (G->getSourceElementType()->isStructTy())
        return false;
      Picked |= !G->hasAllConstantIndices();
    } else if (!isa<BitCastOperator>(Step) && !isa<AddrSpaceCastOperator>(Step)) {
      break;
    }
    Ptr = Step->getOperand(0);
  }
  return Picked && !S.getValueOperand()->getType()->isPointerTy();
}

/// The pointers stored in a local or shared variable, if all of them are known.
bool MemoryObjects::storedPointers(unsigned Object, SmallVectorImpl<const Value *> &Out) const {
  const MemoryObject &O = Objects[Object];
  auto *G = dyn_cast_or_null<GlobalVariable>(O.Base);
  bool Shared = O.What == Kind::Global && G && G->getAddressSpace() == SharedSpace;
  if (!(O.What == Kind::Local && !Escaped.lookup(Object)) && !Shared)
    return false;
  SmallVector<const Value *, 8> Work{O.Base};
  // Dynamic shared memory may be written under another name.
  if (G && isDynamicShared(*G))
    for (const GlobalVariable &Other : F.getParent()->globals())
      if (isDynamicShared(Other))
        Work.push_back(&Other);
  SmallPtrSet<const Value *, 16> Seen;
  bool OfOneType = !G || !isDynamicShared(*G);
  while (!Work.empty()) {
    const Value *V = Work.pop_back_val();
    if (!Seen.insert(V).second)
      continue;
    for (const User *U : V->users()) {
      if (auto *I = dyn_cast<Instruction>(U); I && I->getFunction() != &F)
        continue;
      if (auto *S = dyn_cast<StoreInst>(U); S && S->getPointerOperand() == V) {
        if (S->getValueOperand()->getType()->isPointerTy())
          Out.push_back(S->getValueOperand());
        else if (isAddress(S->getValueOperand()) || (OfOneType && storesWords(*S)))
          return false;
      } else if (isa<GEPOperator>(U) || isa<BitCastOperator>(U) || isa<AddrSpaceCastOperator>(U) ||
                 isa<PHINode>(U) || isa<SelectInst>(U)) {
        Work.push_back(U);
      } else if (!isa<LoadInst>(U) && !isa<ICmpInst>(U) && !isa<IntrinsicInst>(U)) {
        return false;
      } else if (isa<AnyMemTransferInst>(U)) {
        return false;
      }
    }
  }
  return !Out.empty() && Out.size() <= 8;
}

void MemoryObjects::collectLoaded(const LoadInst &L, SmallVectorImpl<unsigned> &Out,
                                  unsigned Depth) {
  MemoryObject O;
  O.Base = &L;
  SmallVector<unsigned, 2> From;
  if (Depth < 4)
    collect(L.getPointerOperand(), From, Depth + 1);
  if (From.size() != 1) {
    Out.push_back(intern(O));
    return;
  }
  SmallVector<const Value *, 4> Stored;
  if (storedPointers(From[0], Stored) && Depth < 4) {
    for (const Value *V : Stored)
      collect(V, Out, Depth + 1);
    return;
  }
  const Value *Base = nullptr;
  O.What = Kind::Loaded;
  O.From = From[0];
  O.Base = nullptr;
  // The address is a constant number of bytes behind the object, or behind another such address.
  O.Variable = !constantOffset(L.getPointerOperand(), F.getDataLayout(), Base, O.Offset) ||
               isa<PHINode>(Base) || isa<SelectInst>(Base) || Objects[From[0]].Variable;
  if (O.Variable)
    O.Offset = 0;
  Out.push_back(intern(O));
  // The variable may still have its initial value.
  auto *G = dyn_cast_or_null<GlobalVariable>(Objects[From[0]].Base);
  if (!G || !G->hasInitializer() || O.Variable || Depth >= 4)
    return;
  if (Constant *First =
          ConstantFoldLoadFromConst(const_cast<Constant *>(G->getInitializer()), L.getType(),
                                    APInt(64, O.Offset), F.getDataLayout()))
    collect(First, Out, Depth + 1);
}

bool MemoryObjects::isPrivate(unsigned Id) const {
  return Objects[Id].What == Kind::Local || Objects[Id].What == Kind::ByValue;
}

bool MemoryObjects::isShared(unsigned Id) const {
  auto *G = dyn_cast_or_null<GlobalVariable>(Objects[Id].Base);
  return G && G->getAddressSpace() == SharedSpace;
}

bool MemoryObjects::isAddressed(unsigned Id) const {
  const MemoryObject &O = Objects[Id];
  return O.What == Kind::Unknown || (O.What == Kind::Loaded && O.Variable) || Changed.contains(Id);
}

bool MemoryObjects::isBatch(unsigned Id) const {
  const MemoryObject &O = Objects[Id];
  if (O.What != Kind::Loaded || !O.Variable || Changed.contains(Id))
    return false;
  const MemoryObject &Table = Objects[O.From];
  return (Table.What == Kind::Argument || Table.What == Kind::ByValue) &&
         Tables.contains(cast<Argument>(Table.Base)->getArgNo());
}

bool MemoryObjects::isWild(unsigned Id) const { return isAddressed(Id) && !isBatch(Id); }

bool MemoryObjects::mayAlias(unsigned A, unsigned B) const {
  if (A == B)
    return true;
  if (!isWild(A) && !isWild(B))
    return false;
  for (unsigned Id : {A, B}) {
    const MemoryObject &O = Objects[Id];
    if (isPrivate(Id) && !Escaped.lookup(Id))
      return false;
    auto *G = dyn_cast_or_null<GlobalVariable>(O.Base);
    if (G && (G->isConstant() || G->getAddressSpace() == SharedSpace ||
              G->getAddressSpace() == ConstantSpace))
      return false;
  }
  return true;
}

/// Strict aliasing by IR types: i8 and unknown types alias everything.
static bool typesAlias(Type *A, Type *B) {
  if (!A || !B || A == B)
    return true;
  A = A->getScalarType();
  B = B->getScalarType();
  if (A->isIntegerTy(8) || B->isIntegerTy(8) || A->isAggregateType() || B->isAggregateType())
    return true;
  return A == B;
}

bool MemoryObjects::mayClobber(unsigned W, Type *Written, unsigned R, Type *Read) const {
  if (W != R)
    return mayAlias(W, R) && typesAlias(Written, Read);
  // One array may be divided into parts of several types, but pointers are not written as data.
  return !Written || !Read || Written->isPointerTy() == Read->isPointerTy();
}

bool MemoryObjects::isReadOnly(unsigned Id, Type *Ty) const {
  bool Pointer = Ty && Ty->isPointerTy();
  return none_of(Writes, [&](const Write &W) {
    return mayClobber(W.Object, W.Type, Id, Ty) || (Pointer && W.Words && W.Object == Id);
  });
}

bool MemoryObjects::noteChangedPointer(unsigned Id) {
  const MemoryObject &O = Objects[Id];
  return O.What == Kind::Loaded && !isReadOnly(O.From, PointerType::getUnqual(F.getContext())) &&
         Changed.insert(Id).second;
}

/// A store through such a pointer may change further pointers.
void MemoryObjects::findChangedPointers() {
  for (Instruction &I : instructions(F))
    if (I.getType()->isPointerTy())
      (void)of(&I);
  bool More = true;
  while (More) {
    More = false;
    for (unsigned Id = 0; Id < Objects.size(); ++Id)
      More |= noteChangedPointer(Id);
  }
  WritesFound = true;
}

/// A local object escapes if its address is used other than by loads, stores to it, comparisons and
/// known intrinsics.
void MemoryObjects::findEscapes() {
  for (Instruction &I : instructions(F)) {
    auto *A = dyn_cast<AllocaInst>(&I);
    if (!A)
      continue;
    MemoryObject O;
    O.What = Kind::Local;
    O.Base = A;
    unsigned Id = intern(O);
    SmallVector<const Value *, 8> Work{A};
    SmallPtrSet<const Value *, 16> Seen;
    bool Leaves = false;
    while (!Work.empty() && !Leaves) {
      const Value *V = Work.pop_back_val();
      if (!Seen.insert(V).second)
        continue;
      for (const User *U : V->users()) {
        if (isa<LoadInst>(U) || isa<ICmpInst>(U))
          continue;
        if (auto *S = dyn_cast<StoreInst>(U))
          Leaves |= S->getValueOperand() == V;
        else if (isa<GetElementPtrInst>(U) || isa<CastInst>(U) || isa<PHINode>(U) ||
                 isa<SelectInst>(U))
          isa<PtrToIntInst>(U) ? void(Leaves = true) : Work.push_back(U);
        else if (auto *C = dyn_cast<CallBase>(U))
          Leaves |= isUnmodelled(classify(*C));
        else
          Leaves |= !isa<AtomicRMWInst>(U) && !isa<AtomicCmpXchgInst>(U);
      }
    }
    Escaped[Id] = Leaves;
  }
}

void MemoryObjects::findWrites() {
  auto Add = [&](const Instruction &I, const Value *Ptr, Type *Ty, bool Words = false) {
    SmallVector<unsigned, 2> Ids(of(Ptr));
    for (unsigned Id : Ids)
      Writes.push_back({&I, Id, Ty, Words});
  };
  for (Instruction &I : instructions(F)) {
    if (auto *S = dyn_cast<StoreInst>(&I)) {
      const Value *Val = S->getValueOperand();
      Add(I, S->getPointerOperand(), isAddress(Val) ? nullptr : Val->getType(), storesWords(*S));
    } else if (auto *R = dyn_cast<AtomicRMWInst>(&I)) {
      Add(I, R->getPointerOperand(), R->getValOperand()->getType());
    } else if (auto *X = dyn_cast<AtomicCmpXchgInst>(&I)) {
      Add(I, X->getPointerOperand(), X->getNewValOperand()->getType());
    } else if (auto *C = dyn_cast<CallBase>(&I)) {
      CallModel M = classify(*C);
      if (M.Kind == CallKind::Copy || M.Kind == CallKind::AsyncCopy ||
          M.Kind == CallKind::WritesLocal || M.Kind == CallKind::SurfaceRead ||
          M.Kind == CallKind::Atomic)
        Add(I, C->getArgOperand(0), M.Kind == CallKind::Atomic ? C->getType() : nullptr);
      if (M.MayAccessMemory)
        Writes.push_back({&I, intern(MemoryObject()), nullptr});
    }
  }
}

bool MemoryObjects::holdsData(unsigned Id) {
  if (Objects[Id].What != MemoryObject::Kind::Local || isEscaped(Id))
    return false;
  bool AnyRead = false;
  for (const Write &W : Writes) {
    if (!mayAlias(W.Object, Id))
      continue;
    SmallVector<const Value *, 16> Todo, From;
    if (auto *Store = dyn_cast<StoreInst>(W.Inst))
      Todo.push_back(Store->getValueOperand());
    else if (auto *Fill = dyn_cast<MemSetInst>(W.Inst))
      Todo.push_back(Fill->getValue());
    else if (auto *Copy = dyn_cast<MemTransferInst>(W.Inst))
      From.push_back(Copy->getSource());
    else
      return false;
    if (!Todo.empty() && isa<Constant>(Todo.back()))
      continue;
    SmallPtrSet<const Value *, 16> Seen;
    while (!Todo.empty()) {
      const Value *V = Todo.pop_back_val();
      if (isa<Constant>(V) || !Seen.insert(V).second)
        continue;
      if (auto *Load = dyn_cast<LoadInst>(V))
        From.push_back(Load->getPointerOperand());
      else if (isa<BinaryOperator, CastInst, FreezeInst, SelectInst, PHINode, ExtractValueInst,
                   ExtractElementInst>(V))
        append_range(Todo, drop_begin(cast<Instruction>(V)->operands(), isa<SelectInst>(V)));
      else
        return false;
    }
    bool Read = false;
    for (const Value *Source : From)
      for (unsigned O : of(Source)) {
        if (O != Id && Objects[O].What == MemoryObject::Kind::Local)
          return false;
        Read |= O != Id;
      }
    if (!Read)
      return false;
    AnyRead = true;
  }
  return AnyRead;
}
