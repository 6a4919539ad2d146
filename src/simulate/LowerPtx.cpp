// SPDX-License-Identifier: Apache-2.0
//
// The inline PTX that real code uses most, statement by statement. What is not known here is
// not supported, and said so with the text.
#include "frontend/Precompiled.h"
#include "simulate/Calls.h"
#include "simulate/Lane.h"
#include "simulate/Lowering.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InlineAsm.h"
#include <cstddef>

namespace cudafix::simulate {

using namespace llvm;

/// One asm statement of the source: its operands by number, its registers by name.
class PtxLowering {
public:
  PtxLowering(Lowering &L, CallBase &Call)
      : L(L), Call(Call), Asm(*cast<InlineAsm>(Call.getCalledOperand())), B(&Call) {}
  bool run();

private:
  bool bindOperands();
  bool statement(StringRef Text);
  bool compute(StringRef Name, StringRef Type);
  bool memory(StringRef Name, StringRef Type);
  bool synchronize(StringRef Name);
  bool exchange(StringRef Name);
  Value *arithmetic(StringRef Name, StringRef Type);
  Value *bits(StringRef Name, bool Signed);
  Value *real(StringRef Name, llvm::Type *T);
  Value *special(StringRef Name);
  void finish();

  Value *source(unsigned I, llvm::Type *T);
  Value *asType(Value *V, llvm::Type *T);
  void assign(StringRef Name, Value *V) { Registers[Name] = V; }
  llvm::Type *typeOf(StringRef Type);
  Value *library(StringRef Name, llvm::Type *Result, ArrayRef<Value *> Arguments);

