// SPDX-License-Identifier: Apache-2.0
#include "transform/split/CommonCall.h"
#include "transform/split/ValueSources.h"
#include "transform/text/LaneOperations.h"
#include "transform/text/SourceText.h"
#include "clang/AST/Attr.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cudafix::transform {
namespace {

/// A function that all threads can run if its calls pass suitable arguments.
class Function {
public:
  explicit Function(const FunctionDecl *F)
      : F(F), Values(F), Alike(F->getNumParams()), Shared(F->getNumParams()) {}
  bool canRun() { return F->getBody() && canRun(F->getBody()); }
  /// Returns true if threads that pass 0 for these parameters store only 0, or sums of cells.
  bool storesNothing(const VarSet &Zeros) const;

  bool canRun(const Stmt *S);
  bool canEvaluate(const Expr *E);
  bool isNotZero(const Expr *E) const {
    Expr::EvalResult R;
    return E->EvaluateAsInt(R, F->getASTContext()) && !R.Val.getInt().isZero();
  }
  bool canAssign(const BinaryOperator *B);
  bool sumsLanes(const BinaryOperator *B);
  bool isAlike(const Expr *E);
  bool isOwnCell(const ArraySubscriptExpr *Cell);

  bool readsShared(const Expr *E) const;

  const FunctionDecl *F;
  ValueSources Values;
  std::vector<const Expr *> Stored; ///< stored in shared memory

public:
  std::vector<bool>
      Alike; ///< each thread passes the same as the thread with its index in a full block
  std::vector<bool> Shared; ///< an array of shared memory
};

/// Returns true if the expression reads shared memory, directly or through variables.
bool Function::readsShared(const Expr *E) const {
  bool Reads = false;
  Values.visit(E, [&](const Expr *Part) { Reads |= Part && isa<ArraySubscriptExpr>(Part); });
  return Reads;
}

bool Function::storesNothing(const VarSet &Zeros) const {
  return llvm::all_of(Stored, [&](const Expr *Value) {
    return Values.vanishes(Value, [&](const Expr *Part) {
      return isa<ArraySubscriptExpr>(Part) || (variable(Part) && Zeros.contains(variable(Part)));
    });
  });
}

/// Returns true if the expression has the same value as in a full block; records the parameters
/// whose arguments must have their full-block values for that.
bool Function::isAlike(const Expr *E) {
  if (!E)
    return true;
  Values.visit(E, [&](const Expr *Part) {
    const auto *Ref = dyn_cast_or_null<DeclRefExpr>(Part);
    const auto *P = Ref ? dyn_cast<ParmVarDecl>(Ref->getDecl()) : nullptr;
    if (P)
      Alike[P->getFunctionScopeIndex()] = true;
  });
  return isPure(E) && Values.sameInAllBlocks(E);
}

/// Returns true for a cell of shared memory, or of a local array, that the same thread also uses in
/// a full block.
bool Function::isOwnCell(const ArraySubscriptExpr *Cell) {
  const VarDecl *V = variable(Cell->getBase());
  if (!V || !Values.of(V).empty() || !isAlike(Cell->getIdx()))
    return false;
  if (const auto *P = dyn_cast<ParmVarDecl>(V)) {
    Shared[P->getFunctionScopeIndex()] = true;
    return true;
  }
  return V->hasAttr<CUDASharedAttr>() ? !V->hasExternalStorage() : V->isLocalVarDecl();
}

/// Returns true if all threads can evaluate the expression. Products and minima over all threads
/// are excluded, because the 0 of idle threads would change them.
bool Function::canEvaluate(const Expr *E) {
  bool Good = isPure(E);
  walk(E, [&](const Stmt *S) {
    if (const auto *B = dyn_cast<BinaryOperator>(S))
      Good &= B->getOpcode() == BO_Mul   ? !readsShared(B->getLHS()) || !readsShared(B->getRHS())
              : !B->isMultiplicativeOp() ? true
              : B->getType()->isFloatingType() ? isAlike(B->getRHS())
                                               : isNotZero(B->getRHS());
    if (const auto *U = dyn_cast<UnaryOperator>(S))
      Good &= U->getOpcode() != UO_Deref;
    if (const auto *C = dyn_cast<ConditionalOperator>(S))
      Good &= isAlike(C->getCond());
    Good &= !isa<CallExpr, LambdaExpr>(S);
    if (const auto *M = dyn_cast<MemberExpr>(S))
      Good &= !M->isArrow();
    if (const auto *Cell = dyn_cast<ArraySubscriptExpr>(S))
      Good &= isOwnCell(Cell);
    return Good && !isa<PseudoObjectExpr>(S);
  });
  return Good;
}

bool Function::canAssign(const BinaryOperator *B) {
  const Expr *To = B->getLHS()->IgnoreParens();
  bool Adds = B->getOpcode() == BO_Assign || B->getOpcode() == BO_AddAssign;
  const auto *Cell = dyn_cast<ArraySubscriptExpr>(To);
  if (Cell)
    Stored.push_back(B->getRHS());
  const VarDecl *V = variable(To);
  bool Local = V && V->hasLocalStorage() && !V->getType()->isReferenceType();
  return Adds && (Cell ? isOwnCell(Cell) : Local) && canEvaluate(B->getRHS());
}

/// Returns true for `v += shuffle of v` and `v = warpSum(v)`: lanes whose v is 0 add nothing.
bool Function::sumsLanes(const BinaryOperator *B) {
  const VarDecl *V = variable(B->getLHS());
  const CallExpr *Call = nullptr;
  walk(B->getRHS(), [&](const Stmt *Part) {
    if (const auto *Found = dyn_cast<CallExpr>(Part))
      Call = Found;
    return !Call;
  });
  const std::optional<LaneSum> Sum = Call ? laneSum(Call, B) : std::nullopt;
  const bool Whole =
      Sum &&
      (Sum->Into || (B->getOpcode() == BO_Assign && B->getRHS()->IgnoreParenImpCasts() == Call));
  return Whole && V && V->hasLocalStorage() && variable(Sum->Value) == V &&
         llvm::all_of(Call->arguments(),
                      [&](const Expr *E) { return E == Sum->Value || isAlike(E); });
}

bool Function::canRun(const Stmt *S) {
  S = core(S);
  if (isa<NullStmt>(S) || isBlockBarrier(S))
    return true;
  if (const auto *List = dyn_cast<CompoundStmt>(S))
    return llvm::all_of(List->body(), [&](const Stmt *Part) { return canRun(Part); });
  if (const auto *If = dyn_cast<IfStmt>(S))
    return !If->getInit() && !If->getConditionVariable() && isAlike(If->getCond()) &&
           canRun(If->getThen()) && (!If->getElse() || canRun(If->getElse()));
  if (const auto *For = dyn_cast<ForStmt>(S))
    return (!For->getInit() || canRun(For->getInit())) && isAlike(For->getCond()) &&
           For->getInc() && canRun(For->getInc()) && canRun(For->getBody());
  if (const auto *Decls = dyn_cast<DeclStmt>(S))
    return llvm::all_of(Decls->decls(), [&](const Decl *D) {
      const auto *V = dyn_cast<VarDecl>(D);
      return !V ||
             (!V->getType()->isReferenceType() && (!V->getInit() || canEvaluate(V->getInit())));
    });
  if (const auto *Return = dyn_cast<ReturnStmt>(S))
    return !Return->getRetValue() || canEvaluate(Return->getRetValue());
  if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp() && sumsLanes(B))
    return true;
  if (const auto *B = dyn_cast<BinaryOperator>(S))
    return (B->isShiftAssignOp() || B->getOpcode() == BO_DivAssign)
               ? variable(B->getLHS()) && isAlike(B->getLHS()) && isAlike(B->getRHS())
               : B->isAssignmentOp() && canAssign(B);
  const auto *U = dyn_cast<UnaryOperator>(S);
  const VarDecl *V = U && U->isIncrementDecrementOp() ? variable(U->getSubExpr()) : nullptr;
  return V && V->hasLocalStorage() && !V->getType()->isReferenceType();
}

} // namespace

