// SPDX-License-Identifier: Apache-2.0
#include "transform/layout/SharedRows.h"
#include "transform/layout/ThreadNames.h"
#include "transform/text/BodyFacts.h"
#include "transform/text/SourceLookup.h"
#include "transform/text/SourceText.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/TypeLoc.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cudafix::transform {

namespace {

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

/// The number of subscripts after which the declared array becomes one element.
unsigned dimensions(QualType T, const ASTContext &Ctx) {
  unsigned N = 0;
  for (const ArrayType *A = Ctx.getAsArrayType(T); A; A = Ctx.getAsArrayType(A->getElementType()))
    ++N;
  return N;
}

/// The subscripts of `s[i][j]`, if the expression is exactly that.
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

/// Returns true if a use of the array depends on the length of its rows other than through
/// subscripts.
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

/// The expression in the last brackets of the declaration, if it is written there.
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

/// Returns true if `+ 1` after the text of `E` adds to the whole of it.
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

/// Bounds of index expressions, as far as the text and constant block sizes tell.
class Ranges {
public:
  Ranges(const Context &C, const SharedArray &S)
      : C(C), Ctx(S.Var->getASTContext()), Body(S.In->getBody()), Changed(changedVars(Body)) {}
  /// The largest value; nullopt if the value may be negative or has no known upper bound.
  std::optional<uint64_t> most(const clang::Expr *E) const;

private:
  std::optional<uint64_t> ofIndex(const MSPropertyRefExpr *P) const;
  std::optional<uint64_t> ofVariable(const VarDecl *V) const;
  std::optional<uint64_t> constant(const clang::Expr *E) const;

  const Context &C;
  const ASTContext &Ctx;
  const Stmt *Body;
  VarSet Changed;
};

std::optional<uint64_t> Ranges::constant(const clang::Expr *E) const {
  clang::Expr::EvalResult Value;
  if (E->isValueDependent() || !E->EvaluateAsInt(Value, Ctx) || Value.Val.getInt().isNegative() ||
      Value.Val.getInt().getActiveBits() > 31)
    return std::nullopt;
  return Value.Val.getInt().getZExtValue();
}

/// For `threadIdx.y`: it is less than the block's size in every launch.
std::optional<uint64_t> Ranges::ofIndex(const MSPropertyRefExpr *P) const {
  unsigned Dim = P->getPropertyDecl()->getName()[0] - 'x';
  uint64_t Most = 0;
  for (const Launch &L : C.Launches) {
    if (Dim > 2 || !L.Block[Dim] || !L.Block[Dim]->isConst() || !L.Block[Dim]->value())
      return std::nullopt;
    Most = std::max(Most, L.Block[Dim]->value() - 1);
  }
  return C.Launches.empty() ? std::nullopt : std::optional(Most);
}

/// For a local that never changes, or counts up to a constant in the head of one loop.
std::optional<uint64_t> Ranges::ofVariable(const VarDecl *V) const {
  if (!V->isLocalVarDecl() || !V->getInit() || V->getType()->isReferenceType())
    return std::nullopt;
  if (!Changed.contains(V))
    return most(V->getInit());
  std::optional<uint64_t> Most;
  walk(Body, [&](const Stmt *S) {
    const auto *Loop = dyn_cast<ForStmt>(S);
    const auto *Decls = Loop ? dyn_cast_or_null<DeclStmt>(Loop->getInit()) : nullptr;
    const auto *Cond = Loop ? dyn_cast_or_null<BinaryOperator>(Loop->getCond()) : nullptr;
    const auto *Step = Loop ? dyn_cast_or_null<clang::UnaryOperator>(Loop->getInc()) : nullptr;
    if (!Decls || !Decls->isSingleDecl() || Decls->getSingleDecl() != V || !Cond || !Step)
      return true;
    const auto *Left = dyn_cast<DeclRefExpr>(Cond->getLHS()->IgnoreParenImpCasts());
    std::optional<uint64_t> End = constant(Cond->getRHS());
    if (Cond->getOpcode() == BO_LT && Left && Left->getDecl() == V && Step->isIncrementOp() &&
        End && *End && constant(V->getInit()) && !changedVars(Loop->getBody()).contains(V))
      Most = *End - 1;
    return true;
  });
  return Most;
}

std::optional<uint64_t> Ranges::most(const clang::Expr *E) const {
  E = E->IgnoreParenImpCasts();
  if (std::optional<uint64_t> K = constant(E))
    return K;
  if (const auto *P = dyn_cast<PseudoObjectExpr>(E))
    E = P->getSyntacticForm()->IgnoreParenImpCasts();
  if (const auto *P = dyn_cast<MSPropertyRefExpr>(E))
    return isBuiltin(P->getBaseExpr(), {"threadIdx"}) ? ofIndex(P) : std::nullopt;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    return V ? ofVariable(V) : std::nullopt;
  }
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (B && B->getOpcode() == BO_Rem && most(B->getLHS()))
    if (std::optional<uint64_t> By = constant(B->getRHS()); By && *By)
      return std::min(*most(B->getLHS()), *By - 1);
  if (!B || (B->getOpcode() != BO_Add && B->getOpcode() != BO_Mul))
    return std::nullopt;
  std::optional<uint64_t> L = most(B->getLHS()), R = most(B->getRHS());
  if (!L || !R || *L > UINT32_MAX || *R > UINT32_MAX)
    return std::nullopt;
  return B->getOpcode() == BO_Add ? *L + *R : *L * *R;
}

