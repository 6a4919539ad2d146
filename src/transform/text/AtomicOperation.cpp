// SPDX-License-Identifier: Apache-2.0
#include "transform/text/AtomicOperation.h"
#include "transform/text/BodyFacts.h"
#include "transform/text/SourceText.h"
#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace cudafix::transform {

using clang::Expr;

std::vector<MemoryUpdate> findUpdates(const Stmt *S) {
  std::vector<MemoryUpdate> Found;
  walk(S, [&](const Stmt *Part) {
    if (const auto *B = dyn_cast<BinaryOperator>(Part); B && B->isAssignmentOp())
      Found.push_back({B, B->getLHS()});
    if (const auto *U = dyn_cast<UnaryOperator>(Part); U && U->isIncrementDecrementOp())
      Found.push_back({U, U->getSubExpr()});
    return true;
  });
  return Found;
}

bool sameExpr(const Expr *A, const Expr *B, const ASTContext &Ctx) {
  llvm::FoldingSetNodeID X, Y;
  A->IgnoreParenImpCasts()->Profile(X, Ctx, true);
  B->IgnoreParenImpCasts()->Profile(Y, Ctx, true);
  return X == Y;
}

bool isTarget(const MemoryUpdate &U, const Expr *E, const ASTContext &Ctx) {
  return sameExpr(E, U.Target, Ctx) || (U.Old && variable(E) == U.Old);
}

unsigned readsOfTarget(const MemoryUpdate &U, const Expr *E, const ASTContext &Ctx) {
  unsigned Count = 0;
  walk(E, [&](const Stmt *S) {
    const auto *Part = dyn_cast<Expr>(S);
    if (!Part || isa<ImplicitCastExpr, ParenExpr>(Part) || !isTarget(U, Part, Ctx))
      return true;
    ++Count;
    return false;
  });
  return Count;
}

namespace {

class Reader {
public:
  Reader(const MemoryUpdate &U, const ASTContext &Ctx)
      : U(U), Ctx(Ctx), Cell(U.Target->getType().getCanonicalType().getUnqualifiedType()) {}
  AtomicOperation read() const;

private:
  using Function = AtomicOp;
  AtomicOperation ofBinary(const BinaryOperator *B) const;
  AtomicOperation ofCall(const CallExpr *Call) const;
  AtomicOperation ofConditional(const ConditionalOperator *C) const;
  bool is(const Expr *E) const { return isTarget(U, E, Ctx); }
  /// Returns true if sums of such numbers are the same in the type of the cell.
  bool isWhole(const Expr *E) const {
    return Ctx.getTypeSize(E->IgnoreParenImpCasts()->getType()) >= Ctx.getTypeSize(Cell);
  }
  /// Returns true if values of the type compare like those of the cell.
  bool comparesAlike(QualType T) const;