  Lowering &L;
  CallBase &Call;
  const InlineAsm &Asm;
  IRBuilder<> B;
  unsigned Outputs = 0;
  StringMap<Value *> Registers;
  SmallVector<StringRef> Operands; ///< of the statement at hand
};

bool PtxLowering::bindOperands() {
  unsigned Number = 0, Argument = 0;
  for (const InlineAsm::ConstraintInfo &C : Asm.ParseConstraints()) {
    if (C.Type == InlineAsm::isClobber)
      continue;
    if (C.Type == InlineAsm::isLabel || C.isIndirect)
      return false;
    std::string Name = "$" + std::to_string(Number++);
    if (C.Type == InlineAsm::isOutput) {
      ++Outputs;
      continue;
    }
    Value *V = Call.getArgOperand(Argument++);
    Registers[Name] = V;
    unsigned Tied = 0;
    if (!C.Codes.empty() && !StringRef(C.Codes[0]).getAsInteger(10, Tied))
      Registers["$" + std::to_string(Tied)] = V;
  }
  return true;
}

llvm::Type *PtxLowering::typeOf(StringRef Type) {
  if (Type == "pred")
    return L.I1;
  if (Type == "f32")
    return L.Float;
  if (Type == "f64")
    return L.Double;
  unsigned Width = 32;
  if (Type.size() > 1)
    Type.drop_front().getAsInteger(10, Width);
  return B.getIntNTy(Width);
}

Value *PtxLowering::asType(Value *V, llvm::Type *T) {
  if (!V || V->getType() == T)
    return V;
  if (V->getType()->isPointerTy())
    V = B.CreatePtrToInt(V, L.I64);
  if (V->getType()->isFloatingPointTy())
    V = B.CreateBitCast(V, B.getIntNTy(V->getType()->getPrimitiveSizeInBits()));
  if (T->isPointerTy())
    return B.CreateIntToPtr(B.CreateZExtOrTrunc(V, L.I64), T);
  if (T->isFloatingPointTy())
    return B.CreateBitCast(B.CreateZExtOrTrunc(V, B.getIntNTy(T->getPrimitiveSizeInBits())), T);
  return B.CreateZExtOrTrunc(V, T);
}

/// An operand as a value of a type: a register, a number or a special register.
Value *PtxLowering::source(unsigned I, llvm::Type *T) {
  if (I >= Operands.size())
    return nullptr;
  StringRef Name = Operands[I];
  if (auto At = Registers.find(Name); At != Registers.end())
    return asType(At->second, T);
  int64_t Number = 0;
  if (!Name.rtrim("U").getAsInteger(0, Number))
    return asType(B.getInt64(Number), T);
  uint32_t Bits = 0;
  if (Name.starts_with_insensitive("0f") && !Name.drop_front(2).getAsInteger(16, Bits))
    return asType(B.getInt32(Bits), T);
  return asType(special(Name), T);
}

Value *PtxLowering::special(StringRef Name) {
  if (!Name.consume_front("%"))
    return nullptr;
  auto [Vector, Part] = Name.split('.');
  int64_t Base = StringSwitch<int64_t>(Vector)
                     .Case("tid", offsetof(Lane, Thread))
                     .Case("ctaid", offsetof(Lane, BlockIndex))
                     .Case("ntid", offsetof(Lane, BlockDim))
                     .Case("nctaid", offsetof(Lane, GridDim))
                     .Default(-1);
  if (Base >= 0 && Part.size() == 1)
    return L.laneField(B, Base + 4 * (Part[0] - 'x'), L.I32);
  Value *LaneId = L.call(B, "sim.laneid", L.I32, {});
  Value *Bit = B.CreateShl(B.getInt32(1), LaneId), *Below = B.CreateSub(Bit, B.getInt32(1));
  if (Name.starts_with("clock") || Name == "globaltimer")
    return L.call(B, "sim.clock", L.I64, {});
  return StringSwitch<Value *>(Name)
      .Case("laneid", LaneId)
      .Case("warpid", L.call(B, "sim.warpid", L.I32, {}))
      .Case("smid", B.getInt32(0))
      .Case("nsmid", B.getInt32(1))
      .Case("WARP_SZ", B.getInt32(32))
      .Case("lanemask_eq", Bit)
      .Case("lanemask_lt", Below)
      .Case("lanemask_le", B.CreateOr(Bit, Below))
      .Case("lanemask_gt", B.CreateNot(B.CreateOr(Bit, Below)))
      .Case("lanemask_ge", B.CreateNot(Below))
      .Default(nullptr);
}

Value *PtxLowering::library(StringRef Name, llvm::Type *Result, ArrayRef<Value *> Arguments) {
  SmallVector<llvm::Type *> Types;
  for (Value *A : Arguments) {
    if (!A)
      return nullptr;
    Types.push_back(A->getType());
  }
  return B.CreateCall(L.M.getOrInsertFunction(Name, FunctionType::get(Result, Types, false)),
                      Arguments);
}

/// bfe, bfi, lop3, prmt and such, of 32 bits.
Value *PtxLowering::bits(StringRef Name, bool Signed) {
  llvm::Type *T = L.I32;
  Value *X = source(1, T), *Y = source(2, T), *Z = source(3, T), *W = source(4, T);
  // Shifts by 32 and more give 0 here; in LLVM they give nothing.
  auto Shift = [&](Value *V, Value *By, bool Left) {
    Value *Wide = B.CreateZExt(V, L.I64), *N = B.CreateZExt(B.CreateAnd(By, B.getInt32(63)), L.I64);
    return B.CreateTrunc(Left ? B.CreateShl(Wide, N) : B.CreateLShr(Wide, N), T);
  };
  auto Ones = [&](Value *N) { return B.CreateSub(Shift(B.getInt32(1), N, true), B.getInt32(1)); };
  if (Name == "bfe" && !Signed && Z)
    return B.CreateAnd(Shift(X, Y, false), Ones(Z));
  if (Name == "bfi" && W) {
    Value *Mask = Shift(Ones(W), Z, true);
    return B.CreateOr(B.CreateAnd(Y, B.CreateNot(Mask)), B.CreateAnd(Shift(X, Z, true), Mask));
  }
  if (Name == "prmt" && Z)
    return library("__nv_byte_perm", T, {X, Y, Z});
  if (Name == "popc" && X)
    return B.CreateUnaryIntrinsic(Intrinsic::ctpop, X);
  if (Name == "brev" && X)
    return B.CreateUnaryIntrinsic(Intrinsic::bitreverse, X);
  if (Name == "clz" && X)
    return B.CreateBinaryIntrinsic(Intrinsic::ctlz, X, B.getFalse());
  auto *Table = dyn_cast_or_null<ConstantInt>(W);
  if (Name != "lop3" || !Table)
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

Value *PtxLowering::real(StringRef Name, llvm::Type *T) {
  Value *X = source(1, T), *Y = source(2, T), *Z = source(3, T);
  if (!X)
    return nullptr;
  auto Unary = StringSwitch<Intrinsic::ID>(Name)
                   .Case("ex2", Intrinsic::exp2)
                   .Case("lg2", Intrinsic::log2)
                   .Case("sqrt", Intrinsic::sqrt)
                   .Case("sin", Intrinsic::sin)
                   .Case("cos", Intrinsic::cos)
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
  if (Name == "tanh")
    return library(T->isFloatTy() ? "__nv_tanhf" : "__nv_tanh", T, {X});
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

Value *PtxLowering::arithmetic(StringRef Full, StringRef Type) {
  StringRef Name = Full.split('.').first;
  llvm::Type *T = typeOf(Type);
  if (Name == "mov" || Name == "cvta")
    return source(1, T);
  if (T->isFloatingPointTy())
    return real(Name, T);
  bool Signed = Type.starts_with("s");
  if (Value *V = T->isIntegerTy(32) ? bits(Name, Signed) : nullptr)
    return V;
  Value *X = source(1, T), *Y = source(2, T), *Z = source(3, T);
  if (!X)
    return nullptr;
  if (Name == "not")
    return B.CreateNot(X);
  if (Name == "neg")
    return B.CreateNeg(X);
  if (!Y)
    return nullptr;
  auto Low24 = [&](Value *V) {
    Value *Up = B.CreateShl(V, 8);
    return Signed ? B.CreateAShr(Up, 8) : B.CreateLShr(Up, 8);
  };
  // Amounts past the width clear, or fill with the sign.
  auto Clamped = [&](bool Left) {
    unsigned Width = T->getIntegerBitWidth();
    Value *N = source(2, L.I32);
    Value *Past = B.CreateICmpUGE(N, B.getInt32(Width));
    Value *By = B.CreateZExtOrTrunc(
        B.CreateSelect(Past, B.getInt32(Signed && !Left ? Width - 1 : 0), N), T);
    Value *V = Left ? B.CreateShl(X, By) : Signed ? B.CreateAShr(X, By) : B.CreateLShr(X, By);
    return Signed && !Left ? V : B.CreateSelect(Past, ConstantInt::get(T, 0), V);
  };
  if (Name == "add")
    return B.CreateAdd(X, Y);
  if (Name == "sub")
    return B.CreateSub(X, Y);
  if (Full.starts_with("shf.l.wrap") && Z)
    return B.CreateIntrinsic(Intrinsic::fshl, {T}, {Y, X, Z});
  if (Full.starts_with("shf.r.wrap") && Z)
    return B.CreateIntrinsic(Intrinsic::fshr, {T}, {Y, X, Z});
  if (Full.starts_with("mul.lo"))
    return B.CreateMul(X, Y);
  if (Full.starts_with("mad.lo") && Z)
    return B.CreateAdd(B.CreateMul(X, Y), Z);
  if (Full.starts_with("mul24.lo"))
    return B.CreateMul(Low24(X), Low24(Y));
  if (Full.starts_with("mad24.lo") && Z)
    return B.CreateAdd(B.CreateMul(Low24(X), Low24(Y)), Z);
  if (Name == "and")
    return B.CreateAnd(X, Y);
  if (Name == "or")
    return B.CreateOr(X, Y);
  if (Name == "xor")
    return B.CreateXor(X, Y);
  if (Name == "shl" || Name == "shr")
    return Clamped(Name == "shl");
  if (Name == "min")
    return B.CreateBinaryIntrinsic(Signed ? Intrinsic::smin : Intrinsic::umin, X, Y);
  if (Name == "max")
    return B.CreateBinaryIntrinsic(Signed ? Intrinsic::smax : Intrinsic::umax, X, Y);
  if (Name == "selp" && Z)
    return B.CreateSelect(source(3, L.I1), X, Y);
  return nullptr;
}

bool PtxLowering::compute(StringRef Name, StringRef Type) {
  if (Name.starts_with("setp.")) {
    llvm::Type *T = typeOf(Type);
    Value *X = source(1, T), *Y = source(2, T);
    if (!X || !Y || !T->isIntegerTy() || Name.count('.') != 2)
      return false;
    bool Signed = Type.starts_with("s");
    auto P = StringSwitch<CmpInst::Predicate>(Name.split('.').second.split('.').first)
                 .Case("eq", CmpInst::ICMP_EQ)
                 .Case("ne", CmpInst::ICMP_NE)
                 .Case("lt", Signed ? CmpInst::ICMP_SLT : CmpInst::ICMP_ULT)
                 .Case("le", Signed ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE)
                 .Case("gt", Signed ? CmpInst::ICMP_SGT : CmpInst::ICMP_UGT)
                 .Case("ge", Signed ? CmpInst::ICMP_SGE : CmpInst::ICMP_UGE)
                 .Default(CmpInst::BAD_ICMP_PREDICATE);
    if (P == CmpInst::BAD_ICMP_PREDICATE)
      return false;
    assign(Operands[0], B.CreateICmp(P, X, Y));
    return true;
  }
  Value *V = arithmetic(Name, Type);
  if (V)
    assign(Operands[0], V);
  return V != nullptr;
}

/// ld and st of one value, whatever the cache hint.
bool PtxLowering::memory(StringRef Name, StringRef Type) {
  bool Load = Name.starts_with("ld");
  if (Name.contains(".v2") || Name.contains(".v4") || Name.contains(".acquire") ||
      Name.contains(".release") || Operands.size() != 2)
    return false;
  StringRef Address = Operands[Load ? 1 : 0];
  if (!Address.consume_front("[") || !Address.consume_back("]"))
    return false;
  auto [Base, Rest] = Address.split('+');
  int64_t Offset = 0;
  if (!Rest.empty() && Rest.trim().getAsInteger(0, Offset))
    return false;
  auto At = Registers.find(Base.trim());
  // A shared address of 32 bits is no pointer here.
  if (At == Registers.end() || At->second->getType()->isIntegerTy(32))
    return false;
  Value *P = asType(At->second, L.Ptr);
  if (Offset)
    P = B.CreateConstGEP1_64(B.getInt8Ty(), P, Offset);
  Instruction *I = nullptr;
  bool Volatile = Name.contains("volatile") || Name.contains("relaxed");
  if (Load) {
    I = B.CreateLoad(typeOf(Type), P, Volatile);
    assign(Operands[0], I);
  } else {
    Value *V = source(1, typeOf(Type));
    if (!V)
      return false;
    I = B.CreateStore(V, P, Volatile);
  }
  L.lowerAccess(*I);
  return true;
}

bool PtxLowering::synchronize(StringRef Name) {
  if (Name.starts_with("membar") || Name.starts_with("fence")) {
    L.fence(B, Name.contains("cta") ? AtomicScope::Block : AtomicScope::Device);
    return !Name.contains("proxy");
  }
  if (Name == "bar.warp.sync") {
    Value *Mask = source(0, L.I32);
    return Mask && L.call(B, "sim.warp", L.I64,
                          {B.getInt32(static_cast<uint32_t>(WarpOp::Sync)), Mask, B.getInt64(0),
                           B.getInt64(0), L.site(Call, SiteKind::Warp)});
  }
  bool Arrive = Name.contains(".arrive");
  if (Name.contains(".red") || Name.contains("cluster"))
    return false;
  Value *Number = Operands.empty() ? B.getInt32(0) : source(0, L.I32);
  Value *Count = Operands.size() > 1 ? source(1, L.I32) : B.getInt32(0);
  if (!Number || !Count)
    return false;
  L.BarrierSites.push_back({nullptr, static_cast<uint32_t>(L.Sites.size())});
  Value *At = L.site(Call, SiteKind::Barrier);
  Value *V =
      L.call(B, "sim.barrier", L.I32,
             {B.getInt32(static_cast<uint32_t>(Arrive ? BarrierOp::Arrive : BarrierOp::Sync)),
              Number, Count, B.getInt32(0), At});
  L.BarrierSites.back().first = cast<Instruction>(V);
  return true;
}

/// shfl.sync.MODE.b32 d, a, b, c, mask; vote.sync.ballot.b32 d, p, mask; activemask.b32 d
bool PtxLowering::exchange(StringRef Name) {
  auto Go = [&](WarpOp Op, Value *Mask, Value *V, Value *Extra) {
    Value *R = L.call(B, "sim.warp", L.I64,
                      {B.getInt32(static_cast<uint32_t>(Op)), Mask, B.CreateZExtOrTrunc(V, L.I64),
                       Extra, L.site(Call, SiteKind::Warp)});
    assign(Operands[0], B.CreateTrunc(R, L.I32));
    return true;
  };
  if (Name.starts_with("activemask")) {
    assign(Operands[0], L.call(B, "sim.activemask", L.I32, {L.site(Call, SiteKind::Warp)}));
    return true;
  }
  if (Name.starts_with("vote.sync.ballot")) {
    Value *P = source(1, L.I1), *Mask = source(2, L.I32);
    return P && Mask && Go(WarpOp::Ballot, Mask, P, B.getInt64(0));
  }
  Value *V = source(1, L.I32), *Operand = source(2, L.I64), *Control = source(3, L.I64);
  Value *Mask = source(4, L.I32);
  if (!Name.starts_with("shfl.sync.") || !V || !Operand || !Control || !Mask ||
      Operands[0].contains('|'))
    return false;
  WarpOp Op = Name.contains(".up")     ? WarpOp::ShuffleUp
              : Name.contains(".down") ? WarpOp::ShuffleDown
              : Name.contains(".bfly") ? WarpOp::ShuffleXor
                                       : WarpOp::ShuffleIndex;
  return Go(Op, Mask, V, B.CreateOr(Operand, B.CreateShl(Control, 32)));
}

/// "opcode operand, operand": false when it is not known.
bool PtxLowering::statement(StringRef Text) {
  Text = Text.trim(" \t\r\n{}");
  if (Text.empty() || Text.starts_with("//") || Text.starts_with(".reg"))
    return true;
  auto [Name, Rest] = Text.split(' ');
  if (size_t Tab = Text.find_first_of(" \t"); Tab != StringRef::npos)
    std::tie(Name, Rest) = std::pair(Text.take_front(Tab), Text.drop_front(Tab));
  if (Name.starts_with("@"))
    return false;
  Operands.clear();
  Rest.trim().split(Operands, ',', -1, /*KeepEmpty=*/false);
  for (StringRef &O : Operands)
    O = O.trim();
  StringRef Type = Name.rsplit('.').second;
  if (Name.starts_with("membar") || Name.starts_with("fence") || Name.starts_with("bar.") ||
      Name.starts_with("barrier."))
    return synchronize(Name);
  if (Name == "trap") {
    L.call(B, "sim.trap", L.Void, {L.site(Call, SiteKind::Other)});
    return true;
  }
  if (Name == "exit" || Name.starts_with("nanosleep")) {
    L.call(B, Name == "exit" ? "sim.leave" : "sim.pause", L.Void, {});
    return true;
  }
  if (Name.starts_with("prefetch"))
    return true;
  if (Name.starts_with("ld.") || Name.starts_with("st."))
    return memory(Name, Type);
  if (Operands.empty())
    return false;
  if (Name.starts_with("shfl.") || Name.starts_with("vote.") || Name.starts_with("activemask"))
    return exchange(Name);
  return compute(Name, Type);
}

/// Puts what the outputs hold in the place of the call's result.
void PtxLowering::finish() {
  llvm::Type *T = Call.getType();
  auto Output = [&](unsigned I, llvm::Type *Of) -> Value * {
    Value *V = Registers.lookup("$" + std::to_string(I));
    return V ? asType(V, Of) : Constant::getNullValue(Of);
  };
  if (Outputs == 0)
    return L.replace(Call, nullptr);
  auto *S = dyn_cast<StructType>(T);
  if (!S)
    return L.replace(Call, Output(0, T));
  Value *Result = PoisonValue::get(S);
  for (unsigned I = 0; I < Outputs; ++I)
    Result = B.CreateInsertValue(Result, Output(I, S->getElementType(I)), I);
  L.replace(Call, Result);
}

bool PtxLowering::run() {
  if (!bindOperands())
    return false;
  std::string Text = Asm.getAsmString().str();
  SmallVector<StringRef> Statements;
  StringRef(Text).split(Statements, ';');
  for (StringRef S : Statements)
    if (!statement(S))
      return false;
  finish();
  return true;
}

bool Lowering::lowerPtx(CallBase &Call) { return PtxLowering(*this, Call).run(); }

} // namespace cudafix::simulate
