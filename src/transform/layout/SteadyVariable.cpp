// SPDX-License-Identifier: Apache-2.0
#include "transform/layout/SteadyVariable.h"
#include "transform/text/BodyFacts.h"
#include "transform/text/KernelLaunches.h"
#include "transform/text/SourceText.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cudafix::transform {

namespace {

bool refersTo(const clang::Expr *E, const VarDecl *V) {
  const VarDecl *Base = E ? baseVar(E) : nullptr;
  return Base && Base->getCanonicalDecl() == V;
}

/// Looks for ways to change a variable later: its address is taken other than as an argument of a
/// call, a reference to it is stored in a variable or a member, or it is captured.
class KeptPlaces : public DynamicRecursiveASTVisitor {
public:
  explicit KeptPlaces(const VarDecl *V) : V(V) { ShouldVisitTemplateInstantiations = true; }
  bool VisitCallExpr(CallExpr *Call) override {
    for (const clang::Expr *A : Call->arguments())
      Passed.insert(A->IgnoreParenCasts());
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator *U) override {
    Found |= U->getOpcode() == UO_AddrOf && refersTo(U->getSubExpr(), V) && !Passed.contains(U);
    return true;
  }
  bool VisitVarDecl(VarDecl *D) override {
    Found |= D->getType()->isReferenceType() && refersTo(D->getInit(), V);
    return true;
  }
  bool VisitCXXCtorInitializer(CXXCtorInitializer *I) {
    Found |=
        I->getMember() && I->getMember()->getType()->isReferenceType() && refersTo(I->getInit(), V);
    return true;
  }
  bool Found = false;

private:
  const VarDecl *V;
  llvm::DenseSet<const clang::Expr *> Passed;
};

bool changes(const Stmt *S, const VarDecl *V) {
  return llvm::any_of(changedVars(S), [&](const VarDecl *C) { return C->getCanonicalDecl() == V; });
}

/// Returns true if functions that `S` calls may change the variable. A call through a pointer may.
bool changesByCalls(const Stmt *S, const VarDecl *V, llvm::DenseSet<const FunctionDecl *> &Seen) {
  bool Changed = false;
  walk(S, [&](const Stmt *Part) {
    const FunctionDecl *Callee = nullptr;
    if (const auto *Call = dyn_cast<CallExpr>(Part)) {
      Callee = Call->getDirectCallee();
      Changed |= !Callee;
    } else if (const auto *Made = dyn_cast<CXXConstructExpr>(Part)) {
      Callee = Made->getConstructor();
    }
    const Stmt *Body = Callee ? Callee->getBody() : nullptr;
    if (Body && !Changed && Seen.insert(Callee->getCanonicalDecl()).second)
      Changed = changes(Body, V) || changesByCalls(Body, V, Seen);
    return !Changed;
  });
  return Changed;
}

} // namespace

bool staysFrom(frontend::Program &P, const VarDecl *V, const FunctionDecl *In, unsigned From) {
  const auto *Body = In ? dyn_cast_or_null<CompoundStmt>(In->getBody()) : nullptr;
  const bool Local = V->isLocalVarDeclOrParm() && !V->isStaticLocal();
  if (!Body || (Local && V->getDeclContext() != In) || V->getType()->isReferenceType())
    return false;
  V = V->getCanonicalDecl();
  if (!Local) {
    KeptPlaces Kept(V);
    eachHostDecl(P, [&](Decl *D) { Kept.TraverseDecl(D); });
    if (Kept.Found)
      return false;
  }
  const SourceManager &SM = P.host()->getSourceManager();
  llvm::DenseSet<const FunctionDecl *> Seen;
  return llvm::none_of(Body->body(), [&](const Stmt *S) {
    return SM.getFileOffset(SM.getExpansionLoc(S->getEndLoc())) >= From &&
           (changes(S, V) || (!Local && changesByCalls(S, V, Seen)));
  });
}

} // namespace cudafix::transform
