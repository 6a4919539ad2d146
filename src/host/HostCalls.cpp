// SPDX-License-Identifier: Apache-2.0
//
// Results of calls that equal, or exclude, the results of other calls with the same operands.

#include "host/HostTerms.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;
using namespace cudafix;
using namespace cudafix::host;

std::optional<TextComparison> cudafix::host::textComparison(const CallBase &C) {
  const Function *F = C.getCalledFunction();
  if (!F || C.arg_size() != 2 || !C.getArgOperand(0)->getType()->isPointerTy())
    return std::nullopt;
  StringRef Name = F->getName();
  const bool OfStrings = Name.contains("basic_stringI") && Name.ends_with("PKS5_");
  TextComparison X{C.getArgOperand(0), "", TextComparison::Result::Order};
  if (OfStrings && Name.starts_with("_ZSteqIcSt11char_traitsIcE"))
    X.Gives = TextComparison::Result::Equal;
  else if (OfStrings && Name.starts_with("_ZStneIcSt11char_traitsIcE"))
    X.Gives = TextComparison::Result::Unequal;
  else if (!Name.starts_with("_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE7compareEPKc"))
    return std::nullopt;
  return getConstantStringInfo(C.getArgOperand(1), X.With) ? std::optional(X) : std::nullopt;
}

/// Comparisons of one text with constants: it equals at most one of them.
Expr HostTerms::comparedText(CallBase &C, const TextComparison &X, unsigned Depth) {
  // Writing to a string changes the contents of its address or its length.
  const Place At = Memory.place(X.Text);
  Expr Begin = memory(At, 64, C, Depth), Length = memory({At.Base, At.Offset + 8}, 64, C, Depth);
  if (!Begin || !Length)
    return Expr();
  Expr &Text = Texts[{Begin->id(), Length->id()}];
  if (!Text)
    Text = unknown(32, nameOfPlace(At.Base, At.Offset));
  const uint64_t Number = Constants.try_emplace(X.With, Constants.size()).first->second;
  Expr Is = Ctx.eq(Text, Ctx.constant(Number, 32));
  const unsigned W = C.getType()->getIntegerBitWidth();
  switch (X.Gives) {
  case TextComparison::Result::Equal:
    return Ctx.zext(Is, W);
  case TextComparison::Result::Unequal:
    return Ctx.zext(Ctx.lnot(Is), W);
  case TextComparison::Result::Order:
    break;
  }
  Expr Other = Ctx.binary(Op::Or, unknown(W, nameOf(&C)), Ctx.constant(1, W));
  return Ctx.ite(Is, Ctx.constant(0, W), Other);
}

/// A property of a tensor that is queried again has the same value.
Expr HostTerms::askedOfTensor(CallBase &C, unsigned Depth) {
  const Function *F = C.getCalledFunction();
  if (!F || !F->getName().starts_with("__cudafix_tensor_") || !F->onlyReadsMemory() ||
      C.arg_size() != 2)
    return Expr();
  const Place Of = Memory.place(C.getArgOperand(0));
  Expr What = of(C.getArgOperand(1), Depth + 1);
  if (!What)
    return Expr();
  Expr &E = Asked[{F, Of.Base, Of.Offset, What->id()}];
  return E ? E : E = unknown(C.getType()->getIntegerBitWidth(), nameOf(&C));
}

Expr HostTerms::result(CallBase &C, unsigned Depth) {
  if (std::optional<TextComparison> X = textComparison(C))
    return comparedText(C, *X, Depth + 1);
  return askedOfTensor(C, Depth);
}
