// SPDX-License-Identifier: Apache-2.0
//
// Results of intrinsics and of libdevice functions as terms.

#include "frontend/ptx/Ptx.h"
#include "frontend/values/Values.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace cudafix;
using namespace cudafix::frontend;

Expr Values::minMax(CallBase &C, Op Less, bool Min) {
  Expr A = of(C.getArgOperand(0)), B = of(C.getArgOperand(1));
  if (!A || !B)
    return Expr();
  Expr Smaller = Ctx.make(Less, {A, B}, 1);
  return Min ? Ctx.ite(Smaller, A, B) : Ctx.ite(Smaller, B, A);
}

/// Bounds an unknown value.
Expr Values::bounded(Expr E, int64_t Lo, int64_t Hi) {
  if (E && E->op() == Op::Apply) {
    Symbol &S = Ctx.symbol(E->symbol());
    S.Lo = std::max(S.Lo, Lo);
    S.Hi = std::min(S.Hi, Hi);
  }
  return E;
}

static unsigned nameKey(StringRef Name) {
  // The names of libdevice functions and intrinsics are few: a stable hash distinguishes them.
  unsigned H = 2166136261u;
  for (char C : Name)
    H = (H ^ static_cast<unsigned char>(C)) * 16777619u;
  return H;
}

/// The bits of a term in reverse order: swaps its halves, then their halves, down to bits.
Expr Values::reversedBits(Expr E) {
  if (!E)
    return E;
  const unsigned W = E->width();
  for (unsigned Half = W / 2; Half > 0; Half /= 2) {
    uint64_t Low = 0; // the lower halves of all pairs
    for (unsigned At = 0; At < W; At += 2 * Half)
      Low |= llvm::maskTrailingOnes<uint64_t>(Half) << At;
    Expr By = Ctx.constant(Half, W), Mask = Ctx.constant(Low, W);
    E = Ctx.binary(Op::Or, Ctx.binary(Op::And, Ctx.binary(Op::LShr, E, By), Mask),
                   Ctx.binary(Op::Shl, Ctx.binary(Op::And, E, Mask), By));
  }
  return E;
}

/// The count of bits of `x & (1 << k)`: that bit. Null: the number may have other bits.
static Expr onlyBit(ExprContext &C, Expr Of) {
  if (!Of || Of->op() != Op::And)
    return Expr();
  for (unsigned I : {0, 1})
    if (Expr Bit = Of->arg(I);
        Bit->op() == Op::Shl && Bit->arg(0)->isConst() && Bit->arg(0)->value() == 1)
      return C.binary(Op::And, C.binary(Op::LShr, Of->arg(1 - I), Bit->arg(1)), Bit->arg(0));
  return Expr();
}

/// Functions of libdevice that index arithmetic uses; the rest is a value of its operands.
Expr Values::namedCall(StringRef Name, CallBase &C) {
  enum class Fn { Other, Min, Max, UMin, UMax, Abs, Mul, MulHi, UMulHi, Reverse, Same };
  Fn Which = StringSwitch<Fn>(Name)
                 .Cases({"__nv_min", "__nv_llmin"}, Fn::Min)
                 .Cases({"__nv_max", "__nv_llmax"}, Fn::Max)
                 .Cases({"__nv_umin", "__nv_ullmin"}, Fn::UMin)
                 .Cases({"__nv_umax", "__nv_ullmax"}, Fn::UMax)
                 .Cases({"__nv_abs", "__nv_llabs"}, Fn::Abs)
                 .Cases({"__nv_mul24", "__nv_umul24"}, Fn::Mul)
                 .Case("__nv_mulhi", Fn::MulHi)
                 .Case("__nv_umulhi", Fn::UMulHi)
                 .Cases({"__nv_brev", "__nv_brevll"}, Fn::Reverse)
                 .Cases({"__nv_float_as_int", "__nv_int_as_float", "__nv_float_as_uint",
                         "__nv_uint_as_float"},
                        Fn::Same)
                 .Cases({"__nv_double_as_longlong", "__nv_longlong_as_double"}, Fn::Same)
                 .Default(Fn::Other);
  auto High = [&](bool Signed) {
    Expr A = of(C.getArgOperand(0)), B = of(C.getArgOperand(1));
    A = Signed ? Ctx.sext(A, 64) : Ctx.zext(A, 64);
    B = Signed ? Ctx.sext(B, 64) : Ctx.zext(B, 64);
    return Ctx.trunc(Ctx.binary(Op::LShr, Ctx.mul(A, B), Ctx.constant(32, 64)), 32);
  };
  switch (Which) {
  case Fn::Min:
    return minMax(C, Op::Slt, true);
  case Fn::Max:
    return minMax(C, Op::Slt, false);
  case Fn::UMin:
    return minMax(C, Op::Ult, true);
  case Fn::UMax:
    return minMax(C, Op::Ult, false);
  case Fn::Abs: {
    Expr A = of(C.getArgOperand(0)), Zero = Ctx.constant(0, A->width());
    return Ctx.ite(Ctx.slt(A, Zero), Ctx.sub(Zero, A, NSW), A);
  }
  case Fn::Mul: // documented for operands of at most 24 bits
    return Ctx.mul(of(C.getArgOperand(0)), of(C.getArgOperand(1)),
                   isIndexArithmetic(&C) ? NSW : NoFlags);
  case Fn::MulHi:
    return High(true);
  case Fn::UMulHi:
    return High(false);
  case Fn::Reverse:
    return reversedBits(of(C.getArgOperand(0)));
  case Fn::Same:
    return of(C.getArgOperand(0));
  case Fn::Other:
    break;
  }
  SmallVector<Expr, 4> Args;
  for (const Use &A : C.args())
    Args.push_back(of(A));
  if (Name.starts_with("__nv_popc") || Name.starts_with("llvm.ctpop."))
    if (Expr Bit = onlyBit(Ctx, Args.front()))
      return Ctx.trunc(ownVote(*C.getArgOperand(0), Bit), width(C.getType()));
  Expr E = pure(C, nameKey(Name), Args, width(C.getType()));
  if (Name == "__nv_ffs" || Name == "__nv_ffsll")
    return firstBit(E, C, Args.front());
  if (Name == "__nv_popc" || Name == "__nv_clz")
    return bounded(E, 0, 32);
  if (Name == "__nv_popcll" || Name == "__nv_clzll")
    return bounded(E, 0, 64);
  if (Name != "__cudafix_elect")
    return E;
  if (E && E->op() == Op::Apply)
    Ctx.symbol(E->symbol()).PickedLane = true;
  return bounded(E, 0, 31);
}

