// SPDX-License-Identifier: Apache-2.0
#include "verify/Reach.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace cudafix::verify {

std::string absolutePath(const frontend::Program &P, StringRef File) {
  SmallString<256> Path(File);
  if (sys::path::is_relative(Path) && !P.command().Directory.empty()) {
    Path = P.command().Directory;
    sys::path::append(Path, File);
  }
  if (sys::path::is_relative(Path))
    consumeError(errorCodeToError(sys::fs::make_absolute(Path)));
  return std::string(Path);
}

namespace {

/// Finds the functions that a kernel may call.
class FunctionFinder : public clang::DynamicRecursiveASTVisitor {
public:
  FunctionFinder() { ShouldVisitImplicitCode = true; }
  llvm::SetVector<const clang::FunctionDecl *> Found; ///< definitions
  bool Any = false; ///< a call may lead to a function that is not named

  void add(const clang::FunctionDecl *F) {
    const clang::FunctionDecl *Definition = nullptr;
    if (F && F->hasBody(Definition))
      Found.insert(Definition);
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *E) override {
    if (const auto *F = dyn_cast<clang::FunctionDecl>(E->getDecl()))
      add(F);
    else if (auto *V = dyn_cast<clang::VarDecl>(E->getDecl());
             V && V->hasGlobalStorage() && Globals.insert(V).second && V->getInit())
      TraverseStmt(const_cast<clang::Expr *>(V->getInit()));
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr *E) override {
    if (const auto *M = dyn_cast<clang::CXXMethodDecl>(E->getMemberDecl())) {
      Any |= M->isVirtual();
      add(M);
    }
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *E) override {
    Any |= !E->getDirectCallee();
    return true;
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *E) override {
    add(E->getConstructor());
    addDestructor(E->getType());
    return true;
  }
  bool VisitCXXDefaultArgExpr(clang::CXXDefaultArgExpr *E) override {
    return TraverseStmt(E->getExpr());
  }
  bool VisitCXXDefaultInitExpr(clang::CXXDefaultInitExpr *E) override {
    return TraverseStmt(E->getExpr());
  }
  bool VisitVarDecl(clang::VarDecl *V) override {
    addDestructor(V->getType());
    return true;
  }
  bool VisitExpr(clang::Expr *E) override {
    if (E->isPRValue())
      addDestructor(E->getType()); // of a temporary
    return true;
  }

private:
  void addDestructor(clang::QualType T) {
    const clang::CXXRecordDecl *R = T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    if (!R || !R->hasDefinition() || R->hasTrivialDestructor() || !Classes.insert(R).second)
      return;
    add(R->getDestructor());
    for (const clang::FieldDecl *F : R->fields())
      addDestructor(F->getType());
    for (const clang::CXXBaseSpecifier &B : R->bases())
      addDestructor(B.getType());
  }
  llvm::DenseSet<const clang::VarDecl *> Globals;
  llvm::DenseSet<const clang::CXXRecordDecl *> Classes;
};

/// The code that a kernel executes.
struct Reached {
  std::string Kernel;
  FunctionFinder Functions;
};

bool liesIn(const Edit &E, const clang::FunctionDecl &F, const clang::SourceManager &SM,
            const frontend::Program &P) {
  clang::SourceRange Range = F.getSourceRange();
  clang::SourceLocation Begin = SM.getExpansionLoc(Range.getBegin());
  clang::SourceLocation End = SM.getExpansionLoc(Range.getEnd());
  return absolutePath(P, SM.getFilename(Begin)) == absolutePath(P, E.File) &&
         SM.getFileOffset(Begin) <= E.Offset &&
         E.Offset + E.Length <= SM.getFileOffset(End) + 1; // including its closing brace
}

/// Returns true if the function is only called directly by name, in device code.
bool isPlain(const clang::FunctionDecl &F) {
  return !isa<clang::CXXMethodDecl>(F) && !F.isOverloadedOperator() && !F.isConstexpr() &&
         F.hasAttr<clang::CUDADeviceAttr>() && !F.hasAttr<clang::CUDAHostAttr>();
}

} // namespace

