// SPDX-License-Identifier: Apache-2.0

#include "frontend/values/MagicDivisions.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include <map>
#include <optional>
#include <tuple>

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace cudafix::frontend;

namespace {

/// A 32-bit parameter, or a member of a by-value parameter at `Offset` bytes.
using Given = std::pair<const Argument *, int64_t>;

std::optional<Given> given(const Value *V) {
  if (!V->getType()->isIntegerTy(32))
    return std::nullopt;
  if (auto *A = dyn_cast<Argument>(V))
    return Given(A, 0);
  auto *Load = dyn_cast<LoadInst>(V);
  if (!Load || !Load->isSimple())
    return std::nullopt;
  const DataLayout &DL = Load->getDataLayout();
  APInt Offset(DL.getIndexTypeSizeInBits(Load->getPointerOperandType()), 0);
  auto *A = dyn_cast<Argument>(Load->getPointerOperand()->stripAndAccumulateConstantOffsets(
      DL, Offset, /*AllowNonInbounds=*/false));
  return A && A->hasByValAttr() ? std::optional(Given(A, Offset.getSExtValue())) : std::nullopt;
}

/// Returns true if both are members of one parameter, or both are 32-bit parameters.
bool areTogether(const Value *A, const Value *B) {
  const std::optional<Given> X = given(A), Y = given(B);
  return X && Y && (X->first == Y->first || (isa<Argument>(A) && isa<Argument>(B)));
}

/// The 32-bit factors of the product whose upper half is V; nulls: V is not one.
std::pair<const Value *, const Value *> highHalf(const Value *V) {
  const Value *A = nullptr, *B = nullptr;
  if (match(V, m_Trunc(m_LShr(m_Mul(m_ZExtOrSExt(m_Value(A)), m_ZExtOrSExt(m_Value(B))),
                              m_SpecificInt(32)))))
    return {A, B};
  auto *Call = dyn_cast<CallBase>(V);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  if (Callee && Callee->getName() == "__nv_umulhi" && Call->arg_size() == 2)
    return {Call->getArgOperand(0), Call->getArgOperand(1)};
  return {nullptr, nullptr};
}

/// The quotient that the shift may compute; its divisor is not known yet.
std::optional<MagicDivision> quotient(const Instruction &I) {
  const Value *Of = nullptr, *Shift = nullptr;
  if (!match(&I, m_LShr(m_Value(Of), m_Value(Shift))) || !given(Shift))
    return std::nullopt;
  const Value *X = nullptr, *Y = nullptr;
  const bool Adds = match(Of, m_Add(m_Value(X), m_Value(Y)));
  for (auto [High, Added] : {std::pair(Adds ? X : Of, Y), std::pair(Adds ? Y : Of, X)}) {
    auto [A, B] = highHalf(High);
    if (!A)
      continue;
    for (auto [Dividend, Multiplier] : {std::pair(A, B), std::pair(B, A)})
      if (given(Multiplier) && (!Adds || Added == Dividend))
        return MagicDivision{Dividend, nullptr, Multiplier, Shift, Adds};
  }
  return std::nullopt;
}

} // namespace

MagicDivisions::MagicDivisions(Function &F) {
  using Numbers = std::tuple<Given, Given, bool>; // multiplier, shift, whether it adds
  SmallVector<std::pair<const Instruction *, MagicDivision>, 4> Quotients;
  std::map<Numbers, const Value *> Divisors;
  auto NumbersOf = [](const MagicDivision &D) {
    return Numbers(*given(D.Multiplier), *given(D.Shift), D.Adds);
  };
  for (const Instruction &I : instructions(F)) {
    std::optional<MagicDivision> D = quotient(I);
    if (!D)
      continue;
    Quotients.push_back({&I, *D});
    for (const User *U : I.users()) {
      const Value *Divisor = nullptr;
      if (!match(U, m_c_Mul(m_Specific(&I), m_Value(Divisor))) || !areTogether(Divisor, D->Shift))
        continue;
      for (const User *R : U->users())
        if (match(R, m_Sub(m_Specific(D->Dividend), m_Specific(U)))) {
          Divisors.try_emplace(NumbersOf(*D), Divisor);
          MagicDivision Left = *D;
          Left.Divisor = Divisor;
          Left.Remainder = true;
          Found.try_emplace(cast<Instruction>(R), Left);
        }
    }
  }
  for (auto &[I, D] : Quotients)
    if (auto Known = Divisors.find(NumbersOf(D)); Known != Divisors.end()) {
      D.Divisor = Known->second;
      Found.try_emplace(I, D);
    }
}
