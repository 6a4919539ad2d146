// SPDX-License-Identifier: Apache-2.0
//
// Exits by `i != n`, rewritten as an order: i < n says for each iteration what i != n says only for
// all iterations together.

#include "frontend/values/Recurrences.h"

using namespace llvm;
using namespace cudafix;
using namespace cudafix::frontend;

/// The phi from which the value differs by a constant, with steps that do not wrap; or null.
static const PHINode *behindSteps(const Value *X) {
  while (true) {
    if (auto *P = dyn_cast<PHINode>(X))
      return P;
    auto *I = dyn_cast<Instruction>(X);
    auto *G = dyn_cast<GetElementPtrInst>(X);
    bool Moves = I && I->getOpcode() == Instruction::Add && isa<ConstantInt>(I->getOperand(1)) &&
                 I->hasNoSignedWrap();
    if (!Moves && !isa_and_nonnull<SExtInst>(I) && !(G && G->isInBounds()))
      return nullptr;
    X = I->getOperand(0);
  }
}

/// Returns true if the value belongs to a variable of the loop that cannot step beyond its type or
/// object.
bool Recurrences::neverWraps(const Value *X) {
  const PHINode *Of = behindSteps(X);
  return Of && any_of(Phis, [&](const Phi &P) {
           auto Inc = P.P == Of && P.Next != P.Self ? increment(P.Next, P.Self) : std::nullopt;
           return Inc && (Inc->second & NSW);
         });
}

/// The condition for going on in a loop that goes on while X != Y; null if not known.
///
/// If it is the only exit, a variable that may not wrap meets its bound: it would otherwise leave
/// its type or object. Everything else is counted exactly, modulo its type.
Expr Recurrences::orderedStay(const Value *X, const Value *Y, bool OnlyExit) {
  auto *Minus = dyn_cast<BinaryOperator>(X);
  auto *Zero = dyn_cast<ConstantInt>(Y);
  if (Minus && Minus->getOpcode() == Instruction::Sub && Zero && Zero->isZero())
    return orderedStay(Minus->getOperand(0), Minus->getOperand(1), OnlyExit);
  Expr A, B;
  if (X->getType()->isPointerTy()) {
    PointerTerm P = V.pointer(X), Q = V.pointer(Y);
    if (!P.Object || P.Object != Q.Object)
      return Expr();
    A = P.Offset;
    B = Q.Offset;
  } else {
    A = V.of(X);
    B = V.of(Y);
  }
  auto Line = A && B && invariant(B) ? linear(A) : std::nullopt;
  if (!Line)
    return Expr();
  auto [Start, Step] = *Line;
  std::optional<bool> Up = isPositive(Step);
  if (OnlyExit && neverWraps(X)) {
    Expr Rises = Up ? Ctx.boolean(*Up) : Ctx.slt(Ctx.constant(0, Step->width()), Step);
    return Ctx.ite(Rises, Ctx.slt(A, B), Ctx.slt(B, A));
  }
  bool ByOne = Step->isConst() && std::abs(Step->signedValue()) == 1;
  if (!ByOne || A->width() < 32)
    return Expr();
  return Ctx.ult(counter(A->width()), *Up ? Ctx.sub(B, Start) : Ctx.sub(Start, B));
}

void Recurrences::orderExits() {
  const BasicBlock *Latch = L.getLoopLatch();
  SmallVector<BasicBlock *, 4> Exiting;
  L.getExitingBlocks(Exiting);
  auto Leaves = [&](const BasicBlock *S) { return !L.contains(S) && !V.flow().isDead(S); };
  erase_if(Exiting, [&](BasicBlock *B) { return none_of(successors(B), Leaves); });
  for (BasicBlock *B : Exiting) {
    auto *Br = dyn_cast<BranchInst>(B->getTerminator());
    auto *C = Br && Br->isConditional() ? dyn_cast<ICmpInst>(Br->getCondition()) : nullptr;
    if (!C || !C->isEquality() || !L.contains(C) || V.LI.getLoopFor(B) != &L || !Latch ||
        !V.DT.dominates(B, Latch))
      continue;
    bool Differ = C->getPredicate() == ICmpInst::ICMP_NE;
    if (!L.contains(Br->getSuccessor(Differ ? 0 : 1)) || !Leaves(Br->getSuccessor(Differ ? 1 : 0)))
      continue;
    auto Known = V.Map.find(C);
    if (Known == V.Map.end() || !Known->second || Known->second->isConst())
      continue;
    bool Only = Exiting.size() == 1;
    Expr Stay = orderedStay(C->getOperand(0), C->getOperand(1), Only);
    if (!Stay)
      Stay = orderedStay(C->getOperand(1), C->getOperand(0), Only);
    if (Stay && !V.tooLarge(Stay))
      V.Map[C] = Differ ? Stay : Ctx.lnot(Stay);
  }
}
