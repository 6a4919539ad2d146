// SPDX-License-Identifier: Apache-2.0
#include "transform/SourceLookup.h"
#include "transform/SourceText.h"
#include "transform/Transform.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/TypeLoc.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;

namespace cudafix::transform {

namespace {

/// A declaration `__shared__ T s[N][M]` with the function it stands in.
struct SharedArray {
  const FunctionDecl *In = nullptr;
  const VarDecl *Var = nullptr;
};

SharedArray findArray(const SourceLookup &Lookup, llvm::StringRef Name, unsigned &Found) {
  SharedArray A;
  for (const FunctionDecl *F : Lookup.functions())
    walk(F->getBody(), [&](const Stmt *S) {
      if (auto *D = dyn_cast<DeclStmt>(S))
        for (const Decl *One : D->decls())
          if (auto *V = dyn_cast<VarDecl>(One);
              V && V->hasAttr<CUDASharedAttr>() && V->getName() == Name) {
            A = {F, V};
            ++Found;
          }
      return true;
    });
  return A;
}

/// Subscripts an array as declared needs to become one element.
unsigned dimensions(QualType T, const ASTContext &Ctx) {
  unsigned N = 0;
  for (const ArrayType *A = Ctx.getAsArrayType(T); A; A = Ctx.getAsArrayType(A->getElementType()))
    ++N;
  return N;
}

/// The subscripts of `s[i][j]`, if that is what the expression is and no less.
std::vector<const clang::Expr *> subscripts(const clang::Expr *E, const VarDecl *Var,
                                            unsigned Count) {
  std::vector<const clang::Expr *> Indices;
  E = E->IgnoreParenImpCasts();
  while (auto *S = dyn_cast<ArraySubscriptExpr>(E)) {
    Indices.push_back(S->getIdx());
    E = S->getBase()->IgnoreParenImpCasts();
  }
  auto *Ref = dyn_cast<DeclRefExpr>(E);
  if (!Ref || Ref->getDecl() != Var || Indices.size() != Count)
    Indices.clear();
  return Indices;
}

/// Some use of the array depends on the length of its rows other than through subscripts.
bool usedOtherwise(const Stmt *Body, const VarDecl *Var, unsigned Dims) {
  bool Other = false;
  std::vector<const Stmt *> Work{Body};
  while (!Work.empty()) {
    const Stmt *Top = Work.back();
    Work.pop_back();
    walk(Top, [&](const Stmt *S) {
      if (auto *U = dyn_cast<UnaryOperator>(S); U && U->getOpcode() == UO_AddrOf)
        Other |= !subscripts(U->getSubExpr(), Var, Dims).empty();
      if (auto *A = dyn_cast<ArraySubscriptExpr>(S))
        if (auto Indices = subscripts(A, Var, Dims); !Indices.empty()) {
          Work.insert(Work.end(), Indices.begin(), Indices.end());
          return false;
        }
      if (auto *Ref = dyn_cast<DeclRefExpr>(S))
        Other |= Ref->getDecl() == Var;
      return true;
    });
  }
  return Other;
}

/// The expression between the last brackets, where it is written at the declaration.
const clang::Expr *lastExtent(const VarDecl *Var) {
  TypeSourceInfo *Info = Var->getTypeSourceInfo();
  const clang::Expr *Extent = nullptr;
  for (TypeLoc T = Info ? Info->getTypeLoc() : TypeLoc(); T;) {
    T = T.getUnqualifiedLoc();
    auto A = T.getAs<ConstantArrayTypeLoc>();
    if (!A)
      break;
    Extent = A.getSizeExpr();
    T = A.getElementLoc();
  }
  return Extent;
}

/// `n + 1` means what it says behind these.
bool bindsAsTightly(const clang::Expr *E) {
  E = E->IgnoreImpCasts();
  if (auto *C = dyn_cast<ConstantExpr>(E))
    return bindsAsTightly(C->getSubExpr());
  if (auto *S = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
    return bindsAsTightly(S->getReplacement());
  if (auto *B = dyn_cast<BinaryOperator>(E))
    return B->isMultiplicativeOp() || B->isAdditiveOp();
  return isa<IntegerLiteral, DeclRefExpr, ParenExpr>(E);
}

llvm::Expected<Edit> writePadding(const Context &C, const Array &A) {
  SourceLookup Lookup(C.P, C.K);
  unsigned Found = 0;
  SharedArray S = findArray(Lookup, A.Name, Found);
  if (Found != 1)
    return llvm::createStringError("'" + A.Name + "' is not declared in a function of the kernel");
  const ASTContext &Ctx = S.Var->getASTContext();
  unsigned Dims = dimensions(S.Var->getType(), Ctx);
  if (Dims < 2)
    return llvm::createStringError("'" + A.Name + "' has one dimension: its rows are made by hand");
  if (usedOtherwise(S.In->getBody(), S.Var, Dims))
    return llvm::createStringError("'" + A.Name + "' is used other than element by element");
  const clang::Expr *Extent = lastExtent(S.Var);
  if (!Extent || !bindsAsTightly(Extent))
    return llvm::createStringError("the row length of '" + A.Name + "' cannot be edited");
  const SourceManager &SM = Ctx.getSourceManager();
  SourceLocation Last = SM.getExpansionRange(Extent->getEndLoc()).getEnd();
  if (SM.isMacroBodyExpansion(S.Var->getLocation()))
    return llvm::createStringError("'" + A.Name + "' is declared in a macro");
  SourceText Text(Ctx, SM.getFileID(Last));
  return Edit{Text.path(), Text.tokenEnd(Last), 0, " + 1"};
}

llvm::Expected<std::vector<Repair>> propose(const Context &C, const Finding &F,
                                            llvm::ArrayRef<Finding>) {
  const Array &A = C.K.Model.array(C.K.Model.access(F.Accesses[0]).Array);
  llvm::Expected<Edit> Padding = writePadding(C, A);
  if (!Padding)
    return Padding.takeError();
  Repair R;
  R.Id = "pad-shared";
  R.How = Applicability::Suggested;
  R.Title = "make the rows of '" + A.Name + "' one element longer";
  R.Edits = {std::move(*Padding)};
  return std::vector<Repair>{std::move(R)};
}

} // namespace

static bool applies(const Finding &F) { return F.Id == "bank-conflict" && !F.Accesses.empty(); }

const RepairKind PadShared = {"pad-shared",
                              R"(Makes the rows of a shared array one element longer.

Before:                              After:
  __shared__ float tile[32][32];       __shared__ float tile[32][32 + 1];
  x = tile[threadIdx.x][i];            x = tile[threadIdx.x][i];

A column of the array then lies in different banks. Done where the array has two or more
dimensions and is used element by element only, so that every index follows its declaration,
and kept where the conflict is gone and the kernel makes at least a tenth fewer passes over
shared memory. It takes shared memory, which can cost occupancy: suggested, never proven.)",
                              applies, propose};

} // namespace cudafix::transform
