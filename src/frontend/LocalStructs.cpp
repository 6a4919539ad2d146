// SPDX-License-Identifier: Apache-2.0

#include "frontend/LocalStructs.h"
#include "frontend/Precompiled.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"

namespace cudafix::frontend {

using namespace llvm;

namespace {

constexpr unsigned ConstantSpace = 4;

SmallVector<AllocaInst *> localStructs(Function &F) {
  SmallVector<AllocaInst *> Found;
  for (Instruction &I : F.getEntryBlock())
    if (auto *Local = dyn_cast<AllocaInst>(&I); Local && !Local->isArrayAllocation())
      if (auto *Ty = dyn_cast<StructType>(Local->getAllocatedType()); Ty && Ty->isSized())
        Found.push_back(Local);
  return Found;
}

bool isLifetime(const Instruction &I) {
  auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
  return Intrinsic && Intrinsic->isLifetimeStartOrEnd();
}

/// Returns true if the memory behind `Root` is only read, by plain loads and by copies out of it;
/// `Fill` is allowed to write it.
bool isOnlyRead(const Value &Root, const Instruction *Fill) {
  SmallVector<const Value *> Todo = {&Root};
  while (!Todo.empty())
    for (const Use &U : Todo.pop_back_val()->uses()) {
      auto *I = cast<Instruction>(U.getUser());
      if (I == Fill || isLifetime(*I))
        continue;
      if (isa<GetElementPtrInst>(I))
        Todo.push_back(I);
      else if (auto *Load = dyn_cast<LoadInst>(I); !Load || !Load->isSimple())
        if (auto *Copy = dyn_cast<MemTransferInst>(I);
            !Copy || Copy->isVolatile() || &U != &Copy->getRawSourceUse())
          return false;
    }
  return true;
}

/// The copy that fills all of `Local`, if no other copy writes to it.
MemCpyInst *fillingCopy(const AllocaInst &Local) {
  MemCpyInst *Fill = nullptr;
  for (const User *U : Local.users())
    if (auto *Copy = dyn_cast<MemCpyInst>(U); Copy && Copy->getRawDest() == &Local) {
      auto *Length = dyn_cast<ConstantInt>(Copy->getLength());
      auto Size = Local.getAllocationSize(Local.getDataLayout());
      if (Fill || !Length || !Size || Size->isScalable() || Length->getZExtValue() != *Size ||
          Copy->isVolatile())
        return nullptr;
      Fill = const_cast<MemCpyInst *>(Copy);
    }
  return Fill;
}

/// The object to which `Source` points, with the distance in bytes, if no thread of the kernel can
/// change it: a by-value parameter that is only read, or a `__constant__` variable.
std::pair<Value *, APInt> unchangingObject(Value &Source, const DataLayout &DL) {
  APInt Offset(DL.getIndexTypeSizeInBits(Source.getType()), 0);
  Value *Object = Source.stripAndAccumulateConstantOffsets(DL, Offset, /*AllowNonInbounds=*/false);
  auto *Arg = dyn_cast<Argument>(Object);
  if (Arg && Arg->hasByValAttr() && isOnlyRead(*Arg, /*Fill=*/nullptr))
    return {Object, Offset};
  auto *Global = dyn_cast<GlobalVariable>(Object->stripPointerCasts());
  if (Global && !Global->hasPrivateLinkage() && Global->getAddressSpace() == ConstantSpace)
    return {Object, Offset};
  return {nullptr, Offset};
}

/// A member of a struct: `Size` bytes from `Offset` on.
struct Member {
  uint64_t Offset;
  uint64_t Size;
  Type *Ty;
};

/// One local struct and the members that its uses need.
class StructSplit {
public:
  explicit StructSplit(AllocaInst &Local) : Local(Local), DL(Local.getDataLayout()) {
    auto *Ty = cast<StructType>(Local.getAllocatedType());
    const StructLayout &Layout = *DL.getStructLayout(Ty);
    for (auto [I, Element] : enumerate(Ty->elements()))
      Members.push_back({Layout.getElementOffset(I), DL.getTypeAllocSize(Element), Element});
  }

  /// Returns true if a variable indexes a member, and each use either stays within one member or
  /// covers all members that it touches completely.
  bool isPossible() {
    collect(Local, 0, /*Array=*/nullptr);
    return Possible && Indexed;
  }

  void apply();

private:
  /// An operand that points `Offset` bytes into the struct.
  struct Site {
    Use *Operand;
    uint64_t Offset;
    const Member *Of; ///< null if a copy covers several members
  };

