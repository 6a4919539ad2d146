// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/StandInUse.h"
#include "frontend/parse/StandIns.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/ADT/SetVector.h"

namespace cudafix::frontend {

using llvm::StringRef;

namespace {

/// Collects the stand-ins that a subtree names, and the functions that it uses.
class NameFinder : public clang::DynamicRecursiveASTVisitor {
public:
  llvm::SetVector<const clang::NamedDecl *> Found;
  std::vector<const clang::FunctionDecl *> Called;
  bool OutsideKernels = false; ///< skip code that is only for the device

  NameFinder() {
    ShouldVisitTemplateInstantiations = true;
    ShouldVisitImplicitCode = true;
  }
  bool TraverseDecl(clang::Decl *D) override {
    auto *V = llvm::dyn_cast_or_null<clang::VarDecl>(D);
    if (!D || (OutsideKernels && (isOfDevice(*D) || isStandIn(*D) || (V && isConstant(*V)))))
      return true; // a constant counts where it is used
    return clang::DynamicRecursiveASTVisitor::TraverseDecl(D);
  }
  bool VisitTypedefType(clang::TypedefType *T) override {
    take(T->getDecl());
    return true;
  }
  bool VisitTypedefTypeLoc(clang::TypedefTypeLoc T) override {
    return VisitTypedefType(const_cast<clang::TypedefType *>(T.getTypePtr()));
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *E) override {
    take(E->getDecl());
    auto *V = llvm::dyn_cast<clang::VarDecl>(E->getDecl());
    if (V && isConstant(*V) && !isStandIn(*V) && Constants.insert(V).second)
      TraverseStmt(const_cast<clang::Expr *>(V->getAnyInitializer()));
    return TraverseType(E->getDecl()->getType());
  }
  bool VisitMemberExpr(clang::MemberExpr *E) override {
    take(E->getMemberDecl());
    return TraverseType(E->getMemberDecl()->getType());
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *E) override {
    take(E->getConstructor());
    return true;
  }
  bool VisitOverloadExpr(clang::OverloadExpr *E) override {
    for (const clang::NamedDecl *D : E->decls())
      take(D->getUnderlyingDecl());
    return true;
  }

private:
  static bool isConstant(const clang::VarDecl &V) {
    return V.isFileVarDecl() && V.getType().isConstQualified() && V.getAnyInitializer();
  }
  static bool isOfDevice(const clang::Decl &D) {
    const auto *T = llvm::dyn_cast<clang::FunctionTemplateDecl>(&D);
    const auto *F = T ? T->getTemplatedDecl() : llvm::dyn_cast<clang::FunctionDecl>(&D);
    return F && (F->hasAttr<clang::CUDAGlobalAttr>() ||
                 (F->hasAttr<clang::CUDADeviceAttr>() && !F->hasAttr<clang::CUDAHostAttr>()));
  }
  void take(const clang::NamedDecl *D) {
    if (isStandIn(*D))
      Found.insert(D);
    if (auto *F = llvm::dyn_cast<clang::FunctionDecl>(D))
      Called.push_back(F);
  }
  llvm::SmallPtrSet<const clang::VarDecl *, 8> Constants;
};

} // namespace

static StringRef fileOf(const clang::Decl &D) {
  const clang::SourceManager &SM = D.getASTContext().getSourceManager();
  return SM.getFilename(SM.getExpansionLoc(D.getLocation()));
}

/// Returns true if the unit has stand-ins of the folder.
static bool hasStandIns(const clang::SourceManager &SM, StringRef Folder) {
  const std::string Root = (NameStandInRoot + "/" + Folder + "/").str();
  return std::any_of(SM.fileinfo_begin(), SM.fileinfo_end(),
                     [&](const auto &File) { return File.first.getName().starts_with(Root); });
}

bool hasHostStandIns(const clang::SourceManager &SM) { return hasStandIns(SM, HostFolder); }

bool isStandIn(const clang::Decl &D) {
  return fileOf(D).starts_with(NameStandInRoot) && !isHostStandIn(D);
}

bool isHostStandIn(const clang::Decl &D) {
  return fileOf(D).starts_with((NameStandInRoot + "/" + HostFolder + "/").str());
}

StandInUse::StandInUse(clang::ASTContext &Ctx) {
  NameFinder Finder;
  Finder.OutsideKernels = true;
  Finder.TraverseAST(Ctx);
  // The AST does not contain the arguments of explicit instantiations: a number that is mentioned
  // nowhere may be one.
  NameFinder Whole;
  Whole.TraverseAST(Ctx);
  for (const clang::Decl *D : Ctx.getTranslationUnitDecl()->decls())
    if (auto *V = llvm::dyn_cast<clang::VarDecl>(D);
        V && isStandIn(*V) && V->isConstexpr() && !Whole.Found.contains(V))
      Finder.Found.insert(V);
  Everywhere = Finder.Found.takeVector();
  Hidden = hasStandIns(Ctx.getSourceManager(), "nothing");
}

llvm::SmallVector<const clang::NamedDecl *, 0>
StandInUse::namesOf(const clang::FunctionDecl &Kernel) const {
  NameFinder Finder;
  llvm::SmallPtrSet<const clang::FunctionDecl *, 16> Seen;
  Finder.Called.push_back(&Kernel);
  while (!Finder.Called.empty()) {
    const clang::FunctionDecl *Next = Finder.Called.back();
    Finder.Called.pop_back();
    if (const clang::FunctionDecl *Body = Next->getDefinition())
      Next = Body;
    if (Seen.insert(Next).second)
      Finder.TraverseDecl(const_cast<clang::FunctionDecl *>(Next));
    // In an instance, array sizes are already numbers.
    if (const clang::FunctionDecl *Pattern = Next->getTemplateInstantiationPattern())
      Finder.Called.push_back(Pattern);
  }
  return Finder.Found.takeVector();
}

bool StandInUse::usesAny(const clang::FunctionDecl &Kernel) const {
  return Hidden || !Everywhere.empty() || !namesOf(Kernel).empty();
}

std::vector<std::string> StandInUse::numbers(const clang::FunctionDecl &Kernel) const {
  std::vector<std::string> All;
  llvm::SmallVector<const clang::NamedDecl *, 0> Names = namesOf(Kernel);
  llvm::append_range(Names, Everywhere);
  for (const clang::NamedDecl *D : Names)
    if (auto *V = llvm::dyn_cast<clang::VarDecl>(D); V && V->isConstexpr() && V->evaluateValue())
      All.push_back(V->getNameAsString() +
                    " == " + llvm::toString(V->evaluateValue()->getInt(), 10));
  llvm::sort(All);
  All.erase(llvm::unique(All), All.end());
  return All;
}

} // namespace cudafix::frontend
