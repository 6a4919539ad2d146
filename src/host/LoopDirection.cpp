// SPDX-License-Identifier: Apache-2.0

#include "host/LoopDirection.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;

std::optional<int> cudafix::host::directionOf(PHINode &Phi, Value *Next) {
  using namespace PatternMatch;
  SmallVector<Value *, 8> Work{Next};
  SmallPtrSet<Value *, 8> Seen{&Phi};
  int Direction = 0;
  bool Subtracts = false, Unsigned = false;
  while (!Work.empty()) {
    Value *V = Work.pop_back_val();
    if (!Seen.insert(V).second)
      continue;
    const APInt *C;
    if (auto *Join = dyn_cast<PHINode>(V)) {
      append_range(Work, Join->incoming_values());
      continue;
    }
    if (auto *Choice = dyn_cast<SelectInst>(V)) {
      Work.append({Choice->getTrueValue(), Choice->getFalseValue()});
      continue;
    }
    int Way = 0;
    if (match(V, m_NSWAdd(m_Specific(&Phi), m_APInt(C))))
      Way = C->isNegative() ? -1 : 1, Subtracts |= C->isNegative();
    else if (match(V, m_NSWMul(m_Specific(&Phi), m_APInt(C))) && C->isStrictlyPositive())
      Way = 1;
    else if (match(V, m_Shl(m_Specific(&Phi), m_APInt(C))))
      Way = 1;
    else if (match(V, m_CombineOr(m_LShr(m_Specific(&Phi), m_APInt(C)),
                                  m_AShr(m_Specific(&Phi), m_APInt(C)))))
      Way = -1;
    else if (match(V, m_CombineOr(m_UDiv(m_Specific(&Phi), m_APInt(C)),
                                  m_SDiv(m_Specific(&Phi), m_APInt(C)))) &&
             C->isStrictlyPositive())
      Way = -1;
    if (Way == 0 || Direction == -Way)
      return std::nullopt;
    Direction = Way;
    Unsigned |= match(V, m_CombineOr(m_LShr(m_Value(), m_APInt(C)), m_UDiv(m_Value(), m_APInt(C))));
  }
  if (!Direction || (Subtracts && Unsigned)) // as an unsigned number, a negative value is large
    return std::nullopt;
  return Direction;
}
