// SPDX-License-Identifier: Apache-2.0
#include "transform/text/NameChooser.h"
#include "transform/text/BodyFacts.h"
#include "transform/text/SourceText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/IdentifierTable.h"

using namespace clang;
using llvm::StringRef;

namespace cudafix::transform {

NameChooser::NameChooser(const FunctionDecl *F) : Ctx(F->getASTContext()) {
  auto Take = [&](const NamedDecl *D) {
    if (D->getDeclName().isIdentifier())
      Taken.insert(D->getName());
  };
  for (const ParmVarDecl *P : F->parameters())
    Take(P);
  walk(F->getBody(), [&](const Stmt *S) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      Take(Ref->getDecl());
    if (const auto *M = dyn_cast<MemberExpr>(S))
      Take(M->getMemberDecl());
    if (const auto *Decls = dyn_cast<DeclStmt>(S))
      for (const Decl *D : Decls->decls())
        if (const auto *N = dyn_cast<NamedDecl>(D))
          Take(N);
    return true;
  });
  if (const auto *M = dyn_cast<CXXMethodDecl>(F))
    for (const FieldDecl *Field : M->getParent()->fields())
      Take(Field);
}

bool NameChooser::isFree(StringRef Name) const {
  if (Taken.contains(Name))
    return false;
  auto Known = Ctx.Idents.find(Name);
  return Known == Ctx.Idents.end() ||
         (!Known->second->hasMacroDefinition() && Known->second->getTokenID() == tok::identifier);
}

std::string NameChooser::choose(llvm::ArrayRef<StringRef> Candidates) {
  for (StringRef Name : Candidates)
    if (isFree(Name)) {
      Taken.insert(Name);
      return Name.str();
    }
  for (unsigned I = 2;; ++I) {
    std::string Name = Candidates.front().str() + std::to_string(I);
    if (isFree(Name)) {
      Taken.insert(Name);
      return Name;
    }
  }
}

namespace {

bool isZero(const Expr *E, const ASTContext &Ctx) {
  Expr::EvalResult R;
  return !E->isValueDependent() && E->EvaluateAsInt(R, Ctx) && R.Val.getInt().isZero();
}

bool isConstant(const Expr *E, const ASTContext &Ctx) {
  Expr::EvalResult R;
  return !E->isValueDependent() && E->EvaluateAsInt(R, Ctx);
}

/// The main word of an expression: "row" of `row` and `p.row`; "" for `threadIdx.x`, which gives no
/// useful name.
std::string subject(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    if (Ref->getDecl()->getDeclName().isIdentifier())
      return Ref->getDecl()->getNameAsString();
  return "";
}

/// Makes isRow from row; "" if the name would tell nothing.
std::string isName(const std::string &Subject) {
  if (Subject.size() < 3 || Subject == "tid" || Subject == "idx" || Subject == "gid")
    return "";
  std::string Name = "is" + Subject;
  Name[2] = llvm::toUpper(Name[2]);
  return Name.find('_') == std::string::npos ? Name : "is_" + Subject;
}

/// Returns true if the expression only compares sizes.
bool isBoundsCheck(const Expr *E) {
  const auto *B = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  if (B && B->isLogicalOp())
    return isBoundsCheck(B->getLHS()) && isBoundsCheck(B->getRHS());
  return B && B->isRelationalOp();
}

BinaryOperatorKind negated(BinaryOperatorKind Op, bool Negate) {
  return Negate && BinaryOperator::isComparisonOp(Op) ? BinaryOperator::negateComparisonOp(Op) : Op;
}

} // namespace

std::string NameChooser::forCondition(const Expr *Cond, bool Negated) {
  Cond = Cond->IgnoreParenImpCasts();
  while (const auto *U = dyn_cast<UnaryOperator>(Cond)) {
    if (U->getOpcode() != UO_LNot)
      break;
    Negated = !Negated;
    Cond = U->getSubExpr()->IgnoreParenImpCasts();
  }
  std::vector<std::string> Names;
  if (const auto *B = dyn_cast<BinaryOperator>(Cond)) {
    BinaryOperatorKind Op = negated(B->getOpcode(), Negated);
    const Expr *L = B->getLHS()->IgnoreParenImpCasts(), *R = B->getRHS()->IgnoreParenImpCasts();
    const auto *LeftBinary = dyn_cast<BinaryOperator>(L);
    bool Parity =
        LeftBinary && (LeftBinary->getOpcode() == BO_Rem || LeftBinary->getOpcode() == BO_And);
    if (Op == BO_EQ && Parity && isZero(R, Ctx))
      Names = LeftBinary->getOpcode() == BO_Rem && !isConstant(LeftBinary->getRHS(), Ctx)
                  ? std::vector<std::string>{"isMultiple", "onStride"}
                  : std::vector<std::string>{"isEven", "isAligned"};
    else if (Op == BO_NE && Parity && isZero(R, Ctx))
      Names = {"isOdd", "isUnaligned"};
    else if ((Op == BO_Rem || Op == BO_And) && !Negated)
      Names = {isConstant(R, Ctx) ? "isOdd" : "isActive"};
    else if (B->isLogicalOp() ? readsMemory(Cond) || !isBoundsCheck(Cond)
                              : B->isRelationalOp() && readsMemory(Cond))
      Names = {"isSelected", "takesPart"};
    else if (Op == BO_EQ && isZero(R, Ctx))
      Names = {"isFirst", "isLeader"};
    else if (Op == BO_EQ)
      Names = {isName(subject(L)), isName(subject(R)), "matches"};
    else if (Op == BO_NE)
      Names = {"differs"};
    else if ((Op == BO_LT || Op == BO_LE) && isConstant(R, Ctx))
      Names = {"isActive", "inRange"};
    else if (Op == BO_LT || Op == BO_LE || B->isLogicalOp())
      Names = {"inBounds", "inRange"};
    else if (Op == BO_GT || Op == BO_GE)
      Names = {"inRange", "isActive"};
  } else if (std::string S = isName(subject(Cond)); !S.empty() && !Negated) {
    Names = {S};
  }
  for (const char *Fallback : {"isActive", "takesPart", "isSelected"})
    Names.push_back(Fallback);
  std::vector<StringRef> Candidates;
  for (const std::string &Name : Names)
    if (!Name.empty())
      Candidates.push_back(Name);
  return choose(Candidates);
}

} // namespace cudafix::transform
