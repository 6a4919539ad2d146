// SPDX-License-Identifier: Apache-2.0
//
// Finds statements that threads may execute although they would have left before: statements that
// do nothing for them, because the statements' own conditions repeat that of the exit.
#include "transform/split/SplitterImpl.h"
#include "transform/text/AtomicText.h"

using namespace clang;

namespace cudafix::transform {

/// Collects the operands of `a || b` and the like.
static void operandsOf(const Expr *E, BinaryOperatorKind Op, std::vector<const Expr *> &Into) {
  const auto *B = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  if (!B || B->getOpcode() != Op)
    return Into.push_back(E->IgnoreParenImpCasts());
  operandsOf(B->getLHS(), Op, Into);
  operandsOf(B->getRHS(), Op, Into);
}

/// Returns true if one integer comparison holds exactly when the other does not. `Var` stands for
/// its initial value.
static bool excludes(const Expr *One, const Expr *Other, const VarDecl *Var,
                     const ASTContext &Ctx) {
  const auto *A = dyn_cast<BinaryOperator>(One), *B = dyn_cast<BinaryOperator>(Other);
  if (!A || !B || !A->isComparisonOp() || A->getOpcode() == BO_Cmp ||
      B->getOpcode() != BinaryOperator::negateComparisonOp(A->getOpcode()) ||
      !A->getLHS()->getType()->isIntegerType())
    return false;
  const Expr *Left = B->getLHS();
  if (Var && variable(Left) == Var)
    Left = Var->getInit();
  return sameExpr(A->getLHS(), Left, Ctx) && sameExpr(A->getRHS(), B->getRHS(), Ctx);
}

/// Returns true if threads that take the exits would do nothing in the statement: its own
/// condition, or the first test of its loop, keeps them out.
bool Splitter::keepsOut(const Stmt *S, llvm::ArrayRef<Item> Exits) const {
  const Expr *Test = nullptr;
  const VarDecl *Begins = nullptr;
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    if (!If->getElse() && !If->getInit() && !If->getConditionVariable())
      Test = If->getCond();
  } else if (const auto *For = dyn_cast<ForStmt>(S); For && !For->getConditionVariable()) {
    const auto *Decls = dyn_cast_or_null<DeclStmt>(For->getInit());
    const auto *V =
        Decls && Decls->isSingleDecl() ? dyn_cast<VarDecl>(Decls->getSingleDecl()) : nullptr;
    if (V && V->getInit() && isPure(V->getInit()) &&
        Source.context().hasSameUnqualifiedType(V->getType(),
                                                V->getInit()->IgnoreParenImpCasts()->getType()))
      Begins = V;
    if (Begins)
      Test = For->getCond();
  }
  if (!Test || !isPure(Test) || readsMemory(Test) || Source.inMacro(S))
    return false;
  std::vector<const Expr *> Needed, Leaving;
  operandsOf(Test, BO_LAnd, Needed);
  for (const Item &It : Exits)
    operandsOf(cast<IfStmt>(core(It.stmt()))->getCond(), BO_LOr, Leaving);
  return llvm::all_of(Leaving, [&](const Expr *L) {
    return llvm::any_of(Needed,
                        [&](const Expr *N) { return excludes(L, N, Begins, Source.context()); });
  });
}

/// Returns true if the expression only increments a local variable, or sets it to a value that does
/// not depend on memory.
static bool setsLocal(const Expr *E) {
  const auto *B = dyn_cast<BinaryOperator>(E);
  const auto *U = dyn_cast<UnaryOperator>(E);
  const Expr *To = B && B->isAssignmentOp()           ? B->getLHS()
                   : U && U->isIncrementDecrementOp() ? U->getSubExpr()
                                                      : nullptr;
  const VarDecl *V = To ? variable(To) : nullptr;
  return V && V->hasLocalStorage() && !V->getType()->isReferenceType() &&
         (!B || (isPure(B->getRHS()) && !readsMemory(B->getRHS())));
}

static bool declaresLocals(const DeclStmt *S) {
  return llvm::all_of(S->decls(), [](const Decl *D) {
    const auto *V = dyn_cast<VarDecl>(D);
    const Expr *Init = V ? V->getInit() : nullptr;
    return V && V->hasLocalStorage() && !V->getType()->isReferenceType() &&
           !V->getType()->isRecordType() && (!Init || (isPure(Init) && !readsMemory(Init)));
  });
}

/// Returns true if threads that take the exits may run the statement: for them, it only meets
/// barriers and sets local variables.
bool Splitter::isIdle(const Stmt *S, llvm::ArrayRef<Item> Exits) const {
  S = core(S);
  if (isBlockBarrier(S))
    return true;
  if (Source.inMacro(S))
    return false;
  const bool Meets = Facts.changes(S);
  auto Idle = [&](const Stmt *Part) { return !Part || isIdle(Part, Exits); };
  auto Decides = [&](const Expr *E) {
    return E && isPure(E) && !readsMemory(E) && (!Meets || !Facts.divergent(S));
  };
  if (!Meets && keepsOut(S, Exits))
    return true;
  if (const auto *List = dyn_cast<CompoundStmt>(S))
    return llvm::all_of(List->body(), Idle);
  if (const auto *Decls = dyn_cast<DeclStmt>(S))
    return declaresLocals(Decls);
  if (const auto *E = dyn_cast<Expr>(S))
    return setsLocal(E);
  if (const auto *If = dyn_cast<IfStmt>(S))
    return !If->getInit() && !If->getConditionVariable() && Decides(If->getCond()) &&
           Idle(If->getThen()) && Idle(If->getElse());
  const auto *For = dyn_cast<ForStmt>(S); // its step ends the loop in every thread
  return For && !For->getConditionVariable() && Decides(For->getCond()) && For->getInc() &&
         setsLocal(For->getInc()) && Idle(For->getInit()) && Idle(For->getBody());
}

/// Returns true if all threads may run the statements, because those that would have left do
/// nothing there.
bool Splitter::mayRunByAll(llvm::ArrayRef<Item> List, llvm::ArrayRef<Item> Exits) const {
  VarSet Decide; // variables that the compared conditions use
  for (const Item &It : Exits)
    for (const VarDecl *V : usedVars(cast<IfStmt>(core(It.stmt()))->getCond()))
      Decide.insert(V);
  return llvm::all_of(List, [&](const Item &It) {
    return It.Stmts.size() == 1 && isIdle(It.stmt(), Exits) &&
           llvm::none_of(changedVars(It.stmt()),
                         [&](const VarDecl *V) { return Decide.contains(V); });
  });
}

} // namespace cudafix::transform
