// SPDX-License-Identifier: Apache-2.0
#include "transform/split/CutFacts.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace cudafix::transform {

static void fillParents(const Stmt *S, llvm::DenseMap<const Stmt *, const Stmt *> &Parents) {
  for (const Stmt *Child : S->children())
    if (Child && Parents.try_emplace(Child, S).second)
      fillParents(Child, Parents);
}

CutFacts::CutFacts(const SplitTask &Task, const SourceText &Source) : Task(Task), Threads(Task.F) {
  fillParents(Task.F->getBody(), Parents);
  auto MarkUp = [&](const Stmt *S, llvm::DenseSet<const Stmt *> &Set) {
    for (; S; S = Parents.lookup(S))
      Set.insert(S);
  };
  auto MarkCut = [&](const Stmt *Inner, bool Strict) {
    MarkUp(Inner, BarrierHolders);
    MarkUp(Inner, EditHolders);
    if (Strict)
      MarkUp(Inner, CutHolders);
  };
  for (const Cut &C : Task.Cuts) {
    const Stmt *Inner = C.Parent;
    if (C.Before) // the barrier before a statement is not inside it
      Inner = Parents.lookup(C.Before);
    bool Strict = (C.Strict || Task.Guarded) && !(C.Warp && reachedByWarps(Inner));
    if (!Strict)
      Loose.insert(&C);
    MarkCut(Inner, Strict);
    Places.push_back({C.Before ? Source.begin(C.Before) : Source.bodyEnd(C.Parent), Inner, Strict});
  }
  for (const StatementCut &C : Task.Statements) {
    bool Strict = (C.Strict || Task.Guarded) && !(C.Warp && reachedByWarps(C.S));
    if (!Strict)
      Loose.insert(&C);
    MarkCut(C.S, Strict);
    Places.push_back({Source.begin(C.S), C.S, Strict});
  }
  for (const auto *Calls : {&Task.Calls, &Task.LaneCalls})
    for (const CallExpr *Call : *Calls) {
      MarkCut(Call, true);
      Places.push_back({Source.begin(Call), Call, true});
    }
  auto MarkChange = [&](const Stmt *S) {
    MarkUp(S, ChangeHolders);
    MarkUp(S, EditHolders);
  };
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
}

bool CutFacts::isWithin(const Stmt *Inner, const Stmt *Outer) const {
  for (; Inner; Inner = Parents.lookup(Inner))
    if (Inner == Outer)
      return true;
  return false;
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

bool CutFacts::lanesPart(const Stmt *Control) const {
  if (!divergent(Control))
    return false;
  return !Task.LanesPart || Task.LanesPart(Control).value_or(true);
}

bool CutFacts::reachedByWarps(const Stmt *S) const {
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

const Cut *CutFacts::cutBefore(const Stmt *S) const {
  for (const Cut &C : Task.Cuts)
    if (sameStmt(C.Before, S))
      return &C;
  return nullptr;
}

const Cut *CutFacts::cutAtEnd(const Stmt *Body) const {
  for (const Cut &C : Task.Cuts)
    if (!C.Before && C.Parent == Body)
      return &C;
  return nullptr;
}

bool CutFacts::isRemoved(const Stmt *S) const {
  return llvm::any_of(Task.Removed, [&](const Stmt *R) { return sameStmt(R, S); });
}

const std::string *CutFacts::replacement(const Stmt *S) const {
  for (const auto &[Old, Call] : Task.Replaced)
    if (sameStmt(Old, S))
      return &Call;
  return nullptr;
}

const StatementCut *CutFacts::statementCut(const Stmt *S) const {
  for (const StatementCut &C : Task.Statements)
    if (sameStmt(C.S, S))
      return &C;
  return nullptr;
}

const NarrowedStatement *CutFacts::narrowing(const Stmt *S) const {
  for (const NarrowedStatement &N : Task.Narrowed)
    if (sameStmt(N.S, S))
      return &N;
  return nullptr;
}

const CallExpr *CutFacts::callIn(const Stmt *S, llvm::ArrayRef<const CallExpr *> Calls) const {
  if (isa<CompoundStmt, IfStmt, ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, SwitchStmt>(S))
    return nullptr;
  auto It = llvm::find_if(Calls, [&](const CallExpr *Call) { return isWithin(Call, S); });
  return It == Calls.end() ? nullptr : *It;
}

bool CutFacts::divergent(const Stmt *Control) const {
  if (Task.Divergent)
    if (std::optional<bool> Known = Task.Divergent(Control))
      return *Known;
  const Expr *Cond = conditionOf(Control);
  return Cond && Threads.differs(Cond);
}

} // namespace cudafix::transform
