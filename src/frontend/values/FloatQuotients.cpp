// SPDX-License-Identifier: Apache-2.0
//
// Quotients of integers that are computed in floating point: `ceil((float)n / 32)`. They are exact
// while the integers are exact as floating point: a quotient that is no integer is further from one
// than its rounding error.

#include "frontend/values/Values.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace cudafix;
using namespace cudafix::frontend;
using namespace llvm::PatternMatch;

namespace {
enum class Rounding : uint8_t { ToZero, Up, Down };

struct FloatQuotient {
  const CastInst *Dividend = nullptr, *Divisor = nullptr; ///< from integers
  uint64_t By = 0;                                        ///< the divisor, where it is a constant
  Rounding How = Rounding::ToZero;
  unsigned Precision = 0; ///< bits that an integer may have
};
} // namespace

static unsigned precision(const Type *Ty) {
  return APFloat::semanticsPrecision(Ty->getFltSemantics());
}

static const Value *unextended(const Value *V) {
  while (auto *Ext = dyn_cast<FPExtInst>(V))
    V = Ext->getOperand(0);
  return V;
}

/// The conversion of an integer, also times 1.0; null: it is something else.
static const CastInst *convertedIn(const Value *V) {
  V = unextended(V);
  const Value *Once;
  if (match(V, m_c_FMul(m_Value(Once), m_SpecificFP(1.0))))
    V = unextended(Once);
  auto *From = dyn_cast<CastInst>(V);
  return From && (isa<SIToFPInst>(From) || isa<UIToFPInst>(From)) ? From : nullptr;
}

/// How a call rounds its operand, which is put into `V`.
static Rounding roundingOf(const Value *&V) {
  auto *C = dyn_cast<CallBase>(V);
  const Function *Callee = C ? C->getCalledFunction() : nullptr;
  if (!Callee || C->arg_size() != 1)
    return Rounding::ToZero;
  const Rounding How =
      StringSwitch<Rounding>(Callee->getName())
          .Cases({"__nv_ceil", "__nv_ceilf", "llvm.ceil.f32", "llvm.ceil.f64"}, Rounding::Up)
          .Cases({"__nv_floor", "__nv_floorf", "llvm.floor.f32", "llvm.floor.f64"}, Rounding::Down)
          .Default(Rounding::ToZero);
  if (How != Rounding::ToZero)
    V = unextended(C->getArgOperand(0));
  return How;
}

static std::optional<FloatQuotient> quotientIn(const CastInst &I) {
  FloatQuotient Q;
  const Value *V = unextended(I.getOperand(0));
  Q.How = roundingOf(V);
  auto *Scaled = dyn_cast<BinaryOperator>(V);
  const bool Divides = Scaled && Scaled->getOpcode() == Instruction::FDiv;
  if (!Scaled || (!Divides && Scaled->getOpcode() != Instruction::FMul))
    return std::nullopt;
  Q.Dividend = convertedIn(Scaled->getOperand(0));
  if (!Q.Dividend)
    return std::nullopt;
  Q.Precision = std::min(precision(Scaled->getType()), precision(Q.Dividend->getType()));
  const auto *By = dyn_cast<ConstantFP>(Scaled->getOperand(1));
  const int Log = By ? By->getValueAPF().getExactLog2() : INT_MIN;
  if (Log != INT_MIN) {
    const int Bits = Divides ? Log : -Log;
    Q.By = Bits >= 1 && Bits < 63 ? uint64_t(1) << Bits : 0;
    return Q.By ? std::optional(Q) : std::nullopt;
  }
  // The product with an inverse is not the quotient.
  if (!Divides || Scaled->hasAllowReciprocal() || Scaled->hasApproxFunc())
    return std::nullopt;
  if (!By) {
    Q.Divisor = convertedIn(Scaled->getOperand(1));
    if (!Q.Divisor)
      return std::nullopt;
    Q.Precision = std::min(Q.Precision, precision(Q.Divisor->getType()));
    return Q;
  }
  APSInt Whole(64, /*isUnsigned=*/true);
  bool Exact = false;
  By->getValueAPF().convertToInteger(Whole, APFloat::rmTowardZero, &Exact);
  Q.By = Exact ? Whole.getZExtValue() : 0;
  return Q.By > 1 && Q.By < uint64_t(1) << Q.Precision ? std::optional(Q) : std::nullopt;
}