/// An index `row * length + column`; the column may be missing.
struct RowIndex {
  const clang::Expr *Row = nullptr, *Length = nullptr, *Column = nullptr;
};

bool isProduct(const clang::Expr *E, uint64_t Length, const ASTContext &Ctx, RowIndex &I) {
  const auto *B = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  if (!B || B->getOpcode() != BO_Mul)
    return false;
  for (bool Left : {false, true}) {
    const clang::Expr *Factor = Left ? B->getLHS() : B->getRHS();
    clang::Expr::EvalResult Value;
    if (!Factor->EvaluateAsInt(Value, Ctx) || Value.Val.getInt() != Length)
      continue;
    I.Length = Factor->IgnoreImpCasts();
    I.Row = Left ? B->getRHS() : B->getLHS();
    return true;
  }
  return false;
}

std::optional<RowIndex> rowIndex(const clang::Expr *E, uint64_t Length, const ASTContext &Ctx) {
  RowIndex I;
  if (isProduct(E, Length, Ctx, I))
    return I;
  const auto *Sum = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  if (!Sum || Sum->getOpcode() != BO_Add)
    return std::nullopt;
  bool Left = isProduct(Sum->getLHS(), Length, Ctx, I);
  if (!Left && !isProduct(Sum->getRHS(), Length, Ctx, I))
    return std::nullopt;
  I.Column = Left ? Sum->getRHS() : Sum->getLHS();
  return I;
}

} // namespace

llvm::Expected<SharedArray> findShared(const Context &C, const Array &A) {
  SourceLookup Lookup(C.P, C.K);
  unsigned Found = 0;
  SharedArray S = findArray(Lookup, A.Name, Found);
  if (Found != 1)
    return llvm::createStringError("'" + A.Name + "' is not declared in a function of the kernel");
  S.Dimensions = dimensions(S.Var->getType(), S.Var->getASTContext());
  if (usedOtherwise(S.In->getBody(), S.Var, S.Dimensions))
    return llvm::createStringError("'" + A.Name + "' is used other than element by element");
  return S;
}

