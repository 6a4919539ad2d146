// SPDX-License-Identifier: Apache-2.0
#include "transform/text/KernelLaunches.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Frontend/CompilerInstance.h"

using namespace clang;

namespace cudafix::transform {
namespace {

using Place = std::pair<std::string, unsigned>;

/// The place of a function in the text, which is the same for both sides of the program.
Place placeOf(const SourceManager &SM, const FunctionDecl *F) {
  if (const FunctionDecl *Pattern = F->getTemplateInstantiationPattern())
    F = Pattern;
  const FunctionDecl *Defined = nullptr;
  if (F->hasBody(Defined))
    F = Defined;
  SourceLocation Loc = SM.getExpansionLoc(F->getLocation());
  return {SM.getFilename(Loc).str(), SM.getFileOffset(Loc)};
}

/// Finds launches that are separate statements, and counts how often the kernel is named.
class Finder : public DynamicRecursiveASTVisitor {
public:
  Finder(const SourceManager &SM, Place Kernel) : SM(SM), Kernel(std::move(Kernel)) {
    ShouldVisitTemplateInstantiations = true;
  }

  bool TraverseFunctionDecl(FunctionDecl *F) override {
    return inside(F, &Finder::traverseFunction);
  }
  bool TraverseCXXMethodDecl(CXXMethodDecl *F) override {
    return inside(F, &Finder::traverseMethod);
  }
  bool VisitStmt(Stmt *S) override {
    for (const Stmt *Child : S->children()) {
      const auto *E = dyn_cast_or_null<clang::Expr>(Child);
      const auto *Call = E ? dyn_cast<CUDAKernelCallExpr>(E->IgnoreImplicit()) : nullptr;
      if (Call && isKernel(Call->getDirectCallee()))
        Sites.push_back({Call, Current, S});
    }
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    Named += isKernel(dyn_cast<FunctionDecl>(E->getDecl()));
    return true;
  }
  bool VisitOverloadExpr(OverloadExpr *E) override {
    for (const NamedDecl *D : E->decls())
      if (const auto *T = dyn_cast<FunctionTemplateDecl>(D))
        Named += isKernel(T->getTemplatedDecl());
    return true;
  }

  std::vector<KernelLaunch> Sites;
  size_t Named = 0;

private:
  template <typename Decl> bool inside(Decl *F, bool (Finder::*Traverse)(Decl *)) {
    const FunctionDecl *Outer = std::exchange(Current, F);
    bool GoOn = (this->*Traverse)(F);
    Current = Outer;
    return GoOn;
  }
  bool traverseFunction(FunctionDecl *F) {
    return DynamicRecursiveASTVisitor::TraverseFunctionDecl(F);
  }
  bool traverseMethod(CXXMethodDecl *F) {
    return DynamicRecursiveASTVisitor::TraverseCXXMethodDecl(F);
  }
  bool isKernel(const FunctionDecl *F) const {
    return F && F->hasAttr<CUDAGlobalAttr>() && placeOf(SM, F) == Kernel;
  }

  const SourceManager &SM;
  Place Kernel;
  const FunctionDecl *Current = nullptr;
};

} // namespace

llvm::Expected<std::vector<KernelLaunch>> findLaunches(frontend::Program &P,
                                                       const frontend::KernelUnit &K) {
  if (!P.host() || !K.Decl)
    return llvm::createStringError("host code could not be read");
  const SourceManager &SM = P.host()->getSourceManager();
  Finder Find(SM, placeOf(P.device().getSourceManager(), K.Decl));
  eachHostDecl(P, [&](Decl *D) { Find.TraverseDecl(D); });
  if (Find.Sites.empty())
    return llvm::createStringError("no launch of the kernel is seen that could be changed");
  if (Find.Named != Find.Sites.size())
    return llvm::createStringError("the kernel is named elsewhere than in a launch");
  return std::move(Find.Sites);
}

frontend::KernelUnit *launchedKernel(frontend::Program &P, const CUDAKernelCallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee();
  for (frontend::KernelUnit &K : P.kernels())
    if (F && K.Decl &&
        placeOf(P.device().getSourceManager(), K.Decl) == placeOf(P.host()->getSourceManager(), F))
      return &K;
  return nullptr;
}

void eachHostDecl(frontend::Program &P, llvm::function_ref<void(Decl *)> Visit) {
  const SourceManager &SM = P.host()->getSourceManager();
  for (Decl *D : P.host()->getASTContext().getTranslationUnitDecl()->noload_decls())
    if (!D->isFromASTFile() && !SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation())))
      Visit(D);
}

void assumeAllSeen(const frontend::KernelUnit &K, Repair &R) {
  if (K.Decl->isExternallyVisible())
    R.Assumptions.push_back("no file that was not read launches '" + K.Decl->getNameAsString() +
                            "'");
}

} // namespace cudafix::transform
