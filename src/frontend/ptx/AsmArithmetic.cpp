// SPDX-License-Identifier: Apache-2.0
//
// Statements of PTX that compute a value.

#include "frontend/ptx/AsmLowering.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;
using namespace cudafix::frontend;

/// Operations on bits: bfe, bfi, lop3, prmt and others.
Value *AsmLowering::bits(StringRef Op, Type *T, bool Signed) {
  Type *I32 = B.getInt32Ty();
  Value *X = source(1, T);
  if (!X)
    return nullptr;
  if (Op == "popc")
    return asType(B.CreateUnaryIntrinsic(Intrinsic::ctpop, X), I32);
  if (Op == "clz")
    return asType(B.CreateBinaryIntrinsic(Intrinsic::ctlz, X, B.getFalse()), I32);
  if (Op == "brev")
    return B.CreateUnaryIntrinsic(Intrinsic::bitreverse, X);
  if (!T->isIntegerTy(32))
    return nullptr;
  Value *Y = source(2, T), *Z = source(3, T), *W = source(4, T);
  // PTX shifts by 32 and more give 0; LLVM's are undefined.
  auto Shift = [&](Value *V, Value *By, bool Left) {
    Type *I64 = B.getInt64Ty();
    Value *Wide = B.CreateZExt(V, I64), *N = B.CreateZExt(B.CreateAnd(By, B.getInt32(63)), I64);
    return B.CreateTrunc(Left ? B.CreateShl(Wide, N) : B.CreateLShr(Wide, N), T);
  };
  auto Ones = [&](Value *N) { return B.CreateSub(Shift(B.getInt32(1), N, true), B.getInt32(1)); };
  if (Op == "bfe" && !Signed && Z)
    return B.CreateAnd(Shift(X, Y, false), Ones(Z));
  if (Op == "bfi" && W) {
    Value *Mask = Shift(Ones(W), Z, true);
    return B.CreateOr(B.CreateAnd(Y, B.CreateNot(Mask)), B.CreateAnd(Shift(X, Z, true), Mask));
  }
  if (Op == "prmt" && Z)
    return intrinsic(Intrinsic::nvvm_prmt, {X, Y, Z});
  auto *Table = dyn_cast_or_null<ConstantInt>(W);
  if (Op != "lop3" || !Table)
    return nullptr;
  Value *Result = B.getInt32(0);
  for (unsigned Row = 0; Row < 8; ++Row)
    if (Table->getZExtValue() >> Row & 1) {
      Value *A = Row & 4 ? X : B.CreateNot(X), *C = Row & 2 ? Y : B.CreateNot(Y);
      Value *D = Row & 1 ? Z : B.CreateNot(Z);
      Result = B.CreateOr(Result, B.CreateAnd(B.CreateAnd(A, C), D));
    }
  return Result;
}

/// A shift: amounts beyond the width clear all bits, or fill them with the sign.
Value *AsmLowering::shift(StringRef Op, Type *T, bool Signed) {
  Value *X = source(1, T), *N = source(2, B.getInt32Ty());
  if (!X || !N)
    return nullptr;
  bool Left = Op == "shl";
  unsigned Width = T->getIntegerBitWidth();
  Value *Past = B.CreateICmpUGE(N, B.getInt32(Width));
  Value *By =
      B.CreateZExtOrTrunc(B.CreateSelect(Past, B.getInt32(Signed && !Left ? Width - 1 : 0), N), T);
  Value *V = Left ? B.CreateShl(X, By) : Signed ? B.CreateAShr(X, By) : B.CreateLShr(X, By);
  return Signed && !Left ? V : B.CreateSelect(Past, ConstantInt::get(T, 0), V);
}

/// mul and mad: the low or high half of the product, the whole product, or that of 24-bit operands.
Value *AsmLowering::multiply(StringRef Op, Type *T, bool Signed) {
  auto [Name, Form] = Op.split('.');
  Value *X = source(1, T), *Y = source(2, T), *Product = nullptr;
  if (!X || !Y)
    return nullptr;
  auto Low24 = [&](Value *V) {
    Value *Up = B.CreateShl(V, 8);
    return Signed ? B.CreateAShr(Up, 8) : B.CreateLShr(Up, 8);
  };
  unsigned Width = T->getIntegerBitWidth();
  if (Form == "lo") {
    Product = Name.ends_with("24") ? B.CreateMul(Low24(X), Low24(Y)) : B.CreateMul(X, Y);
  } else if ((Form == "wide" && Width < 64) || (Form == "hi" && !Name.ends_with("24"))) {
    Type *Wide = B.getIntNTy(2 * Width);
    auto Extend = [&](Value *V) { return Signed ? B.CreateSExt(V, Wide) : B.CreateZExt(V, Wide); };
    Product = B.CreateMul(Extend(X), Extend(Y));
    if (Form == "hi")
      Product = B.CreateTrunc(B.CreateLShr(Product, Width), T);
  }
  if (!Product || Name.starts_with("mul"))
    return Product;
  Value *Z = source(3, Product->getType());
  return Z ? B.CreateAdd(Product, Z) : nullptr;
}