llvm::Expected<Edit> lengthen(const SharedArray &S, uint64_t By) {
  const ASTContext &Ctx = S.Var->getASTContext();
  const clang::Expr *Extent = lastExtent(S.Var);
  std::string Name = S.Var->getNameAsString();
  if (!Extent || !bindsAsTightly(Extent))
    return llvm::createStringError("the row length of '" + Name + "' cannot be edited");
  const SourceManager &SM = Ctx.getSourceManager();
  SourceLocation Last = SM.getExpansionRange(Extent->getEndLoc()).getEnd();
  if (SM.isMacroBodyExpansion(S.Var->getLocation()))
    return llvm::createStringError("'" + Name + "' is declared in a macro");
  SourceText Text(Ctx, SM.getFileID(Last));
  unsigned End = Text.tokenEnd(Last);
  // N + 1 becomes N + 2.
  const clang::Expr *Bare = Extent->IgnoreImpCasts();
  if (const auto *C = dyn_cast<ConstantExpr>(Bare))
    Bare = C->getSubExpr()->IgnoreImpCasts();
  const auto *Sum = dyn_cast<BinaryOperator>(Bare);
  const auto *Digits = Sum && Sum->getOpcode() == clang::BO_Add
                           ? dyn_cast<clang::IntegerLiteral>(Sum->getRHS()->IgnoreImpCasts())
                           : nullptr;
  if (Digits && Digits->getLocation().isFileID()) {
    unsigned Begin = Text.offset(Digits->getLocation());
    std::string Value = std::to_string(Digits->getValue().getZExtValue());
    if (Text.slice(Begin, End) == Value)
      return Edit{Text.path(), Begin, End - Begin,
                  std::to_string(Digits->getValue().getZExtValue() + By)};
  }
  return Edit{Text.path(), End, 0, " + " + std::to_string(By)};
}

llvm::Expected<LongerRows> lengthenRows(const Context &C, const SharedArray &S, const Finding &F) {
  const ASTContext &Ctx = S.Var->getASTContext();
  const SourceManager &SM = Ctx.getSourceManager();
  std::string Name = S.Var->getNameAsString();
  auto Refuse = [&](const llvm::Twine &Why) { return llvm::createStringError(Why); };
  const auto *Type = Ctx.getAsConstantArrayType(S.Var->getType());
  if (!F.RowElements || !Type || S.Dimensions != 1)
    return Refuse("'" + Name + "' has no rows of a known length");
  if (S.In->isTemplateInstantiation())
    return Refuse("'" + Name + "' is declared in a template");
  uint64_t Length = *F.RowElements;
  SourceText Text(Ctx, SM.getFileID(SM.getExpansionLoc(S.Var->getLocation())));
  Ranges Values(C, S);
  LongerRows R;
  R.Extent = Type->getSize().getZExtValue();
  std::string Why;
  walk(S.In->getBody(), [&](const Stmt *Part) {
    const auto *A = dyn_cast<ArraySubscriptExpr>(Part);
    if (!A || subscripts(A, S.Var, 1).empty())
      return true;
    std::optional<RowIndex> I = rowIndex(A->getIdx(), Length, Ctx);
    std::optional<uint64_t> Row = I ? Values.most(I->Row) : std::nullopt;
    std::optional<uint64_t> Column =
        I && I->Column ? Values.most(I->Column) : std::optional<uint64_t>(0);
    if (!Row || !Column || *Column >= Length) {
      Why = "that the index '" + Text.copy(A->getIdx()) + "' is a row times " +
            std::to_string(Length) + " and a column is not seen";
      return true;
    }
    if (Text.inMacro(A) || A->getEndLoc().isMacroID() ||
        SM.isMacroBodyExpansion(I->Length->getBeginLoc()) !=
            SM.isMacroBodyExpansion(I->Length->getEndLoc()))
      Why = "an index of '" + Name + "' is written in a macro";
    R.Elements = std::max(R.Elements, *Row * (Length + 1) + *Column + 1);
    unsigned At = Text.offset(I->Length->getBeginLoc());
    R.Edits.push_back({Text.path(), At, Text.tokenEnd(I->Length->getEndLoc()) - At,
                       "(" + Text.copy(I->Length->IgnoreParens()) + " + 1)"});
    return true;
  });
  if (!Why.empty())
    return Refuse(Why);
  return R;
}

} // namespace cudafix::transform