/// The position of the first set bit of `Of`, counted from 1; 0 if there is none. A lane's own bit
/// is among those that match its value.
Expr Values::firstBit(Expr Place, const CallBase &C, Expr Of) {
  const auto *Mask = dyn_cast<CallBase>(C.getArgOperand(0));
  const Function *From = Mask ? Mask->getCalledFunction() : nullptr;
  const bool Some = From && From->getName().starts_with("llvm.nvvm.match.any.");
  if (Some || !Place || !Of)
    return bounded(Place, Some ? 1 : 0, C.getArgOperand(0)->getType()->getIntegerBitWidth());
  return Ctx.ite(Ctx.eq(Of, Ctx.constant(0, Of->width())), Ctx.constant(0, Place->width()),
                 bounded(Place, 1, Of->width()));
}

Expr Values::call(CallBase &C) {
  CallModel M = classify(C);
  if (M.Kind == CallKind::VectorLoad)
    return load(C, C.getArgOperand(0), C.getType());
  if (const PtxRegister *R = registerOf(C))
    return specialRegister(*R, C);
  if (M.Kind != CallKind::Value) {
    // The result of an unknown function may distinguish threads as well as a thread index does.
    Expr E = opaque(&C, width(C.getType()), isUnmodelled(M) ? M.Reason : "");
    return isBlockBarrier(M) ? bounded(E, 0, 1024) : E;
  }
  switch (C.getIntrinsicID()) {
  case Intrinsic::smin:
    return minMax(C, Op::Slt, true);
  case Intrinsic::smax:
    return minMax(C, Op::Slt, false);
  case Intrinsic::umin:
    return minMax(C, Op::Ult, true);
  case Intrinsic::umax:
    return minMax(C, Op::Ult, false);
  case Intrinsic::abs: {
    Expr A = of(C.getArgOperand(0)), Zero = Ctx.constant(0, A->width());
    return Ctx.ite(Ctx.slt(A, Zero), Ctx.sub(Zero, A, NSW), A);
  }
  case Intrinsic::bitreverse:
    return reversedBits(of(C.getArgOperand(0)));
  case Intrinsic::expect:
  case Intrinsic::ssa_copy:
    return of(C.getArgOperand(0));
  default:
    break;
  }
  if (const Function *Callee = C.getCalledFunction()) {
    Expr E = namedCall(Callee->getName(), C);
    Intrinsic::ID Id = C.getIntrinsicID();
    if (Id == Intrinsic::ctpop || Id == Intrinsic::ctlz || Id == Intrinsic::cttz)
      return bounded(E, 0, width(C.getType()));
    return E;
  }
  SmallVector<Expr, 4> Args;
  for (const Use &A : C.args())
    Args.push_back(of(A));
  unsigned Key = nameKey(cast<InlineAsm>(C.getCalledOperand())->getAsmString());
  return pure(C, Key, Args, width(C.getType()));
}