Value *AsmLowering::real(StringRef Op, Type *T) {
  // Only rounding to nearest, as in IR operations, or less exact operations.
  StringRef Name = Op.split('.').first, Modifiers = Op.drop_front(Name.size());
  while (!Modifiers.empty())
    if (!Modifiers.consume_front(".rn") && !Modifiers.consume_front(".approx") &&
        !Modifiers.consume_front(".ftz") && !Modifiers.consume_front(".full"))
      return nullptr;
  Value *X = source(1, T), *Y = source(2, T), *Z = source(3, T);
  if (!X)
    return nullptr;
  auto Unary = StringSwitch<Intrinsic::ID>(Name)
                   .Case("ex2", Intrinsic::exp2)
                   .Case("lg2", Intrinsic::log2)
                   .Case("sqrt", Intrinsic::sqrt)
                   .Case("sin", Intrinsic::sin)
                   .Case("cos", Intrinsic::cos)
                   .Case("tanh", Intrinsic::tanh)
                   .Case("abs", Intrinsic::fabs)
                   .Default(Intrinsic::not_intrinsic);
  if (Unary != Intrinsic::not_intrinsic)
    return B.CreateUnaryIntrinsic(Unary, X);
  if (Name == "neg")
    return B.CreateFNeg(X);
  if (Name == "rcp")
    return B.CreateFDiv(ConstantFP::get(T, 1), X);
  if (Name == "rsqrt")
    return B.CreateFDiv(ConstantFP::get(T, 1), B.CreateUnaryIntrinsic(Intrinsic::sqrt, X));
  if (!Y)
    return nullptr;
  if (Name == "add")
    return B.CreateFAdd(X, Y);
  if (Name == "sub")
    return B.CreateFSub(X, Y);
  if (Name == "mul")
    return B.CreateFMul(X, Y);
  if (Name == "div")
    return B.CreateFDiv(X, Y);
  if (Name == "min" || Name == "max")
    return B.CreateBinaryIntrinsic(Name == "min" ? Intrinsic::minnum : Intrinsic::maxnum, X, Y);
  if ((Name == "fma" || Name == "mad") && Z)
    return B.CreateIntrinsic(Intrinsic::fma, {T}, {X, Y, Z});
  return nullptr;
}

Value *AsmLowering::arithmetic(StringRef Op, StringRef Type) {
  llvm::Type *T = typeOf(Type);
  if (!T)
    return nullptr;
  if (Op == "mov" || Op == "cvta" || Op.starts_with("cvta.to") || Op.starts_with("cvta.shared") ||
      Op.starts_with("cvta.global"))
    return source(1, T);
  if (Op == "selp") {
    Value *X = source(1, T), *Y = source(2, T), *P = source(3, B.getInt1Ty());
    return X && Y && P ? B.CreateSelect(P, X, Y) : nullptr;
  }
  if (T->isFloatingPointTy())
    return real(Op, T);
  bool Signed = Type.starts_with("s");
  if (Op == "shl" || Op == "shr")
    return shift(Op, T, Signed);
  if (Op.starts_with("mul") || Op.starts_with("mad"))
    return multiply(Op, T, Signed);
  if (Value *V = bits(Op, T, Signed))
    return V;
  Value *X = source(1, T), *Y = source(2, T), *Z = source(3, T);
  if (!X)
    return nullptr;
  if (Op == "not")
    return B.CreateNot(X);
  if (Op == "neg")
    return B.CreateNeg(X);
  if (Op == "abs")
    return B.CreateBinaryIntrinsic(Intrinsic::abs, X, B.getFalse());
  if (!Y)
    return nullptr;
  if ((Op == "shf.l.wrap" || Op == "shf.r.wrap") && Z)
    return B.CreateIntrinsic(Op == "shf.l.wrap" ? Intrinsic::fshl : Intrinsic::fshr, {T},
                             {Y, X, Z});
  if (Op == "min" || Op == "max") {
    bool Min = Op == "min";
    return B.CreateBinaryIntrinsic(Signed ? (Min ? Intrinsic::smin : Intrinsic::smax)
                                          : (Min ? Intrinsic::umin : Intrinsic::umax),
                                   X, Y);
  }
  auto Code = StringSwitch<unsigned>(Op)
                  .Case("add", Instruction::Add)
                  .Case("sub", Instruction::Sub)
                  .Case("div", Signed ? Instruction::SDiv : Instruction::UDiv)
                  .Case("rem", Signed ? Instruction::SRem : Instruction::URem)
                  .Case("and", Instruction::And)
                  .Case("or", Instruction::Or)
                  .Case("xor", Instruction::Xor)
                  .Default(0);
  return Code ? B.CreateBinOp(static_cast<Instruction::BinaryOps>(Code), X, Y) : nullptr;
}

