// SPDX-License-Identifier: Apache-2.0
#include "transform/layout/ThreadNames.h"
#include "frontend/ptx/Ptx.h"
#include "transform/text/SourceText.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"

using namespace clang;

namespace cudafix::transform {

bool isBuiltin(const clang::Expr *E, llvm::ArrayRef<llvm::StringRef> Names) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Opaque = dyn_cast<OpaqueValueExpr>(E))
    return isBuiltin(Opaque->getSourceExpr(), Names);
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V && V->getDeclContext()->isTranslationUnit() && llvm::is_contained(Names, V->getName());
}

bool isX(const clang::Expr *E, llvm::StringRef Name) {
  E = E->IgnoreParenImpCasts();
  if (const auto *P = dyn_cast<PseudoObjectExpr>(E))
    E = P->getSyntacticForm()->IgnoreParenImpCasts();
  const auto *P = dyn_cast<MSPropertyRefExpr>(E);
  return P && P->getPropertyDecl()->getName() == "x" && isBuiltin(P->getBaseExpr(), {Name});
}

static bool mentions(const FunctionDecl *F, llvm::ArrayRef<llvm::StringRef> Names,
                     llvm::DenseSet<const FunctionDecl *> &Seen) {
  const FunctionDecl *Body = nullptr;
  if (!F || !F->hasBody(Body) || !Seen.insert(Body).second)
    return false;
  bool Found = false;
  walk(Body->getBody(), [&](const Stmt *S) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      Found |= isBuiltin(Ref, Names);
    if (const auto *Call = dyn_cast<CallExpr>(S))
      Found |= mentions(Call->getDirectCallee(), Names, Seen);
    return !Found;
  });
  return Found;
}

bool calls(const CallExpr *Call, llvm::ArrayRef<llvm::StringRef> Names) {
  llvm::DenseSet<const FunctionDecl *> Seen;
  return mentions(Call->getDirectCallee(), Names, Seen);
}

std::string usesWarps(const frontend::KernelUnit &K) {
  for (const Barrier &B : K.Model.Barriers)
    if (B.Kind != BarrierKind::Block && B.Kind != BarrierKind::Grid)
      return "lanes of a warp wait for each other";
  for (const llvm::Instruction &I : llvm::instructions(*K.Function)) {
    const auto *Call = dyn_cast<llvm::CallBase>(&I);
    if (!Call)
      continue;
    if (const frontend::PtxRegister *R = frontend::registerOf(*Call); R && R->isOfWarp())
      return "it asks for the place of a thread in its warp";
    if (Call->isInlineAsm())
      return "it has inline assembly";
    if (Call->isConvergent() && !llvm::is_contained(K.BarrierInst, &I))
      return "lanes of a warp work together";
  }
  return "";
}

} // namespace cudafix::transform
