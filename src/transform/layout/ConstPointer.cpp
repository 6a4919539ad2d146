// SPDX-License-Identifier: Apache-2.0
#include "transform/layout/ConstPointer.h"
#include "transform/text/SourceText.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMap.h"

using namespace clang;

namespace cudafix::transform {

namespace {

/// Follows a value that is the pointer, or is computed from it, to its last use.
class Uses {
public:
  explicit Uses(const Stmt *Body) : Parents(const_cast<Stmt *>(Body)) {}
  bool ofPointer(const Expr *E) const;

private:
  bool ofPlace(const Expr *E) const;
  bool ofCast(const CastExpr *Cast) const;
  bool ofOperator(const clang::BinaryOperator *B, const Expr *Operand) const;

  ParentMap Parents;
};

bool toConst(QualType T) {
  return (T->isPointerType() || T->isReferenceType() ? T->getPointeeType() : T).isConstQualified();
}

bool Uses::ofOperator(const clang::BinaryOperator *B, const Expr *Operand) const {
  if (B->isComparisonOp() || B->isLogicalOp())
    return true;
  if (B->getOpcode() == BO_Comma)
    return B->getLHS() == Operand || ofPointer(B);
  if (B->isAdditiveOp())
    return !B->getType()->isPointerType() || ofPointer(B);
  // A value assigned to the pointer itself may be const or not.
  return B->isAssignmentOp() && B->getLHS() == Operand;
}

bool Uses::ofCast(const CastExpr *Cast) const {
  switch (Cast->getCastKind()) {
  case CK_LValueToRValue:
    return ofPointer(Cast);
  case CK_NoOp:
  case CK_BitCast:
    return toConst(Cast->getType()) || isa<CStyleCastExpr>(Cast);
  case CK_PointerToBoolean:
  case CK_PointerToIntegral:
    return true;
  default:
    return false;
  }
}

/// Checks uses of `E`, a pointer into the array.
bool Uses::ofPointer(const Expr *E) const {
  const Stmt *Parent = Parents.getParent(E);
  if (!Parent || isa<CompoundStmt>(Parent))
    return Parent;
  if (const auto *Cast = dyn_cast<CastExpr>(Parent))
    return ofCast(Cast);
  if (const auto *B = dyn_cast<clang::BinaryOperator>(Parent))
    return ofOperator(B, E);
  if (const auto *U = dyn_cast<clang::UnaryOperator>(Parent)) {
    if (U->getOpcode() == UO_Deref)
      return ofPlace(U);
    return U->getOpcode() == UO_LNot || (U->isIncrementDecrementOp() && ofPointer(U));
  }
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(Parent))
    return ofPlace(A);
  if (const auto *M = dyn_cast<MemberExpr>(Parent))
    return ofPlace(M);
  if (const auto *For = dyn_cast<ForStmt>(Parent))
    return For->getInc() == E;
  return isa<ParenExpr>(Parent) && ofPointer(cast<Expr>(Parent));
}

/// Checks uses of `E`, an element of the array or a part of one.
bool Uses::ofPlace(const Expr *E) const {
  const Stmt *Parent = Parents.getParent(E);
  if (!Parent)
    return false;
  if (const auto *Cast = dyn_cast<CastExpr>(Parent)) {
    if (Cast->getCastKind() == CK_ArrayToPointerDecay)
      return ofPointer(Cast);
    return Cast->getCastKind() == CK_LValueToRValue ||
           (Cast->getCastKind() == CK_NoOp && toConst(Cast->getType()));
  }
  if (const auto *U = dyn_cast<clang::UnaryOperator>(Parent))
    return U->getOpcode() == UO_AddrOf && ofPointer(U);
  if (const auto *M = dyn_cast<MemberExpr>(Parent))
    return isa<FieldDecl>(M->getMemberDecl()) && ofPlace(M);
  return isa<ParenExpr>(Parent) && ofPlace(cast<Expr>(Parent));
}

} // namespace

bool mayBeConst(const FunctionDecl *F, const ParmVarDecl *P) {
  Uses All(F->getBody());
  bool Const = true;
  walk(F->getBody(), [&](const Stmt *S) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S); Ref && Ref->getDecl() == P)
      Const &= All.ofPointer(Ref);
    return Const;
  });
  return Const;
}

} // namespace cudafix::transform