/// setp.COMPARISON.type
bool AsmLowering::compare() {
  auto [Op, Type] = Now->Opcode.rsplit('.');
  if (Op.starts_with("setp.") && Op.ends_with(".ftz"))
    Op = Op.drop_back(4);
  llvm::Type *T = typeOf(Type);
  Value *X = source(1, T), *Y = source(2, T);
  if (!X || !Y || Op.count('.') != 1 || Now->Operands.size() != 3)
    return false;
  bool Signed = Type.starts_with("s"), Real = T->isFloatingPointTy();
  using P = CmpInst::Predicate;
  auto Pick = [&](P OfReals, P OfSigned, P OfUnsigned) {
    return Real ? OfReals : Signed ? OfSigned : OfUnsigned;
  };
  constexpr P None = CmpInst::BAD_ICMP_PREDICATE;
  P Comparison = StringSwitch<P>(Op.split('.').second)
                     .Case("eq", Pick(CmpInst::FCMP_OEQ, CmpInst::ICMP_EQ, CmpInst::ICMP_EQ))
                     .Case("ne", Pick(CmpInst::FCMP_ONE, CmpInst::ICMP_NE, CmpInst::ICMP_NE))
                     .Case("lt", Pick(CmpInst::FCMP_OLT, CmpInst::ICMP_SLT, CmpInst::ICMP_ULT))
                     .Case("le", Pick(CmpInst::FCMP_OLE, CmpInst::ICMP_SLE, CmpInst::ICMP_ULE))
                     .Case("gt", Pick(CmpInst::FCMP_OGT, CmpInst::ICMP_SGT, CmpInst::ICMP_UGT))
                     .Case("ge", Pick(CmpInst::FCMP_OGE, CmpInst::ICMP_SGE, CmpInst::ICMP_UGE))
                     .Case("lo", Pick(None, None, CmpInst::ICMP_ULT))
                     .Case("ls", Pick(None, None, CmpInst::ICMP_ULE))
                     .Case("hi", Pick(None, None, CmpInst::ICMP_UGT))
                     .Case("hs", Pick(None, None, CmpInst::ICMP_UGE))
                     .Default(None);
  if (Comparison == None)
    return false;
  assign(Now->Operands[0], B.CreateCmp(Comparison, X, Y));
  return true;
}

/// cvt.TO.FROM between integers.
bool AsmLowering::convert() {
  auto [Op, Type] = Now->Opcode.rsplit('.');
  llvm::Type *From = typeOf(Type), *To = typeOf(Op.split('.').second);
  Value *V = source(1, From);
  if (!V || !To || !From->isIntegerTy() || !To->isIntegerTy())
    return false;
  assign(Now->Operands[0],
         Type.starts_with("s") ? B.CreateSExtOrTrunc(V, To) : B.CreateZExtOrTrunc(V, To));
  return true;
}

/// The registers of an operand "{a, b}"; empty: it is a single register.
static SmallVector<StringRef, 4> elements(StringRef Operand) {
  SmallVector<StringRef, 4> Names;
  if (Operand.consume_front("{") && Operand.consume_back("}"))
    Operand.split(Names, ',');
  for (StringRef &N : Names)
    N = N.trim(" \t\r\n");
  return Names;
}

/// mov.b64 {a, b}, c and mov.b64 c, {a, b}: parts of a register, the lowest first.
bool AsmLowering::pack() {
  Type *T = typeOf(Now->Opcode.rsplit('.').second);
  auto To = elements(Now->Operands[0]), From = elements(Now->Operands[1]);
  unsigned Parts = To.empty() ? From.size() : To.size();
  if (!T || !T->isIntegerTy() || !Parts || !(To.empty() || From.empty()) ||
      T->getIntegerBitWidth() % Parts)
    return false;
  unsigned Width = T->getIntegerBitWidth() / Parts;
  Type *Part = B.getIntNTy(Width);
  if (!To.empty()) {
    Value *V = source(1, T);
    for (unsigned I = 0; I < Parts && V; ++I)
      if (To[I] != "_")
        assign(To[I], B.CreateTrunc(B.CreateLShr(V, I * Width), Part));
    return V;
  }
  Value *Whole = ConstantInt::get(T, 0);
  for (unsigned I = 0; I < Parts; ++I) {
    Value *V = source(From[I], Part);
    if (!V)
      return false;
    Whole = B.CreateOr(Whole, B.CreateShl(B.CreateZExt(V, T), I * Width));
  }
  assign(Now->Operands[0], Whole);
  return true;
}

bool AsmLowering::compute() {
  auto [Op, Type] = Now->Opcode.rsplit('.');
  if (Op.starts_with("setp"))
    return compare();
  if (Op.starts_with("cvt."))
    return convert();
  if (Op == "mov" && Now->Operands.size() == 2 &&
      (Now->Operands[0].starts_with("{") || Now->Operands[1].starts_with("{")))
    return pack();
  // A cache policy is a value that no other instruction inspects.
  Value *V = Op.starts_with("createpolicy.") ? call("__cudafix_policy", {}, B.getInt64Ty())
                                             : arithmetic(Op, Type);
  if (V)
    assign(Now->Operands[0], V);
  return V != nullptr;
}
