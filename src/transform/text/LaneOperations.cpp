// SPDX-License-Identifier: Apache-2.0
#include "transform/text/LaneOperations.h"
#include "transform/text/BodyFacts.h"
#include "transform/text/SourceText.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace cudafix::transform {

bool isLaneOperation(const CallExpr *Call) {
  std::string Owned = calleeName(Call);
  llvm::StringRef Name = Owned;
  if (isa<CXXMemberCallExpr>(Call))
    return Name.starts_with("shfl") || Name == "any" || Name == "all" || Name == "ballot" ||
           Name.starts_with("match_");
  return Name.starts_with("__shfl") || Name.starts_with("__ballot") || Name == "__syncwarp" ||
         Name.starts_with("__any") || Name.starts_with("__all") || Name.starts_with("__match_") ||
         (Name.starts_with("__reduce_") && Name.ends_with("_sync"));
}

static bool makesLaneOperation(const FunctionDecl *F, llvm::DenseSet<const FunctionDecl *> &Seen) {
  const FunctionDecl *Def = nullptr;
  bool Makes = false;
  if (F && F->hasBody(Def) && Seen.insert(Def).second)
    walk(Def->getBody(), [&](const Stmt *S) {
      if (const auto *Call = dyn_cast<CallExpr>(S))
        Makes |= isLaneOperation(Call) || makesLaneOperation(Call->getDirectCallee(), Seen);
      return !Makes;
    });
  return Makes;
}

bool makesLaneOperation(const FunctionDecl *F) {
  llvm::DenseSet<const FunctionDecl *> Seen;
  return makesLaneOperation(F, Seen);
}

static bool isShuffle(const CallExpr *Call) {
  std::string Name = calleeName(Call);
  return llvm::StringRef(Name).ltrim('_').starts_with("shfl") && isLaneOperation(Call);
}

/// v of `v += shuffle of v` and `v = v + shuffle of v`; null: it is neither.
static const VarDecl *addedTo(const CallExpr *Call, const Expr *Whole) {
  const auto *B = Whole ? dyn_cast<BinaryOperator>(Whole->IgnoreImplicit()) : nullptr;
  if (!B || !B->isAssignmentOp() || !isShuffle(Call))
    return nullptr;
  const VarDecl *V = variable(B->getLHS());
  const Expr *Value = B->getRHS()->IgnoreParenImpCasts();
  if (V && B->getOpcode() == BO_Assign) {
    auto [X, Y] = operandsOf(Value, BO_Add);
    if (!X || (variable(X) != V && variable(Y) != V))
      return nullptr;
    Value = variable(X) == V ? Y : X;
  } else if (B->getOpcode() != BO_AddAssign) {
    return nullptr;
  }
  return V && Value->IgnoreParenImpCasts() == Call ? V : nullptr;
}

static const Expr *argumentOf(const CallExpr *Call, const VarDecl *V) {
  for (const Expr *E : Call->arguments())
    if (variable(E) == V)
      return E;
  return nullptr;
}

/// The only parameter that a function changes, by adding what other lanes have; null: there is
/// none.
static const ParmVarDecl *summedBy(const FunctionDecl *F) {
  const ParmVarDecl *Sum = nullptr;
  bool Good = true, Returned = false;
  walk(F->getBody(), [&](const Stmt *S) {
    if (const auto *Call = dyn_cast<CallExpr>(S))
      Good &= isLaneOperation(Call); // an operation whose value is not added
    const auto *B = dyn_cast<BinaryOperator>(S);
    if (B && B->isAssignmentOp()) {
      const CallExpr *Call = nullptr;
      walk(B->getRHS(), [&](const Stmt *Part) {
        if (const auto *Found = dyn_cast<CallExpr>(Part))
          Call = Found;
        return !Call;
      });
      const auto *V = Call ? dyn_cast_or_null<ParmVarDecl>(addedTo(Call, B)) : nullptr;
      if (V && (!Sum || Sum == V) && argumentOf(Call, V)) {
        Sum = V;
        return false;
      }
      const VarDecl *Counter = variable(B->getLHS());
      Good &= !Call && Counter && !isa<ParmVarDecl>(Counter);
    }
    if (const auto *Call = dyn_cast<CallExpr>(S))
      Good &= calleeName(Call) == "__syncwarp";
    if (const auto *Return = dyn_cast<ReturnStmt>(S)) {
      Good &= !Returned && Return->getRetValue() && Sum && variable(Return->getRetValue()) == Sum;
      Returned = true;
    }
    return Good;
  });
  return Good && Returned ? Sum : nullptr;
}

std::optional<LaneSum> laneSum(const CallExpr *Call, const Expr *Whole) {
  if (isLaneOperation(Call)) {
    const VarDecl *V = addedTo(Call, Whole);
    const Expr *Value = V ? argumentOf(Call, V) : nullptr;
    return Value ? std::optional(LaneSum{Value, V}) : std::nullopt;
  }
  const FunctionDecl *F = Call->getDirectCallee(), *Def = nullptr;
  const ParmVarDecl *Sum = F && F->hasBody(Def) ? summedBy(Def) : nullptr;
  if (!Sum || Sum->getFunctionScopeIndex() >= Call->getNumArgs() || isa<CXXMemberCallExpr>(Call))
    return std::nullopt;
  return LaneSum{Call->getArg(Sum->getFunctionScopeIndex())};
}

} // namespace cudafix::transform
