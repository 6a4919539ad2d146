// SPDX-License-Identifier: Apache-2.0
#include "transform/text/EarlierReads.h"
#include "transform/text/AccessFacts.h"
#include "transform/text/BodyFacts.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cudafix::transform {
namespace {

class Finder {
public:
  Finder(const SourceText &Source, const FunctionDecl *F, const Stmt *Statement,
         const MemoryUpdate &U)
      : Source(Source), Ctx(Source.context()), F(F), Statement(Statement), Found{U, {}} {}
  EarlierReads find();

private:
  bool isTarget(const clang::Expr *E) const { return sameExpr(E, Found.Update.Target, Ctx); }
  bool holdsAll(QualType T) const;
  bool readOldFrom(const Stmt *S);
  bool passes(const Stmt *S) const;
  bool collectReads(const Stmt *S, std::vector<const clang::Expr *> &Reads) const;
  bool isMadeOnce(const Stmt *S, const clang::Expr *Read) const;

  const SourceText &Source;
  const ASTContext &Ctx;
  const FunctionDecl *F;
  const Stmt *Statement;
  EarlierReads Found;
  const clang::Expr *Operand = nullptr; ///< the operand of the new value
};

/// Returns true if a variable of the type can hold all values of the cell.
bool Finder::holdsAll(QualType T) const {
  QualType Own = T.getCanonicalType().getUnqualifiedType();
  QualType Cell = Found.Update.Target->getType().getCanonicalType().getUnqualifiedType();
  return Own == Cell || (Own->isIntegerType() && Cell->isIntegerType() &&
                         Ctx.getTypeSize(Own) == Ctx.getTypeSize(Cell));
}

/// Returns true for `old = x;` if the new value is computed from `old`.
bool Finder::readOldFrom(const Stmt *S) {
  const VarDecl *V = nullptr;
  const clang::Expr *Init = nullptr;
  if (const auto *Decls = dyn_cast<DeclStmt>(S); Decls && Decls->isSingleDecl()) {
    V = dyn_cast<VarDecl>(Decls->getSingleDecl());
    Init = V ? V->getInit() : nullptr;
  } else if (const auto *Assign = dyn_cast<BinaryOperator>(S);
             Assign && Assign->getOpcode() == BO_Assign) {
    V = variable(Assign->getLHS());
    Init = Assign->getRHS();
  }
  if (!V || !V->hasLocalStorage() || !Init || !isTarget(Init) || !Operand ||
      !usedVars(Operand).contains(V) || !holdsAll(V->getType()))
    return false;
  Found.Update.Old = V;
  Found.Reads.push_back(Init);
  return true;
}

/// Returns true if a statement always continues with the next one, without other threads seeing how
/// far it got, and changes nothing from which the update is computed.
bool Finder::passes(const Stmt *S) const {
  bool Goes = !Source.inMacro(S);
  walk(S, [&](const Stmt *Part) {
    if (isa<ReturnStmt, BreakStmt, ContinueStmt, GotoStmt, LabelStmt, AsmStmt, CXXThrowExpr,
            LambdaExpr>(Part))
      Goes = false;
    if (const auto *Decls = dyn_cast<DeclStmt>(Part))
      Goes &= llvm::none_of(Decls->decls(), [&](const Decl *D) {
        const auto *V = dyn_cast<VarDecl>(D);
        return V && Operand && usedVars(Operand).contains(V);
      });
    const auto *Call = dyn_cast<CallExpr>(Part);
    if (Call && !isa<CXXOperatorCallExpr>(Call))
      Goes &= isPure(Call) || llvm::StringRef(calleeName(Call)).starts_with("atomic");
    return Goes;
  });
  const VarDecl *Cell = memoryBase(Found.Update.Target);
  if (!Cell)
    Cell = baseVar(Found.Update.Target);
  VarSet Needed = usedVars(Found.Update.Target), Changed = changedVars(S),
         Written = memoryWritten(S);
  if (Operand)
    Needed.insert_range(usedVars(Operand));
  bool Reads = Operand && readsMemory(Operand);
  return Goes && Cell && !Written.contains(Cell) && !Changed.contains(Cell) &&
         (!Reads || Written.empty()) &&
         llvm::none_of(Needed, [&](const VarDecl *V) { return Changed.contains(V); });
}

/// Adds the reads of the cell; returns false if anything else is done with it.
bool Finder::collectReads(const Stmt *S, std::vector<const clang::Expr *> &Reads) const {
  size_t Places = 0, Before = Reads.size();
  walk(S, [&](const Stmt *Part) {
    if (const auto *Cast = dyn_cast<ImplicitCastExpr>(Part);
        Cast && Cast->getCastKind() == CK_LValueToRValue && isTarget(Cast->getSubExpr()))
      Reads.push_back(Cast->getSubExpr());
    const auto *E = dyn_cast<clang::Expr>(Part);
    Places += E && !isa<ImplicitCastExpr, ParenExpr>(E) && isTarget(E);
    return true;
  });
  return Places == Reads.size() - Before;
}

bool Finder::isMadeOnce(const Stmt *S, const clang::Expr *Read) const {
  if (!isa<clang::Expr, DeclStmt>(S))
    return false;
  bool Once = false;
  walk(S, [&](const Stmt *Part) {
    Once |= Part == Read->IgnoreParens();
    const auto *B = dyn_cast<BinaryOperator>(Part);
    return !(B && B->isLogicalOp()) && !isa<AbstractConditionalOperator>(Part);
  });
  return Once;
}

EarlierReads Finder::find() {
  constexpr unsigned MaxStatements = 6;
  const auto *List = listOf(F, Statement);
  if (!List || core(Statement) != Found.Update.Whole || !isPure(Found.Update.Target) ||
      Source.inMacro(Statement))
    return {};
  if (const auto *B = dyn_cast<BinaryOperator>(Found.Update.Whole)) {
    AtomicOperation O = operationOf(Found.Update, Ctx);
    Operand = O.Operand ? O.Operand : B->getRHS();
    if (!isPure(Operand))
      return {};
  }
  const auto *At = llvm::find(List->body(), Statement);
  for (unsigned I = 0; I < MaxStatements && At != List->body_begin(); ++I) {
    const Stmt *S = *--At;
    if (!Source.inMacro(S) && readOldFrom(S)) {
      Found.First = S;
      break;
    }
    std::vector<const clang::Expr *> Reads;
    if (!passes(S) || !collectReads(S, Reads))
      break;
    if (!Reads.empty())
      Found.First = S;
    Found.Reads.insert(Found.Reads.begin(), Reads.begin(), Reads.end());
  }
  if (!Found.First)
    return {};
  Found.Once = Found.Reads.size() == 1 && isMadeOnce(Found.First, Found.Reads.front());
  if (Found.Update.Old && !Found.Once)
    return {};
  Found.OldIsUsed = isa<BinaryOperator>(Found.First);
  walk(F->getBody(), [&](const Stmt *S) {
    const auto *E = dyn_cast<clang::Expr>(S);
    Found.OldIsUsed |= E && Found.Update.Old && variable(E) == Found.Update.Old;
    return S != Statement;
  });
  return std::move(Found);
}

} // namespace

EarlierReads earlierReads(const SourceText &Source, const FunctionDecl *F, const Stmt *Statement,
                          const MemoryUpdate &U) {
  return Finder(Source, F, Statement, U).find();
}

} // namespace cudafix::transform