Expr Values::floatQuotient(const CastInst &I) {
  const std::optional<FloatQuotient> Q = quotientIn(I);
  if (!Q || !isIndexArithmetic(&I) || WideGrid)
    return Expr();
  const unsigned W = width(I.getType());
  const bool Signed = isa<SIToFPInst>(Q->Dividend);
  Expr E = of(Q->Dividend->getOperand(0));
  if (!E || E->width() > 64 || E->width() < 8)
    return Expr();
  unsigned Wide = E->width();
  SmallVector<Expr, 4> Fits;
  const Expr Zero = Ctx.constant(0, Wide);
  auto IsNatural = [&](Expr N) {
    return N->op() == Op::Apply && Ctx.symbol(N->symbol()).Lo >= 0 &&
           Ctx.symbol(N->symbol()).Hi <= int64_t(maxUIntN(Q->Precision));
  };
  if (Wide > Q->Precision && !IsNatural(E)) {
    const Expr End = Ctx.constant(uint64_t(1) << Q->Precision, Wide);
    Fits.push_back(Signed ? Ctx.slt(E, End) : Ctx.ult(E, End));
    if (Signed)
      Fits.push_back(Ctx.slt(Ctx.sub(Zero, End), E));
  }
  if (Signed && isa<FPToUIInst>(I))
    Fits.push_back(Ctx.sle(Zero, E));
  Expr By;
  if (Q->Divisor) {
    Expr D = of(Q->Divisor->getOperand(0));
    if (!D || D->width() > Wide || !IsNatural(D) || Ctx.symbol(D->symbol()).Lo < 1)
      return Expr(); // nothing says that it is positive and exact as floating point
    By = Ctx.zext(D, Wide);
  } else {
    if (Q->By >= uint64_t(1) << (Wide - 1))
      return Expr();
    By = Ctx.constant(Q->By, Wide);
  }
  if (!Fits.empty())
    InFloats.push_back({&I, Ctx.land(Fits)});
  const bool Natural = !Signed || IsNatural(E);
  if (Q->How != Rounding::ToZero && Wide < 64) { // what rounds up must not wrap
    E = Signed ? Ctx.sext(E, 64) : Ctx.zext(E, 64);
    By = Ctx.zext(By, 64);
    Wide = 64;
  }
  const Expr Nothing = Ctx.constant(0, Wide);
  Expr Result;
  if (Q->How == Rounding::ToZero || (Q->How == Rounding::Down && Natural)) {
    Result = Ctx.binary(Signed ? Op::SDiv : Op::UDiv, E, By);
  } else if (Natural || (By->isConst() && isPowerOf2_64(By->value()))) {
    if (Q->How == Rounding::Up)
      E = Ctx.add(E, Ctx.sub(By, Ctx.constant(1, Wide), NSW), NSW);
    Result = Natural ? Ctx.binary(Signed ? Op::SDiv : Op::UDiv, E, By)
                     : Ctx.binary(Op::AShr, E, Ctx.constant(Log2_64(By->value()), Wide));
  } else {
    const Expr Rest = Ctx.binary(Op::SRem, E, By), Whole = Ctx.binary(Op::SDiv, E, By);
    Result = Q->How == Rounding::Up ? Ctx.add(Whole, Ctx.zext(Ctx.slt(Nothing, Rest), Wide), NSW)
                                    : Ctx.sub(Whole, Ctx.zext(Ctx.slt(Rest, Nothing), Wide), NSW);
  }
  // A number that does not fit is not defined.
  return Wide > W ? Ctx.make(Op::Trunc, {Result}, W, NSW)
         : Signed ? Ctx.sext(Result, W)
                  : Ctx.zext(Result, W);
}