  void collect(Value &Pointer, uint64_t Offset, const Member *Array);
  void collectIndexing(Use &U, uint64_t Offset, const Member *Array);
  void collectTransfer(Use &U, uint64_t Offset, const Member *Array);
  void splitTransfer(const Site &S);
  void describeParts();

  const Member *memberAt(uint64_t Offset, uint64_t Size) const {
    auto Holds = [&](const Member &M) {
      return M.Offset <= Offset && Offset + Size <= M.Offset + M.Size;
    };
    auto *M = find_if(Members, Holds);
    return M == Members.end() ? nullptr : M;
  }

  void require(Use &U, uint64_t Offset, const Member *Of) {
    Possible &= Of != nullptr;
    Sites.push_back({&U, Offset, Of});
  }

  Value *addressOf(IRBuilder<> &B, const Member &M, uint64_t Offset) {
    AllocaInst *Part = Parts[&M - Members.data()];
    return Offset == M.Offset ? Part : B.CreateInBoundsPtrAdd(Part, B.getInt64(Offset - M.Offset));
  }

  AllocaInst &Local;
  const DataLayout &DL;
  SmallVector<Member, 8> Members;
  SmallVector<AllocaInst *, 8> Parts; ///< variables for the members, in their order
  SmallVector<Site, 32> Sites;
  SmallPtrSet<const Instruction *, 8> Split; ///< copies and fills of several members
  SmallVector<Instruction *, 32> Dead;       ///< dead instructions, users after what they use
  bool Possible = true;
  bool Indexed = false;
};

/// Visits the uses of `Pointer`, which points `Offset` bytes into the struct. If `Array` is not
/// null, the pointer is into that array, and no index leads to another member.
void StructSplit::collect(Value &Pointer, uint64_t Offset, const Member *Array) {
  for (Use &U : Pointer.uses()) {
    auto *I = cast<Instruction>(U.getUser());
    if (!Possible)
      return;
    if (isLifetime(*I))
      Dead.push_back(I);
    else if (isa<GetElementPtrInst>(I))
      collectIndexing(U, Offset, Array);
    else if (isa<MemIntrinsic>(I))
      collectTransfer(U, Offset, Array);
    else if (getLoadStorePointerOperand(I) == &Pointer &&
             U.getOperandNo() == I->getNumOperands() - 1) {
      const Member *Of = memberAt(Offset, DL.getTypeStoreSize(getLoadStoreType(I)));
      require(U, Offset, Array && Array != Of ? nullptr : Of);
    } else {
      require(U, Offset, Array);
    }
  }
}

void StructSplit::collectIndexing(Use &U, uint64_t Offset, const Member *Array) {
  auto &Gep = *cast<GetElementPtrInst>(U.getUser());
  if (U.getOperandNo() != 0 || Gep.getType()->isVectorTy()) {
    Possible = false;
    return;
  }
  // The constant indices up to the first variable, and the outermost array that they lead into.
  Type *Inside = nullptr;
  for (auto At = gep_type_begin(Gep), End = gep_type_end(Gep); At != End; ++At) {
    if (Inside && !Array && !At.isStruct())
      Array = memberAt(Offset, DL.getTypeAllocSize(Inside));
    Inside = At.getIndexedType();
    auto *Index = dyn_cast<ConstantInt>(At.getOperand());
    if (!Index) {
      Indexed = true;
      return require(U, Offset, Array);
    }
    Offset += At.isStruct()
                  ? DL.getStructLayout(At.getStructType())->getElementOffset(Index->getZExtValue())
                  : Index->getSExtValue() * At.getSequentialElementStride(DL);
  }
  collect(Gep, Offset, Array);
  Dead.push_back(&Gep);
}

void StructSplit::collectTransfer(Use &U, uint64_t Offset, const Member *Array) {
  auto &Transfer = *cast<MemIntrinsic>(U.getUser());
  auto *Length = dyn_cast<ConstantInt>(Transfer.getLength());
  if (Array || !Length || Transfer.isVolatile())
    return require(U, Offset, Array);
  uint64_t Size = Length->getZExtValue();
  const Member *Of = memberAt(Offset, Size);
  auto IsWhole = [&](const Member &M) {
    bool Apart = M.Offset + M.Size <= Offset || Offset + Size <= M.Offset;
    return Apart || (Offset <= M.Offset && M.Offset + M.Size <= Offset + Size);
  };
  // A copy within the struct would have to be split twice.
  Possible &= Of || (all_of(Members, IsWhole) && Split.insert(&Transfer).second);
  Sites.push_back({&U, Offset, Of});
}

/// A copy or a fill of several members, one by one.
void StructSplit::splitTransfer(const Site &S) {
  auto &Transfer = *cast<MemIntrinsic>(S.Operand->getUser());
  uint64_t Size = cast<ConstantInt>(Transfer.getLength())->getZExtValue();
  IRBuilder<> B(&Transfer);
  for (const Member &M : Members) {
    if (M.Size == 0 || M.Offset < S.Offset || M.Offset + M.Size > S.Offset + Size)
      continue;
    Value *Part = addressOf(B, M, M.Offset);
    auto *Copy = dyn_cast<MemTransferInst>(&Transfer);
    if (!Copy) {
      B.CreateMemSet(Part, cast<MemSetInst>(Transfer).getValue(), M.Size, MaybeAlign());
      continue;
    }
    bool Into = S.Operand == &Copy->getRawDestUse();
    Value *Other = Into ? Copy->getRawSource() : Copy->getRawDest();
    Align OtherAlign = (Into ? Copy->getSourceAlign() : Copy->getDestAlign()).valueOrOne();
    Other = B.CreateInBoundsPtrAdd(Other, B.getInt64(M.Offset - S.Offset));
    OtherAlign = commonAlignment(OtherAlign, M.Offset - S.Offset);
    Align PartAlign = Parts[&M - Members.data()]->getAlign();
    if (Into)
      B.CreateMemCpy(Part, PartAlign, Other, OtherAlign, M.Size);
    else
      B.CreateMemCpy(Other, OtherAlign, Part, PartAlign, M.Size);
  }
  Transfer.eraseFromParent();
}

/// Describes the struct variable to the debugger as fragments, as scalar replacement would.
void StructSplit::describeParts() {
  for (DbgVariableRecord *R : findDVRDeclares(&Local)) {
    for (auto [M, Part] : zip_equal(Members, Parts))
      if (auto Fragment =
              DIExpression::createFragmentExpression(R->getExpression(), M.Offset * 8, M.Size * 8);
          Fragment && M.Size != 0 && Members.size() > 1)
        DbgVariableRecord::createDVRDeclare(Part, R->getVariable(), *Fragment,
                                            R->getDebugLoc().get(), *R);
    R->eraseFromParent();
  }
}

void StructSplit::apply() {
  IRBuilder<> Entry(&Local);
  for (const Member &M : Members) {
    AllocaInst *Part = Entry.CreateAlloca(M.Ty, Local.getAddressSpace(), nullptr, Local.getName());
    Part->setAlignment(commonAlignment(Local.getAlign(), M.Offset));
    Parts.push_back(Part);
  }
  for (const Site &S : Sites)
    if (S.Of)
      S.Operand->set(addressOf(Entry, *S.Of, S.Offset));
    else
      splitTransfer(S);
  describeParts();
  for (Instruction *I : Dead)
    I->eraseFromParent();
  Local.eraseFromParent();
}

} // namespace

bool forwardParameterCopies(Function &F) {
  const DataLayout &DL = F.getDataLayout();
  bool Changed = false;
  for (AllocaInst *Local : localStructs(F)) {
    MemCpyInst *Fill = fillingCopy(*Local);
    if (!Fill || !isOnlyRead(*Local, Fill))
      continue;
    auto [Object, Offset] = unchangingObject(*Fill->getRawSource(), DL);
    if (!Object)
      continue;
    IRBuilder<> B(Local);
    Value *Source = B.CreatePointerBitCastOrAddrSpaceCast(Object, Local->getType());
    Source = B.CreateInBoundsPtrAdd(Source, B.getInt(Offset));
    Fill->eraseFromParent();
    for (User *U : make_early_inc_range(Local->users()))
      if (auto *Use = cast<Instruction>(U); isLifetime(*Use))
        Use->eraseFromParent();
    Local->replaceAllUsesWith(Source);
    Local->eraseFromParent();
    Changed = true;
  }
  return Changed;
}

bool splitLocalStructs(Function &F) {
  bool Changed = false;
  for (AllocaInst *Local : localStructs(F))
    if (StructSplit Split(*Local); Split.isPossible()) {
      Split.apply();
      Changed = true;
    }
  return Changed;
}

} // namespace cudafix::frontend
