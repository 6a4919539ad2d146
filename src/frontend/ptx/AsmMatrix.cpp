// SPDX-License-Identifier: Apache-2.0
//
// mma.sync: the matrices of a warp, each lane of which holds a part (PTX ISA, "Matrix multiply and
// accumulate operation using mma instruction"). For wgmma, only the addresses of its tiles are
// understood.

#include "frontend/ptx/AsmLowering.h"
#include "frontend/ptx/Forms.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace cudafix::frontend;

static MatrixType elementOf(StringRef Name) {
  return StringSwitch<MatrixType>(Name)
      .Case("f16", MatrixType::F16)
      .Case("bf16", MatrixType::BF16)
      .Case("tf32", MatrixType::TF32)
      .Case("f32", MatrixType::F32)
      .Case("f64", MatrixType::F64)
      .Case("s8", MatrixType::S8)
      .Case("u8", MatrixType::U8)
      .Case("s32", MatrixType::S32)
      .Case("e4m3", MatrixType::E4M3)
      .Case("e5m2", MatrixType::E5M2)
      .Default(MatrixType::None);
}

/// Returns true if it is known how lanes hold matrices of the form.
static bool isKnown(const MatrixForm &F) {
  using T = MatrixType;
  auto IsByte = [](T X) { return bitsOf(X) == 8; };
  auto IsInteger = [](T X) { return X == T::S8 || X == T::U8; };
  if (F.M == 8)
    return F.K == 4 && F.A == T::F64 && F.B == T::F64 && F.D == T::F64;
  if (F.A == T::F16 && F.B == T::F16)
    return (F.K == 8 || F.K == 16) && (F.D == T::F32 || F.D == T::F16);
  if (F.A == T::BF16 && F.B == T::BF16)
    return (F.K == 8 || F.K == 16) && F.D == T::F32;
  if (F.A == T::TF32 && F.B == T::TF32)
    return (F.K == 4 || F.K == 8) && F.D == T::F32;
  if (IsInteger(F.A) && IsInteger(F.B))
    return (F.K == 16 || F.K == 32) && F.D == T::S32;
  return IsByte(F.A) && IsByte(F.B) && F.K == 32 && (F.D == T::F32 || F.D == T::F16);
}

/// mma.sync.aligned.SHAPE.row.col{.satfinite}.DTYPE.ATYPE.BTYPE.CTYPE d, a, b, c
bool AsmLowering::multiply() {
  SmallVector<StringRef, 12> Parts;
  Now->Opcode.split(Parts, '.');
  if (Parts.size() < 10 || Parts.size() > 11 || Parts[1] != "sync" || Parts[2] != "aligned" ||
      Parts[4] != "row" || Parts[5] != "col" || Now->Operands.size() != 4)
    return false;
  MatrixForm Form;
  Form.Saturates = Parts[6] == "satfinite";
  if (Parts.size() == 11 && !Form.Saturates)
    return false;
  auto Types = ArrayRef(Parts).take_back(4);
  Form.D = elementOf(Types[0]);
  Form.A = elementOf(Types[1]);
  Form.B = elementOf(Types[2]);
  Form.C = Form.D;
  StringRef Shape = Parts[3];
  if (!Shape.consume_front("m") || Shape.consumeInteger(10, Form.M) || !Shape.consume_front("n") ||
      Shape.consumeInteger(10, Form.N) || !Shape.consume_front("k") ||
      Shape.getAsInteger(10, Form.K) || Form.N != 8 || (Form.M != 16 && Form.M != 8) ||
      Types[3] != Types[0] || !isKnown(Form))
    return false;
  auto Names = [](StringRef Operand) {
    SmallVector<StringRef, 4> All;
    Operand.trim("{} ").split(All, ',');
    for (StringRef &Name : All)
      Name = Name.trim();
    return All;
  };
  Type *I32 = B.getInt32Ty(), *I64 = B.getInt64Ty();
  const bool Wide = Form.D == MatrixType::F64;
  // Bits of all lanes' elements, as 32-bit registers of one lane.
  auto Words = [](unsigned Elements, MatrixType T) { return Elements * bitsOf(T) / 32 / 32; };
  auto Vector = [&](unsigned Operand, unsigned Count, unsigned Room) -> Value * {
    SmallVector<StringRef, 4> Registers = Names(Now->Operands[Operand]);
    Value *V = Constant::getNullValue(FixedVectorType::get(I32, Room));
    if (Registers.size() * (Wide ? 2 : 1) != Count)
      return nullptr;
    for (auto [I, Name] : enumerate(Registers)) {
      Value *R = source(Name, Wide ? I64 : I32);
      if (!R)
        return nullptr;
      if (!Wide) {
        V = B.CreateInsertElement(V, R, I);
        continue;
      }
      V = B.CreateInsertElement(V, B.CreateTrunc(R, I32), 2 * I);
      V = B.CreateInsertElement(V, B.CreateTrunc(B.CreateLShr(R, 32), I32), 2 * I + 1);
    }
    return V;
  };
  const unsigned OfD = Words(Form.M * Form.N, Form.D);
  Value *Left = Vector(1, Words(Form.M * Form.K, Form.A), 4);
  Value *Right = Vector(2, Words(Form.K * Form.N, Form.B), 2);
  Value *Sum = Vector(3, OfD, 4);
  SmallVector<StringRef, 4> Results = Names(Now->Operands[0]);
  if (!Left || !Right || !Sum || Results.size() * (Wide ? 2 : 1) != OfD)
    return false;
  Value *All = call("__cudafix_mma", {B.getInt32(Form.number()), Left, Right, Sum},
                    FixedVectorType::get(I32, 4));
  mark(cast<Instruction>(All));
  for (auto [I, Name] : enumerate(Results)) {
    auto Word = [&](unsigned At) { return B.CreateExtractElement(All, At); };
    if (!Wide) {
      assign(Name, Word(I));
      continue;
    }
    Value *High = B.CreateShl(B.CreateZExt(Word(2 * I + 1), I64), 32);
    assign(Name, B.CreateOr(High, B.CreateZExt(Word(2 * I), I64)));
  }
  return true;
}

