// SPDX-License-Identifier: Apache-2.0
#include "transform/text/SourceLookup.h"
#include "transform/text/SourceText.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace cudafix::transform {

unsigned smallestArch(const frontend::Program &P) {
  unsigned Smallest = 0;
  for (llvm::StringRef Name : P.archs()) {
    unsigned Number = 0;
    if (Name.consume_front("sm_") && !Name.consumeInteger(10, Number) &&
        (!Smallest || Number < Smallest))
      Smallest = Number;
  }
  return Smallest ? Smallest : 80;
}

SourceLookup::SourceLookup(frontend::Program &P, const frontend::KernelUnit &K)
    : SM(P.device().getSourceManager()), Ctx(P.device().getASTContext()) {
  if (K.Decl)
    addCallees(K.Decl);
  for (const frontend::SlotPosition &At : K.SlotAt)
    if (At.Function && !llvm::is_contained(Functions, At.Function))
      Functions.push_back(At.Function);
  for (const cudafix::Node &N : K.Model.Nodes)
    for (const Edge &E : N.Succs)
      if (N.Succs.size() > 1 && E.Loc.Line)
        Decisions.push_back({E.Loc, N.Id, E.Divergent});
}

void SourceLookup::addCallees(const FunctionDecl *F) {
  const FunctionDecl *Def = nullptr;
  if (!F->hasBody(Def) || llvm::is_contained(Functions, Def))
    return;
  Functions.push_back(Def);
  walk(Def->getBody(), [&](const Stmt *S) {
    if (const auto *Call = dyn_cast<CallExpr>(S))
      if (const FunctionDecl *Callee = Call->getDirectCallee();
          Callee && !SM.isInSystemHeader(Callee->getLocation()))
        addCallees(Callee);
    return true;
  });
}

bool SourceLookup::contains(const Stmt *S, const SourceLoc &Loc) const {
  SourceLocation Begin = SM.getExpansionLoc(S->getBeginLoc());
  SourceLocation End = SM.getExpansionRange(S->getEndLoc()).getEnd();
  PresumedLoc File = SM.getPresumedLoc(Begin);
  if (File.isInvalid() || Loc.File != File.getFilename()) {
    auto Entry = SM.getFileEntryRefForID(SM.getFileID(Begin));
    if (!Entry || Entry->getName() != Loc.File)
      return false;
  }
  End = End.getLocWithOffset(Lexer::MeasureTokenLength(End, SM, Ctx.getLangOpts()));
  auto Place = [&](SourceLocation L) {
    return std::pair(SM.getExpansionLineNumber(L), SM.getExpansionColumnNumber(L));
  };
  std::pair At(Loc.Line, Loc.Column);
  return Place(Begin) <= At && At < Place(End);
}

static bool isSimple(const Stmt *S) {
  return !isa<CompoundStmt, IfStmt, ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, SwitchStmt,
              SwitchCase, LabelStmt, AttributedStmt>(S);
}

FoundStatement SourceLookup::statementAt(const SourceLoc &Loc) const {
  FoundStatement Found;
  for (const FunctionDecl *F : Functions) {
    std::function<void(const Stmt *)> Search = [&](const Stmt *S) {
      if (!S)
        return;
      if (isSimple(S)) {
        if (contains(S, Loc))
          Found = {F, S};
        return;
      }
      for (const Stmt *Child : S->children())
        if (Child && !isa<clang::Expr>(Child))
          Search(Child);
        else if (Child && contains(Child, Loc))
          Found = {F, Child};
    };
    Search(F->getBody());
    if (Found.S)
      return Found;
  }
  return Found;
}

const IfStmt *SourceLookup::ifAt(const SourceLoc &Loc) const {
  const IfStmt *Found = nullptr;
  for (const FunctionDecl *F : Functions)
    walk(F->getBody(), [&](const Stmt *S) {
      if (const auto *If = dyn_cast<IfStmt>(S); If && contains(If->getCond(), Loc))
        Found = If;
      return true;
    });
  return Found;
}

/// Returns true if the predicate holds for one of the statement's decisions in the model; nullopt:
/// it has none.
std::optional<bool> SourceLookup::anyOf(const Stmt *Control,
                                        llvm::function_ref<bool(const Decision &)> Is) const {
  const Stmt *Cond = nullptr;
  if (const auto *If = dyn_cast<IfStmt>(Control))
    Cond = If->getCond();
  else if (const auto *For = dyn_cast<ForStmt>(Control))
    Cond = For->getCond();
  else if (const auto *While = dyn_cast<WhileStmt>(Control))
    Cond = While->getCond();
  else if (const auto *Do = dyn_cast<DoStmt>(Control))
    Cond = Do->getCond();
  else if (const auto *Switch = dyn_cast<SwitchStmt>(Control))
    Cond = Switch->getCond();
  if (!Cond)
    return std::nullopt;
  SourceLocation Begin = SM.getExpansionLoc(Control->getBeginLoc());
  std::optional<bool> Answer;
  for (const Decision &D : Decisions) {
    bool AtKeyword = D.Loc.Line == SM.getExpansionLineNumber(Begin) &&
                     D.Loc.Column == SM.getExpansionColumnNumber(Begin);
    if (AtKeyword || contains(Cond, D.Loc))
      Answer = Answer.value_or(false) || Is(D);
  }
  return Answer;
}

const clang::FunctionDecl *SourceLookup::endingWithLoopAt(const SourceLoc &Loc) const {
  for (const clang::FunctionDecl *F : Functions) {
    const auto *Body = dyn_cast<clang::CompoundStmt>(F->getBody());
    const clang::Stmt *Last = Body && !Body->body_empty() ? core(Body->body_back()) : nullptr;
    if (isa_and_nonnull<clang::WhileStmt, clang::DoStmt, clang::ForStmt>(Last) &&
        contains(Last, Loc))
      return F;
  }
  return nullptr;
}

std::vector<NodeId> SourceLookup::decisions(const Stmt *Control) const {
  std::vector<NodeId> Nodes;
  anyOf(Control, [&](const Decision &D) {
    if (!llvm::is_contained(Nodes, D.Node))
      Nodes.push_back(D.Node);
    return false;
  });
  return Nodes;
}

std::optional<bool> SourceLookup::divergent(const Stmt *Control) const {
  return anyOf(Control, [](const Decision &D) { return D.Divergent; });
}

std::optional<bool> SourceLookup::lanesPart(const Stmt *Control,
                                            llvm::ArrayRef<NodeId> WholeWarps) const {
  return anyOf(Control, [&](const Decision &D) {
    return D.Divergent && !llvm::is_contained(WholeWarps, D.Node);
  });
}

} // namespace cudafix::transform
