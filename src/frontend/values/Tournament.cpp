// SPDX-License-Identifier: Apache-2.0

#include "frontend/values/Tournament.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace cudafix::frontend;

namespace {

/// One of the variables, in the lane itself or in the other lane.
struct Side {
  unsigned Which = 0;
  bool OfOther = false;
};

/// One turn of the loop, for one order of the two lanes' values.
class Turn {
public:
  /// `Orders`: for each variable, whether the other lane's value is less (-1), equal or greater
  /// (1).
  Turn(const Tournament &Of, const Loop &L, ArrayRef<int> Orders) : Of(Of), L(L), Orders(Orders) {}
  /// Follows the path to the end of the turn; false: a branch tests something else.
  bool run();
  std::optional<Side> value(const Value *V, unsigned Depth = 0) const;
  bool isCompared(unsigned Which) const { return Compared >> Which & 1; }

private:
  std::optional<bool> holds(const Value *V, unsigned Depth = 0) const;
  std::optional<bool> compare(const CmpInst &C, unsigned Depth) const;
  const Value *incoming(const PHINode &P) const {
    auto From = CameFrom.find(P.getParent());
    return From == CameFrom.end() ? nullptr : P.getIncomingValueForBlock(From->second);
  }

  static constexpr unsigned MaxDepth = 16;
  const Tournament &Of;
  const Loop &L;
  ArrayRef<int> Orders;
  DenseMap<const BasicBlock *, const BasicBlock *> CameFrom;
  mutable unsigned Compared = 0;
};

} // namespace

std::optional<Side> Turn::value(const Value *V, unsigned Depth) const {
  if (Depth > MaxDepth)
    return std::nullopt;
  for (auto [I, P] : enumerate(Of.Values)) {
    if (V == P)
      return Side{static_cast<unsigned>(I), false};
    if (exchangeOf(V, P).Distance)
      return Side{static_cast<unsigned>(I), true};
  }
  if (auto *P = dyn_cast<PHINode>(V)) {
    const Value *In = incoming(*P);
    return In ? value(In, Depth + 1) : std::nullopt;
  }
  if (auto *S = dyn_cast<SelectInst>(V)) {
    auto First = holds(S->getCondition(), Depth + 1);
    return First ? value(*First ? S->getTrueValue() : S->getFalseValue(), Depth + 1) : std::nullopt;
  }
  return std::nullopt;
}

std::optional<bool> Turn::compare(const CmpInst &C, unsigned Depth) const {
  auto A = value(C.getOperand(0), Depth + 1), B = value(C.getOperand(1), Depth + 1);
  if (!A || !B || A->Which != B->Which)
    return std::nullopt;
  Compared |= 1u << A->Which;
  const int Order = A->OfOther == B->OfOther ? 0 : Orders[A->Which] * (A->OfOther ? 1 : -1);
  switch (C.getPredicate()) {
  case CmpInst::FCMP_OEQ:
  case CmpInst::FCMP_UEQ:
  case CmpInst::ICMP_EQ:
    return Order == 0;
  case CmpInst::FCMP_ONE:
  case CmpInst::FCMP_UNE:
  case CmpInst::ICMP_NE:
    return Order != 0;
  case CmpInst::FCMP_OLT:
  case CmpInst::FCMP_ULT:
  case CmpInst::ICMP_SLT:
  case CmpInst::ICMP_ULT:
    return Order < 0;
  case CmpInst::FCMP_OLE:
  case CmpInst::FCMP_ULE:
  case CmpInst::ICMP_SLE:
  case CmpInst::ICMP_ULE:
    return Order <= 0;
  case CmpInst::FCMP_OGT:
  case CmpInst::FCMP_UGT:
  case CmpInst::ICMP_SGT:
  case CmpInst::ICMP_UGT:
    return Order > 0;
  case CmpInst::FCMP_OGE:
  case CmpInst::FCMP_UGE:
  case CmpInst::ICMP_SGE:
  case CmpInst::ICMP_UGE:
    return Order >= 0;
  default:
    return std::nullopt;
  }
}