/// The parts of the edits that really change something: replaced lines may begin and end as before.
static std::vector<Edit> narrowed(frontend::Program &P, ArrayRef<Edit> Edits) {
  std::vector<Edit> Out(Edits);
  for (Edit &E : Out) {
    Expected<StringRef> Text = P.contents(E.File);
    if (!Text) {
      consumeError(Text.takeError());
      continue;
    }
    StringRef Old = Text->substr(E.Offset, E.Length), New = E.Text;
    size_t Begin = 0, End = 0;
    const size_t Most = std::min(Old.size(), New.size());
    while (Begin < Most && Old[Begin] == New[Begin])
      ++Begin;
    while (End < Most - Begin && Old[Old.size() - 1 - End] == New[New.size() - 1 - End])
      ++End;
    E.Offset += Begin;
    E.Length -= Begin + End;
    E.Text = New.drop_front(Begin).drop_back(End).str();
  }
  return Out;
}

std::set<std::string> kernelsWith(frontend::Program &P, ArrayRef<Edit> Whole) {
  const std::vector<Edit> Edits = narrowed(P, Whole);
  const clang::SourceManager &SM = P.device().getSourceManager();
  std::vector<Reached> All;
  for (const frontend::KernelUnit &K : P.kernels()) {
    Reached &R = All.emplace_back();
    R.Kernel = K.Model.Name;
    R.Functions.Any = !K.Decl;
    R.Functions.add(K.Decl);
    for (size_t I = 0; I < R.Functions.Found.size(); ++I)
      R.Functions.TraverseDecl(const_cast<clang::FunctionDecl *>(R.Functions.Found[I]));
  }
  std::set<std::string> Names;
  bool InCallees = false;
  for (const Edit &E : Edits) {
    bool Found = false;
    for (const Reached &R : All) {
      const auto *Around = find_if(
          R.Functions.Found, [&](const clang::FunctionDecl *F) { return liesIn(E, *F, SM, P); });
      if (Around == R.Functions.Found.end())
        continue;
      const bool IsKernel = (*Around)->hasAttr<clang::CUDAGlobalAttr>();
      if (!IsKernel && !isPlain(**Around))
        return {};
      InCallees |= !IsKernel;
      Found = true;
      Names.insert(R.Kernel);
    }
    if (!Found)
      return {};
  }
  for (const Reached &R : All)
    if (InCallees && R.Functions.Any)
      Names.insert(R.Kernel);
  return Names;
}

/// Returns true if all instances of the kernel are among those of the program that are judged.
static bool hasAllInstances(frontend::Program &P, const clang::FunctionDecl &Kernel) {
  const clang::FunctionTemplateDecl *Of = Kernel.getPrimaryTemplate();
  return !Of || all_of(Of->specializations(), [&](const clang::FunctionDecl *Instance) {
    return !Instance->getDefinition() || any_of(P.kernels(), [&](const frontend::KernelUnit &K) {
      return K.Decl && K.Decl->getCanonicalDecl() == Instance->getCanonicalDecl();
    });
  });
}

bool mayChangeOthers(frontend::Program &P, ArrayRef<Edit> Edits) {
  const clang::SourceManager &SM = P.device().getSourceManager();
  return !all_of(narrowed(P, Edits), [&](const Edit &E) {
    return any_of(P.kernels(), [&](const frontend::KernelUnit &K) {
      if (!K.Decl || !hasAllInstances(P, *K.Decl))
        return false;
      const clang::FunctionDecl *Pattern = K.Decl->getTemplateInstantiationPattern();
      clang::SourceRange At = (Pattern ? Pattern : K.Decl)->getSourceRange();
      clang::SourceLocation Begin = SM.getExpansionLoc(At.getBegin()),
                            End = SM.getExpansionLoc(At.getEnd());
      return SM.getFilename(Begin) == E.File && SM.getFileOffset(Begin) <= E.Offset &&
             E.Offset + E.Length <= SM.getFileOffset(End);
    });
  });
}

} // namespace cudafix::verify
