// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/UnreachedCode.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/ADT/MapVector.h"

namespace cudafix::frontend {

namespace {

/// Returns true if the expression names a number that is a template parameter.
bool namesNumber(const clang::Expr &E) {
  struct Finder : clang::DynamicRecursiveASTVisitor {
    bool Names = false;
    bool VisitDeclRefExpr(clang::DeclRefExpr *R) override {
      Names |= llvm::isa<clang::NonTypeTemplateParmDecl>(R->getDecl());
      return true;
    }
  } In;
  In.TraverseStmt(const_cast<clang::Expr *>(&E));
  return In.Names;
}

/// The location of a case; the same for all cases of one statement.
clang::SourceLocation placeOf(const clang::SwitchCase *C) {
  while (auto *Inner = llvm::dyn_cast<clang::SwitchCase>(C->getSubStmt()))
    C = Inner;
  return C->getKeywordLoc();
}

/// The branches of conditions on such numbers, as written in a template.
class BranchesOfTemplate : public clang::DynamicRecursiveASTVisitor {
public:
  struct Branches {
    clang::SourceLocation Of[2]; ///< then and else; invalid: there is none
    bool Taken[2] = {false, false};
    bool Visited = false; ///< an instance reaches the condition
  };
  using Map = llvm::MapVector<clang::SourceLocation, Branches>;

  explicit BranchesOfTemplate(Map &To) : To(To) {}
  bool VisitIfStmt(clang::IfStmt *If) override {
    if (!If->getCond() || !namesNumber(*If->getCond()))
      return true;
    Branches &B = To[If->getIfLoc()];
    B.Of[0] = If->getThen()->getBeginLoc();
    if (If->getElse())
      B.Of[1] = If->getElse()->getBeginLoc();
    return true;
  }
  bool VisitSwitchStmt(clang::SwitchStmt *S) override {
    if (namesNumber(*S->getCond()))
      for (const clang::SwitchCase *C = S->getSwitchCaseList(); C; C = C->getNextSwitchCase())
        To[placeOf(C)].Of[0] = placeOf(C);
    return true;
  }

private:
  Map &To;
};

/// Records which branches an instance takes, and the functions that it mentions.
class BranchesOfInstance : public clang::DynamicRecursiveASTVisitor {
public:
  std::vector<const clang::FunctionDecl *> Called;

  BranchesOfInstance(BranchesOfTemplate::Map &To, clang::ASTContext &Ctx) : To(To), Ctx(Ctx) {
    ShouldVisitTemplateInstantiations = true;
  }
  bool VisitIfStmt(clang::IfStmt *If) override {
    auto At = To.find(If->getIfLoc());
    bool Holds = false;
    if (At == To.end() || !If->getCond() || If->getCond()->isValueDependent())
      return true;
    const bool Decided = If->getCond()->EvaluateAsBooleanCondition(Holds, Ctx);
    At->second.Taken[0] |= !Decided || Holds;
    At->second.Taken[1] |= !Decided || !Holds;
    At->second.Visited = true;
    return true;
  }
  bool VisitSwitchStmt(clang::SwitchStmt *S) override {
    const clang::Expr *Cond = S->getCond();
    clang::Expr::EvalResult Number, Of;
    const bool Decided = !Cond->isValueDependent() && Cond->EvaluateAsInt(Number, Ctx);
    auto IsNumber = [&](const clang::SwitchCase *C) {
      auto *Case = llvm::dyn_cast<clang::CaseStmt>(C);
      return Case && !Case->getRHS() && Case->getLHS()->EvaluateAsInt(Of, Ctx) &&
             llvm::APSInt::isSameValue(Of.Val.getInt(), Number.Val.getInt());
    };
    bool Any = false;
    for (const clang::SwitchCase *C = S->getSwitchCaseList(); C; C = C->getNextSwitchCase())
      Any |= Decided && IsNumber(C);
    for (const clang::SwitchCase *C = S->getSwitchCaseList(); C; C = C->getNextSwitchCase()) {
      auto At = To.find(placeOf(C));
      if (At == To.end())
        continue;
      At->second.Visited = true;
      At->second.Taken[0] |= !Decided || (Any ? IsNumber(C) : llvm::isa<clang::DefaultStmt>(C));
    }
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *E) override {
    if (auto *F = llvm::dyn_cast<clang::FunctionDecl>(E->getDecl()))
      Called.push_back(F);
    return true;
  }

private:
  BranchesOfTemplate::Map &To;
  clang::ASTContext &Ctx;
};

} // namespace

clang::SourceLocation unreachedBranch(llvm::ArrayRef<const clang::FunctionDecl *> Instances) {
  BranchesOfTemplate::Map Branches;
  llvm::SmallPtrSet<const clang::FunctionDecl *, 16> Seen, Patterns;
  std::vector<const clang::FunctionDecl *> Work(Instances.rbegin(), Instances.rend());
  while (!Work.empty()) {
    const clang::FunctionDecl *F = Work.back();
    Work.pop_back();
    if (const clang::FunctionDecl *Body = F->getDefinition())
      F = Body;
    const clang::FunctionDecl *Pattern = F->getTemplateInstantiationPattern();
    if (!F->hasBody() || !Seen.insert(F).second)
      continue;
    if (Pattern && Patterns.insert(Pattern).second)
      BranchesOfTemplate(Branches).TraverseStmt(Pattern->getBody());
    BranchesOfInstance In(Branches, F->getASTContext());
    In.TraverseStmt(F->getBody());
    llvm::append_range(Work, In.Called);
  }
  for (auto &[If, B] : Branches)
    for (unsigned I : {0u, 1u})
      if (B.Of[I].isValid() && B.Visited && !B.Taken[I])
        return B.Of[I];
  return {};
}

} // namespace cudafix::frontend