  const MemoryUpdate &U;
  const ASTContext &Ctx;
  QualType Cell;
};

bool Reader::comparesAlike(QualType T) const {
  T = T.getNonReferenceType().getCanonicalType().getUnqualifiedType();
  bool Integers = T->isIntegerType() && Cell->isIntegerType();
  return T == Cell || (Integers && Ctx.getTypeSize(T) == Ctx.getTypeSize(Cell) &&
                       T->isSignedIntegerType() == Cell->isSignedIntegerType());
}

AtomicOperation Reader::ofBinary(const BinaryOperator *B) const {
  AtomicOperation O;
  const Expr *L = B->getLHS(), *R = B->getRHS();
  bool Left = is(L), Right = is(R);
  auto Commutes = [&](Function What) {
    if (Left || Right)
      O = {What, Left ? R : L, {}};
  };
  switch (B->getOpcode()) {
  case BO_Add: {
    Commutes(Function::Add);
    const auto *Inner = dyn_cast<BinaryOperator>(L->IgnoreParenImpCasts());
    while (O.What == Function::None && Inner && Inner->getOpcode() == BO_Add &&
           !isa<ParenExpr>(L)) {
      if (is(Inner->getLHS()) && isWhole(Inner->getRHS()) && isWhole(R)) // x + a + b
        O = {Function::Add, nullptr, {Inner->getRHS()->getBeginLoc(), B->getEndLoc()}};
      Inner = dyn_cast<BinaryOperator>(Inner->getLHS()->IgnoreImpCasts());
    }
    break;
  }
  case BO_Sub:
    if (Left)
      O = {Function::Sub, R, {}};
    break;
  case BO_And:
    Commutes(Function::And);
    break;
  case BO_Or:
    Commutes(Function::Or);
    break;
  case BO_Xor:
    Commutes(Function::Xor);
    break;
  default:
    break;
  }
  return O;
}

AtomicOperation Reader::ofCall(const CallExpr *Call) const {
  auto What = llvm::StringSwitch<Function>(calleeName(Call))
                  .Cases({"min", "umin", "llmin", "ullmin", "fmin", "fminf"}, Function::Min)
                  .Cases({"max", "umax", "llmax", "ullmax", "fmax", "fmaxf"}, Function::Max)
                  .Default(Function::None);
  if (What == Function::None || Call->getNumArgs() != 2 || !comparesAlike(Call->getType()))
    return {};
  bool Left = is(Call->getArg(0));
  if (!Left && !is(Call->getArg(1)))
    return {};
  return {What, Call->getArg(Left ? 1 : 0), {}};
}

/// Reads x < e ? e : x and its mirror images, and x >= e ? 0 : x + 1.
AtomicOperation Reader::ofConditional(const ConditionalOperator *C) const {
  const auto *Cmp = dyn_cast<BinaryOperator>(C->getCond()->IgnoreParenImpCasts());
  if (!Cmp || !Cmp->isRelationalOp() || !comparesAlike(Cmp->getLHS()->getType()))
    return {};
  const Expr *L = Cmp->getLHS(), *R = Cmp->getRHS(), *Yes = C->getTrueExpr(),
             *No = C->getFalseExpr();
  bool Less = Cmp->getOpcode() == BO_LT || Cmp->getOpcode() == BO_LE;
  if (is(L) == is(R))
    return {};
  const Expr *Other = is(L) ? R : L;
  Expr::EvalResult Zero, One;
  const auto *Next = dyn_cast<BinaryOperator>(No->IgnoreParenImpCasts());
  if (Cmp->getOpcode() == BO_GE && is(L) && Yes->EvaluateAsInt(Zero, Ctx) &&
      Zero.Val.getInt().isZero() && Next && Next->getOpcode() == BO_Add && is(Next->getLHS()) &&
      Cell->isUnsignedIntegerType())
    return Next->getRHS()->EvaluateAsInt(One, Ctx) && One.Val.getInt().isOne()
               ? AtomicOperation{Function::Inc, Other, {}}
               : AtomicOperation();
  auto Same = [&](const Expr *A, const Expr *B) { return sameExpr(A, B, Ctx) || (is(A) && is(B)); };
  bool PicksLeft = Same(Yes, L) && Same(No, R), PicksRight = Same(Yes, R) && Same(No, L);
  if (!PicksLeft && !PicksRight)
    return {};
  return {PicksLeft == Less ? Function::Min : Function::Max, Other, {}};
}

AtomicOperation Reader::read() const {
  if (const auto *Unary = dyn_cast<UnaryOperator>(U.Whole))
    return {Unary->isIncrementOp() ? Function::Add : Function::Sub, nullptr, {}};
  const auto *B = cast<BinaryOperator>(U.Whole);
  const Expr *Operand = B->getRHS();
  if (U.Test) {
    bool Less = (U.Test->getOpcode() == BO_LT || U.Test->getOpcode() == BO_LE) == U.StoredIf;
    if (!comparesAlike(U.Test->getLHS()->getType()))
      return {};
    return {Less == !is(U.Test->getLHS()) ? Function::Min : Function::Max, Operand, {}};
  }
  if (const auto *Compound = dyn_cast<CompoundAssignOperator>(B)) {
    if (Cell->isIntegerType() && Compound->getComputationResultType()->isRealFloatingType())
      return {};
    switch (B->getOpcode()) {
    case BO_AddAssign:
      return {Function::Add, Operand, {}};
    case BO_SubAssign:
      return {Function::Sub, Operand, {}};
    case BO_AndAssign:
      return {Function::And, Operand, {}};
    case BO_OrAssign:
      return {Function::Or, Operand, {}};
    case BO_XorAssign:
      return {Function::Xor, Operand, {}};
    default:
      return {};
    }
  }
  const Expr *Value = Operand->IgnoreParenImpCasts();
  if (readsOfTarget(U, Value, Ctx) == 0)
    return {Function::Exch, Operand, {}};
  if (Cell->isIntegerType() && Value->getType()->isRealFloatingType())
    return {};
  if (const auto *Inner = dyn_cast<BinaryOperator>(Value))
    return ofBinary(Inner);
  if (const auto *Call = dyn_cast<CallExpr>(Value))
    return ofCall(Call);
  if (const auto *C = dyn_cast<ConditionalOperator>(Value))
    return ofConditional(C);
  return {};
}

} // namespace

AtomicOperation operationOf(const MemoryUpdate &U, const ASTContext &Ctx) {
  AtomicOperation O = Reader(U, Ctx).read();
  const auto *B = dyn_cast<BinaryOperator>(U.Whole);
  bool Again = O.Operand ? readsOfTarget(U, O.Operand, Ctx) != 0 // as in x = x + a * x
                         : O.Terms.isValid() && readsOfTarget(U, B->getRHS(), Ctx) != 1;
  return Again ? AtomicOperation() : O;
}

} // namespace cudafix::transform