/// Returns true if the array's cells are only read outside calls of the function.
static bool isFilledByCalls(const FunctionDecl *Caller, const FunctionDecl *Callee,
                            const VarDecl *Array) {
  llvm::DenseSet<const Stmt *> Read;
  bool Only = true;
  walk(Caller->getBody(), [&](const Stmt *S) {
    if (const auto *Cast = dyn_cast<ImplicitCastExpr>(S);
        Cast && Cast->getCastKind() == CK_LValueToRValue)
      if (const auto *Cell = dyn_cast<ArraySubscriptExpr>(Cast->getSubExpr()->IgnoreParens()))
        Read.insert(Cell->getBase()->IgnoreParenImpCasts());
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S); Ref && Ref->getDecl() == Array)
      Only &= Read.contains(Ref);
    const auto *Call = dyn_cast<CallExpr>(S);
    return !Call || Call->getDirectCallee() != Callee;
  });
  return Only;
}

std::optional<std::vector<IdleArgument>> commonCall(const FunctionDecl *Caller,
                                                    const CallExpr *Call) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (!Callee || Call->getNumArgs() != Callee->getNumParams())
    return std::nullopt;
  Function Run(Callee);
  if (!Run.canRun())
    return std::nullopt;
  ValueSources Values(Caller);
  std::vector<IdleArgument> Asked(Call->getNumArgs(), IdleArgument::Known);
  VarSet Zeros;
  for (auto [I, E] : llvm::enumerate(Call->arguments())) {
    const VarDecl *Array = Run.Shared[I] ? variable(E) : nullptr;
    if (Run.Shared[I]
            ? !Array || !Array->hasAttr<CUDASharedAttr>() || !isFilledByCalls(Caller, Callee, Array)
            : Run.Alike[I] && !Values.sameInAllBlocks(E))
      return std::nullopt;
    if (Run.Shared[I] || Run.Alike[I])
      continue;
    Asked[I] = IdleArgument::Zero;
    Zeros.insert(Callee->getParamDecl(I));
  }
  if (!Run.storesNothing(Zeros))
    return std::nullopt;
  // A factor that all threads know can stay.
  for (bool Same : {true, false})
    for (auto [I, E] : llvm::enumerate(Call->arguments())) {
      const ParmVarDecl *P = Callee->getParamDecl(I);
      if (Asked[I] != IdleArgument::Zero || Values.sameInAllBlocks(E) != Same)
        continue;
      Zeros.erase(P);
      if (Run.storesNothing(Zeros))
        Asked[I] = IdleArgument::Any;
      else
        Zeros.insert(P);
    }
  return Asked;
}

} // namespace cudafix::transform
