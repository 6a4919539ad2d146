// SPDX-License-Identifier: Apache-2.0
//
// What the task says about a statement: where barriers are put, removed or exchanged, and
// which statements hold one.
#include "transform/split/SplitterImpl.h"

using namespace clang;

namespace cudafix::transform {

static FileID fileOf(const FunctionDecl *F) {
  const SourceManager &SM = F->getASTContext().getSourceManager();
  return SM.getFileID(SM.getExpansionLoc(F->getBody()->getBeginLoc()));
}

static void fillParents(const Stmt *S, llvm::DenseMap<const Stmt *, const Stmt *> &Parents) {
  for (const Stmt *Child : S->children())
    if (Child && Parents.try_emplace(Child, S).second)
      fillParents(Child, Parents);
}

Splitter::Splitter(const SplitTask &Task)
    : Task(Task), Source(Task.F->getASTContext(), fileOf(Task.F)), Names(Task.F),
      Out{Source, Names, Task.F, Source.layout(Task.F), {}, {}, {}, {}}, Threads(Task.F) {
  fillParents(Task.F->getBody(), Parents);
  auto MarkUp = [&](const Stmt *S, llvm::DenseSet<const Stmt *> &Set) {
    for (; S; S = Parents.lookup(S))
      Set.insert(S);
  };
  auto MarkCut = [&](const Stmt *Inner, bool Strict) {
    MarkUp(Inner, BarrierHolders);
    if (Strict)
      MarkUp(Inner, CutHolders);
  };
  for (const Cut &C : Task.Cuts) {
    const Stmt *Inner = C.Parent;
    if (C.Before) // the statement itself does not hold the barrier before it
      Inner = Parents.lookup(C.Before);
    bool Strict = C.Strict && !(C.Warp && reachedByWarps(Inner));
    if (!Strict)
      Loose.insert(&C);
    MarkCut(Inner, Strict);
    Places.push_back({C.Before ? Source.begin(C.Before) : Source.bodyEnd(C.Parent), Inner, Strict});
  }
  for (const StatementCut &C : Task.Statements) {
    bool Strict = C.Strict && !(C.Warp && reachedByWarps(C.S));
    if (!Strict)
      Loose.insert(&C);
    MarkCut(C.S, Strict);
    Places.push_back({Source.begin(C.S), C.S, Strict});
  }
  auto MarkChange = [&](const Stmt *S) { MarkUp(S, ChangeHolders); };
  for (const Stmt *S : Task.Removed)
    MarkChange(S);
  for (const NarrowedStatement &N : Task.Narrowed)
    MarkChange(N.S);
  for (const auto &[S, Call] : Task.Replaced)
    MarkChange(S);
  walk(Task.F->getBody(), [&](const Stmt *S) {
    const auto *Call = dyn_cast<CallExpr>(S);
    if (!Call || findBarrier(Call) != Call || isRemoved(Call) || replacement(Call))
      return true;
    MarkUp(Call, BarrierHolders);
    Places.push_back({Source.begin(Call), Call, false});
    return true;
  });
  for (const Stmt *S : BarrierHolders)
    ChangeHolders.insert(S);
  findExits();
}

static const Expr *conditionOf(const Stmt *S) {
  if (const auto *If = dyn_cast<IfStmt>(S))
    return If->isConstexpr() ? nullptr : If->getCond();
  if (const auto *For = dyn_cast<ForStmt>(S))
    return For->getCond();
  if (const auto *While = dyn_cast<WhileStmt>(S))
    return While->getCond();
  if (const auto *Do = dyn_cast<DoStmt>(S))
    return Do->getCond();
  if (const auto *Switch = dyn_cast<SwitchStmt>(S))
    return Switch->getCond();
  return nullptr;
}

/// Without a model the lanes of a warp part wherever threads do.
bool Splitter::lanesPart(const Stmt *Control) const {
  if (!divergent(Control))
    return false;
  return !Task.LanesPart || Task.LanesPart(Control).value_or(true);
}

bool Splitter::reachedByWarps(const Stmt *S) const {
  for (; S; S = Parents.lookup(S))
    if (isa<IfStmt, ForStmt, WhileStmt, DoStmt, SwitchStmt, CXXForRangeStmt>(S) && lanesPart(S))
      return false;
  return true;
}

static bool sameStmt(const Stmt *A, const Stmt *B) {
  const auto *EA = dyn_cast_or_null<Expr>(A), *EB = dyn_cast_or_null<Expr>(B);
  if (EA && EB)
    return EA->IgnoreImplicit() == EB->IgnoreImplicit();
  return A && B && core(A) == core(B);
}

const Cut *Splitter::cutBefore(const Stmt *S) const {
  for (const Cut &C : Task.Cuts)
    if (sameStmt(C.Before, S))
      return &C;
  return nullptr;
}

const Cut *Splitter::cutAtEnd(const Stmt *Body) const {
  for (const Cut &C : Task.Cuts)
    if (!C.Before && C.Parent == Body)
      return &C;
  return nullptr;
}

bool Splitter::isRemoved(const Stmt *S) const {
  return llvm::any_of(Task.Removed, [&](const Stmt *R) { return sameStmt(R, S); });
}

const std::string *Splitter::replacement(const Stmt *S) const {
  for (const auto &[Old, Call] : Task.Replaced)
    if (sameStmt(Old, S))
      return &Call;
  return nullptr;
}

const StatementCut *Splitter::statementCut(const Stmt *S) const {
  for (const StatementCut &C : Task.Statements)
    if (sameStmt(C.S, S))
      return &C;
  return nullptr;
}

const NarrowedStatement *Splitter::narrowing(const Stmt *S) const {
  for (const NarrowedStatement &N : Task.Narrowed)
    if (sameStmt(N.S, S))
      return &N;
  return nullptr;
}

bool Splitter::divergent(const Stmt *Control) const {
  if (Task.Divergent)
    if (std::optional<bool> Known = Task.Divergent(Control))
      return *Known;
  const Expr *Cond = conditionOf(Control);
  return Cond && Threads.differs(Cond);
}

void Splitter::fail(const Stmt *S, const llvm::Twine &Why) {
  const SourceManager &SM = Source.context().getSourceManager();
  unsigned Line = SM.getExpansionLineNumber(S->getBeginLoc());
  Out.Failures.push_back(("line " + llvm::Twine(Line) + ": " + Why).str());
}

} // namespace cudafix::transform
