// SPDX-License-Identifier: Apache-2.0
#include "transform/split/CommonFill.h"
#include "transform/text/SourceText.h"
#include "clang/AST/Attr.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cudafix::transform {
namespace {

/// A function whose parameters are values that are the same in all blocks, and arrays.
class Filler {
public:
  Filler(const FunctionDecl *F, llvm::DenseMap<const VarDecl *, const VarDecl *> Arrays)
      : Arrays(std::move(Arrays)), Values(F) {}
  bool mayRun(const Stmt *S);
  CommonFill Fill;

private:
  bool isAlike(const Expr *E) const { return isPure(E) && Values.sameInAllBlocks(E); }
  bool mayStore(const Expr *To, const Expr *Value);
  bool mayLoad(const Expr *Value);
  bool isOfThread(const Expr *Index) const;
  const VarDecl *arrayOf(const Expr *Cell) const;

  /// The caller's array for each parameter that is one.
  llvm::DenseMap<const VarDecl *, const VarDecl *> Arrays;
  ValueSources Values;
};

/// The caller's array, or a global one, of a cell at an index that is the same in all blocks.
const VarDecl *Filler::arrayOf(const Expr *Cell) const {
  const auto *Part = dyn_cast<ArraySubscriptExpr>(Cell);
  const VarDecl *V = Part ? variable(Part->getBase()) : nullptr;
  if (!V || !Values.of(V).empty() || !isAlike(Part->getIdx()))
    return nullptr;
  const VarDecl *Given = Arrays.lookup(V);
  return Given || isa<ParmVarDecl>(V) || !V->hasGlobalStorage() ? Given : V;
}

static bool isSharedArray(const VarDecl *V) { return V->hasAttr<CUDASharedAttr>(); }

bool Filler::mayLoad(const Expr *Value) {
  bool Good = isPure(Value);
  walk(Value, [&](const Stmt *S) {
    if (const auto *U = dyn_cast<UnaryOperator>(S))
      Good &= U->getOpcode() != UO_Deref;
    if (const auto *M = dyn_cast<MemberExpr>(S))
      Good &= !M->isArrow();
    if (isa<LambdaExpr, CallExpr>(S))
      Good = false;
    if (const auto *Cell = dyn_cast<ArraySubscriptExpr>(S)) {
      const VarDecl *Array = arrayOf(Cell);
      Good &= Array && !isSharedArray(Array);
      if (Good)
        Fill.Loaded.insert(Array->getNameAsString());
      return false; // its index is known
    }
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    Good &= !V || !isSharedArray(V);
    if (V && V->isLocalVarDecl())
      for (const Expr *Set : Values.of(V))
        Good &= Set != nullptr;
    return Good;
  });
  return Good;
}

static bool isBlockSize(const Expr *E) {
  const auto *Ref = dyn_cast_or_null<DeclRefExpr>(E);
  return Ref && Ref->getDecl()->getDeclName().isIdentifier() &&
         Ref->getDecl()->getName() == "blockDim";
}

/// Returns true unless the threads share the cells, as in `for (k = threadIdx.x; k < n; k +=
/// blockDim.x)`.
bool Filler::isOfThread(const Expr *Index) const {
  return llvm::none_of(usedVars(Index), [&](const VarDecl *V) {
    bool Strides = false;
    for (const Expr *Value : Values.of(V))
      Values.visit(Value, [&](const Expr *Part) { Strides |= isBlockSize(Part); });
    return Values.of(V).size() > 1 && Strides;
  });
}

bool Filler::mayStore(const Expr *To, const Expr *Value) {
  To = To->IgnoreParens();
  if (const VarDecl *V = variable(To))
    return V->isLocalVarDecl() && V->hasLocalStorage() && !V->getType()->isReferenceType() &&
           mayLoad(Value);
  const VarDecl *Tile = arrayOf(To);
  if (!Tile || !isSharedArray(Tile) || !mayLoad(Value))
    return false;
  // Any number but 0 would stand for elements that do not exist.
  bool Loads = false;
  Values.visit(Value, [&](const Expr *Part) { Loads |= Part && isa<ArraySubscriptExpr>(Part); });
  if (!Loads && isOfThread(cast<ArraySubscriptExpr>(To)->getIdx()) &&
      !Values.vanishes(Value, [](const Expr *) { return false; }))
    return false;
  Fill.Tiles.insert(Tile);
  return true;
}

bool Filler::mayRun(const Stmt *S) {
  S = core(S);
  auto Runs = [&](const Stmt *Part) { return !Part || mayRun(Part); };
  if (isa<NullStmt>(S))
    return true;
  if (const auto *List = dyn_cast<CompoundStmt>(S))
    return llvm::all_of(List->body(), Runs);
  if (const auto *If = dyn_cast<IfStmt>(S))
    return !If->getInit() && !If->getConditionVariable() && isAlike(If->getCond()) &&
           Runs(If->getThen()) && Runs(If->getElse());
  if (const auto *For = dyn_cast<ForStmt>(S))
    return For->getCond() && !For->getConditionVariable() && isAlike(For->getCond()) &&
           Runs(For->getInit()) && Runs(For->getInc()) && Runs(For->getBody());
  if (const auto *Decls = dyn_cast<DeclStmt>(S))
    return llvm::all_of(Decls->decls(), [&](const Decl *D) {
      const auto *V = dyn_cast<VarDecl>(D);
      return V && V->hasLocalStorage() && !V->getType()->isReferenceType() &&
             !V->getType()->isRecordType() && (!V->getInit() || mayLoad(V->getInit()));
    });
  if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp())
    return (B->getOpcode() == BO_Assign || variable(B->getLHS())) &&
           mayStore(B->getLHS(), B->getRHS());
  const auto *U = dyn_cast<UnaryOperator>(S);
  const VarDecl *V = U && U->isIncrementDecrementOp() ? variable(U->getSubExpr()) : nullptr;
  return V && V->isLocalVarDecl() && V->hasLocalStorage();
}

} // namespace

std::optional<CommonFill> commonFill(const ValueSources &Caller, const CallExpr *Call) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (!Callee || !Callee->getBody(Callee) || isa<CXXMethodDecl>(Callee) ||
      !Callee->getReturnType()->isVoidType() || Call->getNumArgs() != Callee->getNumParams())
    return std::nullopt;
  llvm::DenseMap<const VarDecl *, const VarDecl *> Arrays;
  for (auto [P, E] : llvm::zip(Callee->parameters(), Call->arguments())) {
    if (P->getType()->isReferenceType() || P->getType()->isRecordType())
      return std::nullopt;
    if (!P->getType()->isPointerType()) {
      if (!isPure(E) || readsMemory(E) || !Caller.sameInAllBlocks(E))
        return std::nullopt;
      continue;
    }
    const VarDecl *Array = variable(E);
    const bool Known =
        Array && Caller.of(Array).empty() && (isa<ParmVarDecl>(Array) || Array->hasGlobalStorage());
    if (!Known)
      return std::nullopt;
    Arrays[P] = Array;
  }
  Filler Fills(Callee, std::move(Arrays));
  if (!Fills.mayRun(Callee->getBody()) || Fills.Fill.Tiles.empty())
    return std::nullopt;
  return std::move(Fills.Fill);
}

} // namespace cudafix::transform
