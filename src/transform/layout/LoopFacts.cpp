// SPDX-License-Identifier: Apache-2.0
#include "transform/layout/LoopFacts.h"
#include "transform/layout/ThreadNames.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cudafix::transform {

LoopFacts::LoopFacts(const Context &C)
    : C(C), Kernel(C.K.Decl), Ctx(C.P.device().getASTContext()),
      Text(Ctx, Ctx.getSourceManager().getFileID(
                    Ctx.getSourceManager().getExpansionLoc(Kernel->getLocation()))),
      Changed(changedVars(Kernel->getBody())) {}

llvm::Expected<CountingLoop> LoopFacts::readCounting(const ForStmt *Loop) const {
  CountingLoop H;
  H.Loop = Loop;
  const auto *Decls = dyn_cast_or_null<DeclStmt>(Loop->getInit());
  H.Counter = Decls && Decls->isSingleDecl() ? dyn_cast<VarDecl>(Decls->getSingleDecl()) : nullptr;
  const auto *Cond = dyn_cast_or_null<BinaryOperator>(Loop->getCond());
  const auto *Step = Loop->getInc() ? dyn_cast<clang::UnaryOperator>(Loop->getInc()) : nullptr;
  if (!H.Counter || !H.Counter->getInit() || !H.Counter->getType()->isIntegerType() || !Cond ||
      Cond->getOpcode() != BO_LT || variable(Cond->getLHS()) != H.Counter || !Step ||
      !Step->isIncrementOp() || variable(Step->getSubExpr()) != H.Counter)
    return llvm::createStringError("the loop does not count upwards one by one");
  if (changedVars(Loop->getBody()).contains(H.Counter))
    return llvm::createStringError("the loop changes its counter");
  bool Macro = false;
  for (const Stmt *S :
       {Loop->getInit(), static_cast<const Stmt *>(Cond), static_cast<const Stmt *>(Step)})
    Macro |= Text.inMacro(S) || S->getEndLoc().isMacroID();
  if (Macro || Text.inMacro(Loop))
    return llvm::createStringError("the loop is written in a macro");
  H.From = H.Counter->getInit();
  H.To = Cond->getRHS();
  return H;
}

const clang::Expr *LoopFacts::behind(const clang::Expr *E) const {
  const VarDecl *V = variable(E);
  if (V && V->isLocalVarDecl() && V->getInit() && !Changed.contains(V) &&
      !V->getType()->isReferenceType())
    return V->getInit()->IgnoreParenImpCasts();
  return E->IgnoreParenImpCasts();
}

bool LoopFacts::isWidth(const clang::Expr *E) const {
  if (isX(E, "blockDim"))
    return true;
  clang::Expr::EvalResult Value;
  return E->EvaluateAsInt(Value, Ctx) && !C.Launches.empty() &&
         llvm::all_of(C.Launches, [&](const Launch &L) {
           return L.Block[0] && L.Block[0]->isConst() && Value.Val.getInt() == L.Block[0]->value();
         });
}

std::string LoopFacts::threadOf(const clang::Expr *E) const {
  Operands Sum = operandsOf(behind(E), BO_Add);
  if (!Sum.A)
    return "";
  if (!isX(Sum.B, "threadIdx"))
    std::swap(Sum.A, Sum.B);
  Operands Product = operandsOf(Sum.A, BO_Mul);
  if (!isX(Sum.B, "threadIdx") || !Product.A)
    return "";
  if (!isX(Product.A, "blockIdx"))
    std::swap(Product.A, Product.B);
  if (!isX(Product.A, "blockIdx") || !isWidth(Product.B))
    return "";
  return Text.copy(Product.B);
}

bool LoopFacts::isUniform(const clang::Expr *E) const {
  if (!isPure(E) || readsMemory(E))
    return false;
  bool Uniform = true;
  walk(E, [&](const Stmt *S) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
      const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
      if (V && isBuiltin(Ref, ThreadIds))
        Uniform = false;
      if (V && V->isLocalVarDeclOrParm())
        Uniform &= !Changed.contains(V) &&
                   (isa<ParmVarDecl>(V) || (V->getInit() && isUniform(V->getInit())));
    }
    if (const auto *Call = dyn_cast<CallExpr>(S))
      Uniform &= !calls(Call, ThreadIds);
    return Uniform;
  });
  return Uniform;
}

} // namespace cudafix::transform
