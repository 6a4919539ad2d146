// SPDX-License-Identifier: Apache-2.0
#include "transform/text/AccessFacts.h"
#include "analysis/question/Objects.h"
#include "transform/text/BodyFacts.h"
#include "transform/text/SourceText.h"
#include "clang/AST/Expr.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cudafix::transform {

bool beginsAligned(const Context &C, ArrayId A, unsigned Bytes) {
  return !C.Launches.empty() && llvm::all_of(C.Launches, [&](const Launch &L) {
    const Origin *O = analysis::originOf(L, A);
    return O && O->Bytes && O->Offset && O->Offset->isConst() && O->Offset->value() % Bytes == 0;
  });
}

void assumeDistinct(const Context &C, Repair &R) {
  llvm::ArrayRef<Array> All = C.K.Model.Arrays;
  for (const Array &A : All)
    for (const Array &B : All) {
      bool Twice = B.Written && B.Id < A.Id; // already listed with the other one first
      if (A.Written && A.Id != B.Id && !Twice && A.Where == Space::Global &&
          B.Where == Space::Global && !analysis::surelyDistinct(C.K.Model, C.Launches, A.Id, B.Id))
        R.Assumptions.push_back("'" + A.Name + "' and '" + B.Name + "' do not overlap");
    }
}

/// The largest group of threads that agree on a term except for a part of it. That part must not
/// choose what is loaded elsewhere in the term.
static Uniformity uniformityOf(const Kernel &K, cudafix::Expr E, cudafix::Expr Except = {}) {
  Uniformity Level = Uniformity::Launch;
  ExprContext::visit(E, [&](cudafix::Expr N) {
    if (N->op() != Op::Apply || N == Except)
      return;
    Level = std::max(Level, K.Ctx->symbol(N->symbol()).Level);
    ExprContext::visit(N, [&](cudafix::Expr Part) {
      if (Except && Part == Except)
        Level = Uniformity::Thread;
    });
  });
  return Level;
}

Uniformity agreementOn(const Kernel &K, const analysis::FlowPaths &Paths, const Access &W) {
  if (!W.Value || !Paths.divergentBranches(W.Node).empty())
    return Uniformity::Thread;
  cudafix::Expr Old = W.Partner == NoId ? cudafix::Expr() : K.access(W.Partner).Result;
  Uniformity Level = std::max(uniformityOf(K, W.Offset), uniformityOf(K, W.Value, Old));
  if (W.Guard)
    Level = std::max(Level, uniformityOf(K, W.Guard));
  for (NodeId Branch : Paths.branches(W.Node))
    for (const Edge &E : K.Nodes[Branch].Succs)
      if (E.Cond)
        Level = std::max(Level, uniformityOf(K, E.Cond));
  return Level;
}

llvm::Error onlyInstantiation(const Context &C) {
  const FunctionDecl *F = C.K.Decl;
  const FunctionDecl *Pattern = F->getTemplateInstantiationPattern();
  if (!Pattern)
    return F->getTemplateSpecializationKind() == TSK_Undeclared
               ? llvm::Error::success()
               : llvm::createStringError("the kernel specializes a template");
  if (F->getTemplateSpecializationKind() != TSK_ImplicitInstantiation)
    return llvm::createStringError("the kernel is written out for some arguments of a template");
  for (const frontend::KernelUnit &Other : C.P.kernels())
    if (&Other != &C.K && Other.Decl->getTemplateInstantiationPattern() == Pattern)
      return llvm::createStringError(
          "the kernel is a template that is used with several arguments");
  return llvm::Error::success();
}

const clang::Expr *expressionOf(const Context &C, const SourceLookup &Lookup, const Access &A) {
  if (A.Loc.InMacro || !A.CallChain.empty() || !A.Loc.Length)
    return nullptr;
  const clang::Expr *Found = nullptr;
  const SourceManager &SM = C.P.device().getSourceManager();
  FoundStatement At = Lookup.statementAt(A.Loc);
  if (!At.S)
    return nullptr;
  SourceText Text(C.P.device().getASTContext(),
                  SM.getFileID(SM.getExpansionLoc(At.S->getBeginLoc())));
  walk(At.S, [&](const Stmt *S) {
    const auto *E = dyn_cast<clang::Expr>(S);
    if (E && !Found && isa<ArraySubscriptExpr, MemberExpr, clang::UnaryOperator>(E) &&
        !Text.inMacro(E) && !E->getEndLoc().isMacroID() && Text.begin(E) == A.Loc.Offset &&
        Text.tokenEnd(E->getEndLoc()) == A.Loc.Offset + A.Loc.Length)
      Found = E;
    return !Found;
  });
  return Found;
}

/// The type as written, without const; empty: it is not visible.
static std::string written(TypeLoc T, const SourceText &Text) {
  T = T.getUnqualifiedLoc();
  SourceLocation Begin = T.getBeginLoc(), End = T.getEndLoc();
  if (Begin.isInvalid() || Begin.isMacroID() || End.isMacroID())
    return "";
  llvm::StringRef All = Text.slice(Text.offset(Begin), Text.tokenEnd(End)).trim();
  All.consume_front("const ");
  return All.str();
}

std::string writtenType(const VarDecl *V, const SourceText &Text) {
  std::string Known = V->getType().getUnqualifiedType().getAsString();
  const auto *In = dyn_cast<FunctionDecl>(V->getDeclContext());
  if (!In || !In->isTemplateInstantiation() || !V->getTypeSourceInfo())
    return Known;
  std::string As = written(V->getTypeSourceInfo()->getTypeLoc(), Text);
  return As.empty() || llvm::StringRef(As).contains('*') ? Known : As;
}

std::string writtenElement(const clang::Expr *Place, const SourceText &Text) {
  std::string Known = Place->getType().getUnqualifiedType().getAsString();
  const VarDecl *V = memoryBase(Place);
  const auto *In = V ? dyn_cast<FunctionDecl>(V->getDeclContext()) : nullptr;
  if (!In || !In->isTemplateInstantiation() || !V->getTypeSourceInfo())
    return Known;
  TypeLoc Element = V->getTypeSourceInfo()->getTypeLoc().getUnqualifiedLoc();
  if (auto Pointer = Element.getAs<PointerTypeLoc>())
    Element = Pointer.getPointeeLoc();
  else
    while (auto Array = Element.getAs<ArrayTypeLoc>())
      Element = Array.getElementLoc();
  bool Same = Element.getType().getUnqualifiedType().getCanonicalType() ==
              Place->getType().getUnqualifiedType().getCanonicalType();
  std::string As = Same ? written(Element, Text) : "";
  return As.empty() ? Known : As;
}

const CompoundStmt *listOf(const FunctionDecl *F, const Stmt *S) {
  const CompoundStmt *Found = nullptr;
  walk(F->getBody(), [&](const Stmt *Outer) {
    if (const auto *List = dyn_cast<CompoundStmt>(Outer);
        List && llvm::is_contained(List->body(), S))
      Found = List;
    return !Found;
  });
  return Found;
}

} // namespace cudafix::transform
