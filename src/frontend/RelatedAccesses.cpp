// SPDX-License-Identifier: Apache-2.0
//
// Relations between accesses: parts of one expression, partners in an update, guesses for a
// compare-and-swap, reads before an exchange of the warp.

#include "frontend/KernelBuilder.h"
#include "frontend/values/Exchanges.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace cudafix;
using namespace cudafix::frontend;

/// Returns true if the stored value depends on the load, within one block and a few steps.
static bool dependsOn(const Value *V, const Instruction *Load) {
  SmallVector<std::pair<const Value *, unsigned>, 8> Work{{V, 0}};
  SmallPtrSet<const Value *, 16> Seen;
  while (!Work.empty()) {
    auto [At, Depth] = Work.pop_back_val();
    if (At == Load)
      return true;
    auto *I = dyn_cast<Instruction>(At);
    if (!I || I->getParent() != Load->getParent() || Depth > 8 || isa<PHINode>(I) ||
        !Seen.insert(I).second)
      continue;
    for (const Use &Op : I->operands())
      Work.push_back({Op, Depth + 1});
  }
  return false;
}

/// Returns true if the value is computed from a match, that is, from which lanes have the same key.
static bool isOfMatch(const Value *V, unsigned Depth = 4) {
  const auto *I = dyn_cast<Instruction>(V);
  const auto *Call = dyn_cast_or_null<CallBase>(I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  if (Callee && Callee->getName().starts_with("llvm.nvvm.match.any"))
    return true;
  return I && Depth && !isa<LoadInst>(I) &&
         any_of(I->operands(), [&](const Use &Op) { return isOfMatch(Op, Depth - 1); });
}

/// Returns true if the stored value is the loaded one plus a number that all threads add, or plus
/// the number of lanes with the thread's key.
static bool counts(const StoreInst &Store, const Instruction &Load, const KernelUniformity &U) {
  auto Plain = [](const Value *V) {
    while (auto *Cast = dyn_cast<CastInst>(V))
      V = Cast->getOperand(0);
    return V;
  };
  auto *Sum = dyn_cast<BinaryOperator>(Plain(Store.getValueOperand()));
  if (!Sum || (Sum->getOpcode() != Instruction::Add && Sum->getOpcode() != Instruction::FAdd &&
               Sum->getOpcode() != Instruction::Sub && Sum->getOpcode() != Instruction::FSub))
    return false;
  for (unsigned I : {0, 1})
    if (Plain(Sum->getOperand(I)) == &Load)
      return U.of(Sum->getOperand(1 - I)) == Uniformity::Launch ||
             isOfMatch(Sum->getOperand(1 - I));
  return false;
}

/// Aligns parts of one expression at constant distances: if the alignment of one is known, so are
/// those of the others (`*(float2 *)p = v`, which is stored in halves).
void KernelBuilder::alignParts() {
  for (Access &A : K.Accesses)
    for (AccessId Id = A.Id; Id-- > 0 && K.Accesses[Id].Node == A.Node;) {
      Access &B = K.Accesses[Id];
      if (A.Cell == B.Cell || A.Array != B.Array || A.Loc != B.Loc || A.CallChain != B.CallChain)
        continue;
      Access &Known = A.Cell > B.Cell ? A : B, &Other = A.Cell > B.Cell ? B : A;
      Expr Distance = K.Ctx->sub(Other.Offset, Known.Offset);
      if (Known.Guard || Other.Guard || !Distance->isConst())
        continue;
      Other.Cell = Known.Cell;
      Other.Into = (Known.Into + Distance->value()) % Known.Cell;
    }
}

/// `x += e`, `x++`, `x = x + e`: a store of a value made from a load of the same place by
/// the same statement.
void KernelBuilder::findPartners() {
  for (Access &W : K.Accesses) {
    auto *Store = dyn_cast<StoreInst>(Unit.AccessInst[W.Id]);
    if (!Store || W.Kind != AccessKind::Write)
      continue;
    for (AccessId Id = W.Id; Id-- > 0 && K.Accesses[Id].Node == W.Node;) {
      Access &R = K.Accesses[Id];
      if (R.Kind != AccessKind::Read || R.Array != W.Array || R.Offset != W.Offset ||
          R.Guard != W.Guard || R.Partner != NoId || R.CallChain != W.CallChain ||
          R.Loc.Line > W.Loc.Line + 2 || W.Loc.Line > R.Loc.Line + 2 ||
          !dependsOn(Store->getValueOperand(), Unit.AccessInst[Id]))
        continue;
      R.Partner = W.Id;
      W.Partner = R.Id;
      W.Counts = counts(*Store, *Unit.AccessInst[Id], U);
      break;
    }
  }
}

/// Returns true for a conversion that only reinterprets bits: a cast, __float_as_uint() and the
/// like.
static bool isCast(const User *U) {
  auto *Call = dyn_cast<CallInst>(U);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return isa<CastInst>(U) ||
         (Callee && Callee->getName().starts_with("__nv_") && Callee->getName().contains("_as_"));
}

/// Returns true for an operation that concatenates bits, for example when a pair is read as two
/// halves.
static bool mergesBits(const User *U) {
  auto *B = dyn_cast<BinaryOperator>(U);
  return B && (B->isBitwiseLogicOp() || B->isLogicalShift());
}

/// Returns true if a compare-and-swap uses the value as its expected one, possibly through casts
/// and phis.
static bool isExpected(const Value *V, function_ref<bool(const Instruction *)> SamePlace,
                       unsigned Depth = 0) {
  return any_of(V->users(), [&](const User *U) {
    if (auto *X = dyn_cast<AtomicCmpXchgInst>(U))
      return X->getCompareOperand() == V && SamePlace(X);
    return Depth < 8 && (isa<PHINode>(U) || isCast(U) || mergesBits(U)) &&
           isExpected(U, SamePlace, Depth + 1);
  });
}

/// Returns true for a value that a compare-and-swap found, in this turn or the last.
static bool isFound(const Value *V) {
  if (auto *P = dyn_cast<PHINode>(V))
    return any_of(P->incoming_values(),
                  [](const Value *In) { return !isa<PHINode>(In) && isFound(In); });
  auto *E = dyn_cast<ExtractValueInst>(V);
  return E && isa<AtomicCmpXchgInst>(E->getAggregateOperand());
}

/// The value before casts.
static const Value *plain(const Value *V) {
  for (unsigned Depth = 0; Depth < 8; ++Depth) {
    auto *U = dyn_cast<User>(V);
    if (!U || !isCast(U))
      break;
    V = U->getOperand(0);
  }
  return V;
}

/// Returns true if the loop uses the found and the expected value only to choose the next attempt
/// and to decide when to end.
static bool isKept(const Value *Expected, const AtomicCmpXchgInst &X, const llvm::Loop &L) {
  SmallVector<const Value *, 16> Work{&X, Expected};
  SmallPtrSet<const Value *, 32> Seen;
  while (!Work.empty()) {
    const Value *At = Work.pop_back_val();
    if (!Seen.insert(At).second)
      continue;
    if (Seen.size() > 64)
      return false;
    for (const User *U : At->users()) {
      auto *I = cast<Instruction>(U);
      if (!L.contains(I) || (I == &X && X.getPointerOperand() == At))
        return false;
      auto *Call = dyn_cast<CallBase>(I);
      if (I == &X || isa<BranchInst>(I))
        continue;
      if (!isa<CastInst, BinaryOperator, UnaryOperator, PHINode, CmpInst, SelectInst,
               ExtractValueInst>(I) &&
          !(Call && classify(*Call).Kind == CallKind::Value))
        return false;
      Work.push_back(I);
    }
  }
  return true;
}

bool KernelBuilder::isRetried(const AtomicCmpXchgInst &X, const llvm::Loop &L) const {
  SmallVector<BasicBlock *, 4> Latches, Exiting;
  L.getLoopLatches(Latches);
  if (!all_of(Latches, [&](BasicBlock *B) { return DT.dominates(X.getParent(), B); }))
    return false;
  auto IsFound = [&](const Value *V) {
    auto *E = dyn_cast<ExtractValueInst>(plain(V));
    return E && E->getAggregateOperand() == &X && E->getIndices().front() == 0;
  };
  // The expected value must be what was found in the last turn, or read in this one.
  const Value *Expects = plain(X.getCompareOperand());
  bool Latest = false;
  if (auto *P = dyn_cast<PHINode>(Expects); P && P->getParent() == L.getHeader())
    Latest =
        all_of(Latches, [&](BasicBlock *B) { return IsFound(P->getIncomingValueForBlock(B)); });
  else if (auto *Load = dyn_cast<LoadInst>(Expects))
    Latest = L.contains(Load->getParent()) && Load->getPointerOperand()->stripPointerCasts() ==
                                                  X.getPointerOperand()->stripPointerCasts();
  if (!Latest || !isKept(Expects, X, L))
    return false;
  // The value of the condition after the compare-and-swap has succeeded, whatever else it depends
  // on.
  auto OnSuccess = [&](auto &&Self, const Value *Cond, unsigned Depth) -> std::optional<bool> {
    const Value *A, *B;
    if (auto *E = dyn_cast<ExtractValueInst>(Cond))
      return E->getAggregateOperand() == &X && E->getIndices().front() == 1 ? std::optional(true)
                                                                            : std::nullopt;
    if (auto *C = dyn_cast<ICmpInst>(Cond); C && C->isEquality()) {
      A = C->getOperand(0), B = C->getOperand(1);
      const bool Says = (IsFound(A) && plain(B) == Expects) || (IsFound(B) && plain(A) == Expects);
      return Says ? std::optional(C->getPredicate() == CmpInst::ICMP_EQ) : std::nullopt;
    }
    const bool Both = match(Cond, m_LogicalAnd(m_Value(A), m_Value(B)));
    if (Depth == 0 || (!Both && !match(Cond, m_LogicalOr(m_Value(A), m_Value(B)))))
      return std::nullopt;
    const std::optional<bool> First = Self(Self, A, Depth - 1), Second = Self(Self, B, Depth - 1);
    return First == !Both || Second == !Both ? !Both : First == Second ? First : std::nullopt;
  };
  L.getExitingBlocks(Exiting);
  return any_of(Exiting, [&](BasicBlock *B) {
    constexpr unsigned Depth = 4;
    auto *Br = dyn_cast<BranchInst>(B->getTerminator());
    if (!Br || !Br->isConditional() ||
        !all_of(Latches, [&](BasicBlock *To) { return DT.dominates(B, To); }))
      return false;
    const std::optional<bool> Is = OnSuccess(OnSuccess, Br->getCondition(), Depth);
    return Is && !L.contains(Br->getSuccessor(*Is ? 0 : 1));
  });
}

/// Returns true if only phis that hold the value found later use the value, and if only
/// compare-and-swaps of the same place, which fail if it is stale, use results computed from it.
static bool isOnlyTried(const Value *V, function_ref<bool(const Instruction *)> SamePlace) {
  SmallVector<std::pair<const Value *, bool>, 8> Work{{V, false}}; // with true for computed values
  SmallPtrSet<const Value *, 16> Seen;
  while (!Work.empty()) {
    auto [At, Computed] = Work.pop_back_val();
    if (!Seen.insert(At).second)
      continue;
    if (Seen.size() > 64)
      return false;
    for (const User *U : At->users()) {
      if (auto *X = dyn_cast<AtomicCmpXchgInst>(U)) {
        if (X->getPointerOperand() == At || !SamePlace(X))
          return false;
      } else if (auto *C = dyn_cast<ICmpInst>(U)) {
        if (!C->isEquality() || !isFound(C->getOperand(C->getOperand(0) == At)))
          return false;
      } else if (isa<PHINode>(U) && !Computed) {
        continue;
      } else if (auto *Call = dyn_cast<CallBase>(U);
                 isCast(U) || isa<BinaryOperator, UnaryOperator, PHINode>(U) ||
                 (Call && classify(*Call).Kind == CallKind::Value)) {
        Work.push_back({U, Computed || !isCast(U)});
      } else {
        return false;
      }
    }
  }
  return true;
}

/// A term as a sum of a term and a constant.
static std::pair<Expr, int64_t> split(Expr Offset) {
  if (Offset->isConst())
    return {Expr(), Offset->signedValue()};
  if (Offset->op() == Op::Add && Offset->arg(1)->isConst())
    return {Offset->arg(0), Offset->arg(1)->signedValue()};
  return {Offset, 0};
}

/// Finds `old = *p; do { seen = old; old = atomicCAS(p, seen, f(seen)); } while (old != seen);`,
/// also if a pair is read as two halves.
void KernelBuilder::findGuesses() {
  for (Access &A : K.Accesses) {
    const Instruction *Load = Unit.AccessInst[A.Id];
    if (auto *X = dyn_cast_or_null<AtomicCmpXchgInst>(Load))
      if (const llvm::Loop *L = LI.getLoopFor(X->getParent()))
        A.Retried = isRetried(*X, *L);
    auto SamePlace = [&](const Instruction *Swap) {
      return any_of(K.Accesses, [&](const Access &X) {
        if (Unit.AccessInst[X.Id] != Swap || X.Array != A.Array)
          return false;
        auto [Base, First] = split(A.Offset);
        auto [Cell, Start] = split(X.Offset);
        return Base == Cell && Start <= First && A.Size->isConst() && X.Size->isConst() &&
               First + int64_t(A.Size->value()) <= Start + int64_t(X.Size->value());
      });
    };
    A.Guess = A.Kind == AccessKind::Read && isa<LoadInst>(Load) && !Load->use_empty() &&
              isOnlyTried(Load, SamePlace) && isExpected(Load, SamePlace);
  }
}

/// Finds reads and writes of one array with a shuffle of the warp between them that depends on the
/// read and on which the write depends.
void KernelBuilder::findExchanges() {
  Exchanges Find(F, DT, LI);
  for (Access &R : K.Accesses)
    for (const Access &W : K.Accesses) {
      auto *Load = dyn_cast<LoadInst>(Unit.AccessInst[R.Id]);
      auto *Store = dyn_cast<StoreInst>(Unit.AccessInst[W.Id]);
      if (Load && Store && R.Array == W.Array && Find.between(*Load, *Store))
        R.ExchangedBefore.push_back(W.Id);
    }
}