/// Bits of a matrix descriptor that hold the address of its tile, in units of 16 bytes (PTX ISA,
/// "Matrix descriptor format").
static constexpr unsigned AddressBits = 14, UnitBits = 4;

/// Returns true if the number is a mask that keeps `Count` bits from `First` on.
static bool keeps(const Value *Mask, unsigned First, unsigned Count) {
  auto *C = dyn_cast<ConstantInt>(Mask);
  return C && C->getBitWidth() >= First + Count &&
         C->getValue().extractBits(Count, First).isAllOnes();
}

/// The value from which a number of bytes is computed, if only its lower bits matter.
static Value *withoutMask(Value *V) {
  while (true) {
    if (auto *And = dyn_cast<BinaryOperator>(V); And && And->getOpcode() == Instruction::And &&
                                                 keeps(And->getOperand(1), UnitBits, AddressBits))
      V = And->getOperand(0);
    else if (isa<ZExtInst, TruncInst, FreezeInst>(V))
      V = cast<Instruction>(V)->getOperand(0);
    else
      return V;
  }
}

/// The tile of shared memory that a matrix descriptor names; null: not known.
Value *AsmLowering::tile(Value *Descriptor, unsigned Depth) {
  auto *I = dyn_cast<Instruction>(Descriptor);
  if (!I || Depth == 16)
    return nullptr;
  auto NamesNone = [&](Value *V) {
    const unsigned Width = V->getType()->getIntegerBitWidth();
    return Width >= AddressBits && MaskedValueIsZero(V, APInt::getLowBitsSet(Width, AddressBits),
                                                     F.getParent()->getDataLayout());
  };
  if (isa<ZExtInst, TruncInst, FreezeInst>(I))
    return tile(I->getOperand(0), Depth + 1);
  if (!isa<BinaryOperator>(I))
    return nullptr;
  Value *L = I->getOperand(0), *R = I->getOperand(1);
  switch (I->getOpcode()) {
  case Instruction::And:
    return keeps(R, 0, AddressBits) ? tile(L, Depth + 1) : nullptr;
  case Instruction::Or:
  case Instruction::Add: {
    if (NamesNone(R))
      return tile(L, Depth + 1);
    if (NamesNone(L))
      return tile(R, Depth + 1);
    if (I->getOpcode() == Instruction::Or)
      return nullptr;
    Value *P = tile(L, Depth + 1);
    Value *Units = P ? R : L;
    P = P ? P : tile(R, Depth + 1);
    if (!P)
      return nullptr;
    Value *Bytes = B.CreateShl(B.CreateSExtOrTrunc(Units, B.getInt64Ty()), UnitBits);
    return B.CreateGEP(B.getInt8Ty(), P, Bytes);
  }
  case Instruction::LShr: {
    auto *By = dyn_cast<ConstantInt>(R);
    return By && By->equalsInt(UnitBits) ? pointer(withoutMask(L)) : nullptr;
  }
  default:
    return nullptr;
  }
}

/// Records which tiles of shared memory a wgmma.mma_async reads; the instruction itself stays.
void AsmLowering::noteTiles(ArrayRef<PtxStatement> Statements) {
  const PtxStatement *Multiplies = nullptr;
  for (const PtxStatement &S : Statements) {
    if (S.Opcode.starts_with("wgmma.mma_async") && !Multiplies)
      Multiplies = &S;
    else if (!S.Opcode.empty() && !computes(classOf(S.Opcode)))
      return;
  }
  if (!Multiplies || !Multiplies->Guard.empty() || Multiplies->Operands.size() < 3 ||
      !bindOperands())
    return;
  Now = Multiplies;
  B.SetInsertPoint(&Call);
  for (StringRef Operand : ArrayRef(Now->Operands).slice(1, 2)) {
    Value *Descriptor = Registers.lookup(Operand);
    if (!Descriptor || !Descriptor->getType()->isIntegerTy(64))
      continue; // in registers, or computed by the statement
    if (Value *P = tile(Descriptor))
      asyncCall("__cudafix_wgmma_read", {P});
  }
}