std::optional<bool> Turn::holds(const Value *V, unsigned Depth) const {
  if (Depth > MaxDepth)
    return std::nullopt;
  if (auto *C = dyn_cast<ConstantInt>(V))
    return !C->isZero();
  if (auto *C = dyn_cast<CmpInst>(V))
    return compare(*C, Depth);
  const Value *A = nullptr, *B = nullptr;
  if (match(V, m_Trunc(m_ZExt(m_Value(A)))) && A->getType()->isIntegerTy(1))
    return holds(A, Depth + 1); // a variable of type bool
  if (match(V, m_Not(m_Value(A)))) {
    auto Is = holds(A, Depth + 1);
    return Is ? std::optional(!*Is) : std::nullopt;
  }
  const bool IsAnd = match(V, m_LogicalAnd(m_Value(A), m_Value(B)));
  if (IsAnd || match(V, m_LogicalOr(m_Value(A), m_Value(B)))) {
    auto First = holds(A, Depth + 1), Second = holds(B, Depth + 1);
    if (!First || !Second)
      return std::nullopt;
    return IsAnd ? *First && *Second : *First || *Second;
  }
  if (auto *P = dyn_cast<PHINode>(V))
    if (const Value *In = incoming(*P))
      return holds(In, Depth + 1);
  return std::nullopt;
}

bool Turn::run() {
  const BasicBlock *At = L.getHeader(), *Latch = L.getLoopLatch();
  while (At != Latch) {
    auto *Branch = dyn_cast<BranchInst>(At->getTerminator());
    if (!Branch)
      return false;
    unsigned Taken = 0;
    if (Branch->isConditional() && At == L.getHeader()) {
      Taken = L.contains(Branch->getSuccessor(0)) ? 0 : 1;
    } else if (Branch->isConditional()) {
      auto Holds = holds(Branch->getCondition());
      if (!Holds)
        return false;
      Taken = *Holds ? 0 : 1;
    }
    const BasicBlock *Next = Branch->getSuccessor(Taken);
    // Paths around an inner loop are not followed.
    if (!L.contains(Next) || Next == L.getHeader() || !CameFrom.try_emplace(Next, At).second)
      return false;
    At = Next;
  }
  return true;
}

/// Variables of the loop that are exchanged, all with the lane at the same distance.
static Tournament exchanged(const Loop &L) {
  constexpr size_t Most = 3;
  Tournament Of;
  for (const PHINode &P : L.getHeader()->phis())
    for (const BasicBlock *B : L.blocks())
      for (const Instruction &I : *B) {
        const Exchange E = isa<IntrinsicInst>(I) ? exchangeOf(&I, &P) : Exchange();
        if (!E.Distance)
          continue;
        if (Of.Distance && (Of.Distance != E.Distance || Of.Segment != E.Segment))
          return {};
        Of.Distance = E.Distance;
        Of.Segment = E.Segment;
        if (!is_contained(Of.Values, &P))
          Of.Values.push_back(&P);
      }
  return Of.Values.size() <= Most ? Of : Tournament();
}

Tournament cudafix::frontend::tournament(const PHINode &P, const Loop &L) {
  Tournament Of = exchanged(L);
  const auto *At = find(Of.Values, &P);
  if (At == Of.Values.end())
    return {};
  const size_t Count = Of.Values.size(), Own = At - Of.Values.begin();
  unsigned All = 1, Compared = 0, Disagree = 0;
  for (size_t I = 0; I < Count; ++I)
    All *= 3;
  for (unsigned Case = 0; Case < All; ++Case) {
    SmallVector<int, 3> Orders, Mirrored;
    for (unsigned I = 0, Rest = Case; I < Count; ++I, Rest /= 3) {
      Orders.push_back(static_cast<int>(Rest % 3) - 1);
      Mirrored.push_back(-Orders.back());
    }
    Turn Mine(Of, L, Orders), Theirs(Of, L, Mirrored);
    if (!Mine.run() || !Theirs.run())
      return {};
    for (auto [I, V] : enumerate(Of.Values)) {
      const Value *Next = V->getIncomingValueForBlock(L.getLoopLatch());
      auto First = Mine.value(Next), Second = Theirs.value(Next);
      if (!First || !Second || First->Which != I || Second->Which != I)
        return {};
      // One lane keeps what the other takes.
      if (First->OfOther == Second->OfOther && Orders[I])
        Disagree |= 1u << I;
    }
    for (unsigned I = 0; I < Count; ++I)
      Compared |= unsigned(Mine.isCompared(I) || Theirs.isCompared(I)) << I;
  }
  return Disagree & (Compared | 1u << Own) ? Tournament() : Of;
}
