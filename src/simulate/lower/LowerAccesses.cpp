// SPDX-License-Identifier: Apache-2.0
//
// Announces loads, stores, atomics and copies to the machine, which returns the address to use.
#include "frontend/Calls.h"
#include "frontend/Precompiled.h"
#include "frontend/Program.h"
#include "frontend/ptx/AsmLowering.h"
#include "simulate/lower/Lowering.h"
#include "simulate/machine/Calls.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include <map>

namespace cudafix::simulate {

using namespace llvm;

Value *Lowering::generic(IRBuilder<> &B, Value *Pointer) {
  return Pointer->getType()->getPointerAddressSpace() ? B.CreateAddrSpaceCast(Pointer, Ptr)
                                                      : Pointer;
}

std::pair<Value *, uint64_t> Lowering::localObject(Value *Pointer) {
  Value *Base = const_cast<Value *>(getUnderlyingObject(Pointer, /*MaxLookup=*/0));
  if (auto *A = dyn_cast<AllocaInst>(Base))
    if (auto Size = A->getAllocationSize(M.getDataLayout()))
      return {A, Size->getFixedValue()};
  if (auto *A = dyn_cast<Argument>(Base))
    if (A->hasByValAttr())
      return {A, M.getDataLayout().getTypeAllocSize(A->getParamByValType())};
  return {nullptr, 0};
}

static AtomicScope scopeOf(LLVMContext &C, SyncScope::ID Id) {
  StringRef Name = C.getSyncScopeName(Id).value_or("");
  if (Name == "block")
    return AtomicScope::Block;
  return Name == "device" ? AtomicScope::Device : AtomicScope::System;
}

void Lowering::lowerAtomic(Instruction &I, Use &Pointer, Type *Type) {
  IRBuilder<> B(&I);
  Site S;
  S.Kind = SiteKind::Atomic;
  S.Size = M.getDataLayout().getTypeStoreSize(Type);
  S.Loads = !isa<StoreInst>(I);
  S.Stores = !isa<LoadInst>(I);
  AtomicOrdering Order = AtomicOrdering::Monotonic;
  if (auto *R = dyn_cast<AtomicRMWInst>(&I))
    Order = R->getOrdering();
  else if (auto *C = dyn_cast<AtomicCmpXchgInst>(&I))
    Order = C->getSuccessOrdering();
  else
    Order = isa<LoadInst>(I) ? cast<LoadInst>(I).getOrdering() : cast<StoreInst>(I).getOrdering();
  S.Acquire = isAcquireOrStronger(Order);
  S.Release = isReleaseOrStronger(Order);
  S.Scope = scopeOf(Context, getAtomicSyncScopeID(&I).value_or(SyncScope::System));
  Value *P = generic(B, Pointer), *To;
  if (auto *C = dyn_cast<AtomicCmpXchgInst>(&I)) {
    Value *Expected = C->getCompareOperand();
    Expected = Expected->getType()->isPointerTy() ? B.CreatePtrToInt(Expected, I64)
                                                  : B.CreateZExtOrTrunc(Expected, I64);
    To = call(B, "sim.cas", Ptr, {P, Expected, site(I, S)});
  } else {
    To = call(B, "sim.atomic", Ptr, {P, site(I, S)});
  }
  Pointer.set(To);
}

static bool isWithin(Value *Pointer, Value *Base, uint64_t Size, uint64_t Bytes,
                     const DataLayout &DL) {
  APInt Offset(64, 0);
  if (Pointer->stripAndAccumulateConstantOffsets(DL, Offset, true) != Base)
    return false;
  return Offset.isNonNegative() && Offset.ule(Bytes) && Size <= Bytes - Offset.getZExtValue();
}

/// A value as the 64 bits that the machine compares with the stored-over contents.
static Value *asBits(IRBuilder<> &B, Value *V, uint64_t Size) {
  Type *T = V->getType(), *Bits = B.getIntNTy(Size * 8);
  if (T->isPointerTy())
    return B.CreatePtrToInt(V, B.getInt64Ty());
  if (T->isIntegerTy())
    return B.CreateZExt(V, B.getInt64Ty());
  if (T->isAggregateType() || T->getPrimitiveSizeInBits() != Size * 8)
    return nullptr;
  return B.CreateZExt(B.CreateBitCast(V, Bits), B.getInt64Ty());
}

/// The address of a copy of the stored value.
static Value *spill(StoreInst &S, uint64_t Size) {
  constexpr uint64_t Largest = 64; // limits use of a fiber's stack
  auto *Ptr = PointerType::getUnqual(S.getContext());
  if (Size > Largest)
    return ConstantPointerNull::get(Ptr);
  Value *V = S.getValueOperand();
  IRBuilder<> Entry(&*S.getFunction()->getEntryBlock().getFirstInsertionPt()), B(&S);
  AllocaInst *Copy = Entry.CreateAlloca(V->getType());
  B.CreateStore(V, Copy);
  return Copy;
}

void Lowering::lowerAccess(Instruction &I) {
  auto *L = dyn_cast<LoadInst>(&I);
  auto *S = dyn_cast<StoreInst>(&I);
  Use &Pointer = I.getOperandUse(L ? L->getPointerOperandIndex() : S->getPointerOperandIndex());
  Type *T = L ? L->getType() : S->getValueOperand()->getType();
  if (I.isAtomic())
    return lowerAtomic(I, Pointer, T);
  const DataLayout &DL = M.getDataLayout();
  uint64_t Size = DL.getTypeStoreSize(T);
  if (Size > MostAccessBytes)
    return unsupported(I, "an access of " + Twine(Size) + " bytes at once");
  if (L)
    L->setAlignment(Align(1));
  else
    S->setAlignment(Align(1)); // the machine reports misaligned accesses; the host may crash
  IRBuilder<> B(&I);
  Site At;
  At.Kind = L ? SiteKind::Read : SiteKind::Write;
  At.Size = Size;
  At.Volatile = I.isVolatile();
  if (auto [Base, Bytes] = localObject(Pointer); Base) {
    if (isWithin(Pointer, Base, Size, Bytes, DL))
      return;
    At.Local = true;
    Pointer.set(call(
        B, "sim.local", Ptr,
        {generic(B, Pointer), B.getInt64(Size), generic(B, Base), B.getInt64(Bytes), site(I, At)}));
    return;
  }
  Value *P = generic(B, Pointer), *Number = site(I, At);
  bool Usual = isPowerOf2_64(Size) && Size <= (L ? 16 : 8);
  Value *Bits = S && Usual ? asBits(B, S->getValueOperand(), Size) : nullptr;
  std::string Suffix = std::to_string(Size);
  if (L)
    P = Usual ? call(B, "sim.load" + Suffix, Ptr, {P, Number})
              : call(B, "sim.load", Ptr, {P, B.getInt64(Size), Number});
  else
    P = Bits ? call(B, "sim.store" + Suffix, Ptr, {P, Bits, Number})
             : call(B, "sim.store", Ptr, {P, B.getInt64(Size), spill(*S, Size), Number});
  Pointer.set(P);
}

/// The address to use for an access made by a call: the pointer itself, unless it is out of bounds.
Value *Lowering::access(CallBase &Call, Value *Pointer, uint64_t Size, SiteKind Kind) {
  IRBuilder<> B(&Call);
  Site At;
  At.Kind = Kind;
  At.Size = Size;
  Value *Bytes = B.getInt64(Size);
  if (auto [Base, Limit] = localObject(Pointer); Base) {
    if (isWithin(Pointer, Base, Size, Limit, M.getDataLayout()))
      return Pointer;
    At.Local = true;
    return call(B, "sim.local", Ptr,
                {generic(B, Pointer), Bytes, generic(B, Base), B.getInt64(Limit), site(Call, At)});
  }
  SmallVector<Value *> Arguments{generic(B, Pointer), Bytes};
  if (Kind == SiteKind::Write)
    Arguments.push_back(ConstantPointerNull::get(cast<PointerType>(Ptr)));
  Arguments.push_back(site(Call, At));
  return call(B, Kind == SiteKind::Write ? "sim.store" : "sim.load", Ptr, Arguments);
}

/// A copy between variables of the thread, or a fill of one, is kept, but copies nothing if it
/// would leave one of them.
void Lowering::lowerLocalCopy(MemIntrinsic &Copy) {
  IRBuilder<> B(&Copy);
  auto *From = dyn_cast<MemTransferInst>(&Copy);
  Value *Size = B.CreateZExtOrTrunc(Copy.getLength(), I64);
  auto *Constant = dyn_cast<ConstantInt>(Size);
  auto Check = [&](Value *Pointer, SiteKind Kind) {
    auto [Base, Bytes] = localObject(Pointer);
    if (Constant && isWithin(Pointer, Base, Constant->getZExtValue(), Bytes, M.getDataLayout()))
      return;
    if (Copy.getIntrinsicID() == Intrinsic::memcpy_inline ||
        Copy.getIntrinsicID() == Intrinsic::memset_inline)
      return unsupported(Copy, "a copy beyond the end of a variable");
    Site At;
    At.Kind = Kind;
    At.Local = true;
    Value *P = generic(B, Pointer);
    Value *To =
        call(B, "sim.local", Ptr, {P, Size, generic(B, Base), B.getInt64(Bytes), site(Copy, At)});
    Size = B.CreateSelect(B.CreateICmpEQ(To, P), Size, B.getInt64(0));
  };
  Check(Copy.getRawDest(), SiteKind::Write);
  if (From)
    Check(From->getRawSource(), SiteKind::Read);
  Copy.setLength(B.CreateZExtOrTrunc(Size, Copy.getLength()->getType()));
}

/// memcpy, memmove and memset.
void Lowering::lowerCopy(CallBase &Call) {
  auto &Intrinsic = cast<MemIntrinsic>(Call);
  auto *From = dyn_cast<MemTransferInst>(&Call);
  bool Local = localObject(Intrinsic.getRawDest()).first &&
               (!From || localObject(From->getRawSource()).first);
  if (Local)
    return lowerLocalCopy(Intrinsic);
  IRBuilder<> B(&Call);
  Value *Size = B.CreateZExtOrTrunc(Intrinsic.getLength(), I64);
  Value *To = generic(B, Intrinsic.getRawDest());
  Site At;
  if (auto *Constant = dyn_cast<ConstantInt>(Size))
    At.Size = Constant->getZExtValue();
  At.Kind = SiteKind::Write;
  Value *Write = site(Call, At);
  At.Kind = SiteKind::Read;
  if (From)
    call(B, "sim.copy", Void, {To, generic(B, From->getRawSource()), Size, site(Call, At), Write});
  else
    call(B, "sim.fill", Void,
         {To, B.CreateZExt(cast<MemSetInst>(Call).getValue(), I32), Size, Write});
  Call.eraseFromParent();
}

void Lowering::lowerAccesses(Function &F) {
  SmallVector<Instruction *> Work;
  for (Instruction &I : instructions(F))
    Work.push_back(&I);
  for (Instruction *I : Work) {
    // Properties of the device's memory model, from which metadata follow, do not hold for the
    // host's.
    I->dropUnknownNonDebugMetadata({Context.getMDKindID(frontend::EarlyReturnMetadata),
                                    Context.getMDKindID(frontend::OpcodeMetadata),
                                    Context.getMDKindID(frontend::TogetherMetadata)});
    if (!Opts.Checked && !isa<FenceInst>(I))
      continue;
    if (auto *R = dyn_cast<AtomicRMWInst>(I))
      lowerAtomic(*I, I->getOperandUse(R->getPointerOperandIndex()), R->getValOperand()->getType());
    else if (auto *C = dyn_cast<AtomicCmpXchgInst>(I))
      lowerAtomic(*I, I->getOperandUse(C->getPointerOperandIndex()),
                  C->getNewValOperand()->getType());
    else if (isa<LoadInst, StoreInst>(I)) {
      // The lane's own fields, read at the beginning of the function, do not belong to the kernel.
      if (getUnderlyingObject(getLoadStorePointerOperand(I), 0) != F.getArg(0))
        lowerAccess(*I);
    } else if (isa<MemIntrinsic>(I)) {
      lowerCopy(cast<CallBase>(*I));
    } else if (auto *Fence = dyn_cast<FenceInst>(I)) {
      IRBuilder<> B(I);
      fence(B, scopeOf(Context, Fence->getSyncScopeID()));
      I->eraseFromParent();
    }
  }
}

/// A shift by more than the width uses only a part of the amount on the host; a device shifts all
/// bits out.
static void guardShift(BinaryOperator &Shift) {
  IRBuilder<> B(&Shift);
  Type *T = Shift.getType();
  Value *Amount = Shift.getOperand(1), *Last = ConstantInt::get(T, T->getIntegerBitWidth() - 1);
  Value *TooFar = B.CreateICmpUGT(Amount, Last);
  Shift.setOperand(1, B.CreateSelect(TooFar, Last, Amount));
  Shift.dropPoisonGeneratingFlags();
  if (Shift.getOpcode() == Instruction::AShr)
    return;
  B.SetInsertPoint(Shift.getNextNode());
  auto *Result = cast<Instruction>(B.CreateSelect(TooFar, Constant::getNullValue(T), &Shift));
  Shift.replaceUsesWithIf(Result, [&](Use &U) { return U.getUser() != Result; });
}

/// Division by zero and out-of-range conversions trap or differ on the host; on a device, a
/// division gives all bits set, and a conversion saturates.
void Lowering::guardArithmetic(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    IRBuilder<> B(&I);
    if (auto *C = dyn_cast<CastInst>(&I);
        C && (C->getOpcode() == Instruction::FPToSI || C->getOpcode() == Instruction::FPToUI)) {
      auto Id =
          C->getOpcode() == Instruction::FPToSI ? Intrinsic::fptosi_sat : Intrinsic::fptoui_sat;
      Value *V = B.CreateIntrinsic(Id, {C->getType(), C->getSrcTy()}, {C->getOperand(0)});
      C->replaceAllUsesWith(V);
      C->eraseFromParent();
      continue;
    }
    auto *D = dyn_cast<BinaryOperator>(&I);
    if (D && D->isShift() && D->getType()->isIntegerTy() && !isa<Constant>(D->getOperand(1))) {
      guardShift(*D);
      continue;
    }
    if (!D || !D->isIntDivRem() || isa<Constant>(D->getOperand(1)) || !D->getType()->isIntegerTy())
      continue;
    bool Signed = D->getOpcode() == Instruction::SDiv || D->getOpcode() == Instruction::SRem;
    Value *Divisor = D->getOperand(1);
    Value *Bad = B.CreateIsNull(Divisor);
    Value *Overflow = B.getFalse();
    if (Signed) {
      auto *Least = ConstantInt::get(D->getType(),
                                     APInt::getSignedMinValue(D->getType()->getIntegerBitWidth()));
      Overflow = B.CreateAnd(B.CreateICmpEQ(D->getOperand(0), Least),
                             B.CreateICmpEQ(Divisor, Constant::getAllOnesValue(D->getType())));
    }
    D->setOperand(
        1, B.CreateSelect(B.CreateOr(Bad, Overflow), ConstantInt::get(D->getType(), 1), Divisor));
    B.SetInsertPoint(D->getNextNode());
    auto *Result =
        cast<Instruction>(B.CreateSelect(Bad, Constant::getAllOnesValue(D->getType()), D));
    D->replaceUsesWithIf(Result, [&](Use &U) { return U.getUser() != Result; });
  }
}

} // namespace cudafix::simulate
