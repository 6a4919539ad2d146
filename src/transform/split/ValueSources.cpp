// SPDX-License-Identifier: Apache-2.0
#include "transform/split/ValueSources.h"
#include "transform/text/SourceText.h"
#include "clang/AST/Attr.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cudafix::transform {

ValueSources::ValueSources(const FunctionDecl *F) : Ctx(F->getASTContext()) {
  auto SetTo = [&](const Expr *To, const Expr *Value) {
    if (const VarDecl *V = baseVar(To))
      Values[V].push_back(Value);
  };
  walk(F->getBody(), [&](const Stmt *S) {
    if (const auto *Decls = dyn_cast<DeclStmt>(S))
      for (const Decl *D : Decls->decls())
        if (const auto *V = dyn_cast<VarDecl>(D); V && V->getInit())
          Values[V].push_back(V->getInit());
    if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp())
      SetTo(B->getLHS(), B->getRHS());
    if (const auto *Copy = memberwiseCopy(S))
      SetTo(Copy->getArg(0), Copy->getArg(1));
    else if (const auto *Call = dyn_cast<CallExpr>(S))
      for (const VarDecl *V : changedVars(Call))
        Values[V].push_back(nullptr);
    const auto *U = dyn_cast<UnaryOperator>(S);
    if (U && U->getOpcode() == UO_AddrOf)
      SetTo(U->getSubExpr(), nullptr); // it may get any value
    if (const VarDecl *V = U && U->isIncrementDecrementOp() ? baseVar(U->getSubExpr()) : nullptr)
      Counters.insert(V);
    return true;
  });
}

llvm::ArrayRef<const Expr *> ValueSources::of(const VarDecl *V) const {
  auto It = Values.find(V);
  if (It == Values.end())
    return {};
  return It->second;
}

void ValueSources::visit(const Expr *E, VarSet &Seen,
                         llvm::function_ref<void(const Expr *)> Visit) const {
  if (!E)
    return Visit(nullptr);
  walk(E, [&](const Stmt *S) {
    if (const auto *Part = dyn_cast<Expr>(S))
      Visit(Part);
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (V && Seen.insert(V).second)
      for (const Expr *Value : of(V))
        visit(Value, Seen, Visit);
    return true;
  });
}

void ValueSources::visit(const Expr *E, llvm::function_ref<void(const Expr *)> Visit) const {
  VarSet Seen;
  visit(E, Seen, Visit);
}

static bool isBlockIndex(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V && V->getIdentifier() && V->getName() == "blockIdx";
}

bool ValueSources::dependsOnBlock(const Expr *E) const {
  bool Found = false;
  visit(E, [&](const Expr *Part) { Found |= Part && isBlockIndex(Part); });
  return Found;
}

bool ValueSources::sameInAllBlocks(const Expr *E) const {
  bool Same = true;
  visit(E, [&](const Expr *Part) {
    Same &= Part && !isBlockIndex(Part) && !isa<ArraySubscriptExpr>(Part) &&
            (!isa<CallExpr>(Part) || isPure(Part));
    const auto *U = dyn_cast_or_null<UnaryOperator>(Part);
    Same &= !U || U->getOpcode() != UO_Deref;
  });
  return Same;
}

/// `Open`: variables whose values are being examined.
bool ValueSources::vanishes(const Expr *E, VarSet &Open,
                            llvm::function_ref<bool(const Expr *)> IsZero) const {
  if (!E)
    return false;
  auto Also = [&](const Expr *Part) { return vanishes(Part, Open, IsZero); };
  E = E->IgnoreParenCasts();
  if (IsZero(E))
    return true;
  if (const auto *B = dyn_cast<BinaryOperator>(E)) {
    if (B->isAdditiveOp())
      return Also(B->getLHS()) && Also(B->getRHS());
    if (B->getOpcode() == BO_Mul)
      return Also(B->getLHS()) || Also(B->getRHS());
    return B->isMultiplicativeOp() && Also(B->getLHS()) && !Also(B->getRHS());
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return (U->getOpcode() == UO_Minus || U->getOpcode() == UO_Plus) && Also(U->getSubExpr());
  if (const auto *C = dyn_cast<ConditionalOperator>(E))
    return Also(C->getTrueExpr()) && Also(C->getFalseExpr());
  const VarDecl *V = isa<DeclRefExpr, MemberExpr, ArraySubscriptExpr>(E) ? baseVar(E) : nullptr;
  if (!V)
    return isZeroConstant(E, Ctx);
  if (!V->isLocalVarDecl() || V->hasAttr<CUDASharedAttr>() || Counters.contains(V) || of(V).empty())
    return false;
  if (!Open.insert(V).second)
    return true; // true unless its other values are not
  bool All = llvm::all_of(of(V), Also);
  Open.erase(V);
  return All;
}

bool ValueSources::vanishes(const Expr *E, llvm::function_ref<bool(const Expr *)> IsZero) const {
  VarSet Open;
  return vanishes(E, Open, IsZero);
}

} // namespace cudafix::transform
