// SPDX-License-Identifier: Apache-2.0
//
// Loops around a barrier. If all threads share the trip count, the loop keeps its header and the
// guard moves inside; a strided loop gets a uniform base (StridedLoopRewrite.cpp); any other loop
// runs while some thread of the block (or of the warp, for warp barriers) still has work:
//   for (bool live = c; __syncthreads_or(live);) { if (live) { A; } ... }
#include "transform/split/SplitterImpl.h"

using namespace clang;

namespace cudafix::transform {
namespace {

const Stmt *bodyOf(const Stmt *Loop) {
  if (const auto *For = dyn_cast<ForStmt>(Loop))
    return For->getBody();
  if (const auto *While = dyn_cast<WhileStmt>(Loop))
    return While->getBody();
  if (const auto *Do = dyn_cast<DoStmt>(Loop))
    return Do->getBody();
  return cast<CXXForRangeStmt>(Loop)->getBody();
}

const Expr *condOf(const Stmt *Loop) {
  if (const auto *For = dyn_cast<ForStmt>(Loop))
    return For->getCond();
  if (const auto *While = dyn_cast<WhileStmt>(Loop))
    return While->getCond();
  if (const auto *Do = dyn_cast<DoStmt>(Loop))
    return Do->getCond();
  return nullptr;
}

/// Expressions of the header that run in every iteration, or before the first.
llvm::SmallVector<const Stmt *, 3> headerOf(const Stmt *Loop) {
  llvm::SmallVector<const Stmt *, 3> Parts;
  if (const auto *For = dyn_cast<ForStmt>(Loop))
    Parts.append({For->getInit(), For->getCond(), For->getInc()});
  else
    Parts.push_back(condOf(Loop));
  llvm::erase(Parts, nullptr);
  return Parts;
}

/// The only variable that a simple update changes: `s >>= 1`, `i++`, `s = s / 2`.
const VarDecl *updated(const Stmt *S) {
  const auto *E = dyn_cast<Expr>(S);
  if (!E)
    return nullptr;
  E = E->IgnoreParenImpCasts();
  const Expr *Target = nullptr, *Value = nullptr;
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAssignmentOp())
    Target = B->getLHS(), Value = B->getRHS();
  if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->isIncrementDecrementOp())
    Target = U->getSubExpr();
  const auto *Ref = Target ? dyn_cast<DeclRefExpr>(Target->IgnoreParenImpCasts()) : nullptr;
  if (!Ref || (Value && (!isPure(Value) || readsMemory(Value))))
    return nullptr;
  return dyn_cast<VarDecl>(Ref->getDecl());
}

/// Returns true for simple updates with commas between them.
bool onlyUpdates(const Stmt *S) {
  const auto *E = dyn_cast<Expr>(S);
  const auto *B = E ? dyn_cast<BinaryOperator>(E->IgnoreParens()) : nullptr;
  if (B && B->getOpcode() == BO_Comma)
    return onlyUpdates(B->getLHS()) && onlyUpdates(B->getRHS());
  return updated(S) != nullptr;
}

/// Returns true for `v = e` with a value that can be computed again.
bool isSimpleAssignment(const Stmt *S) {
  const auto *B = dyn_cast_or_null<BinaryOperator>(S);
  return B && B->getOpcode() == BO_Assign && updated(B);
}

bool isSinglePureDecl(const Stmt *S, const VarDecl *&V) {
  const auto *Decls = dyn_cast<DeclStmt>(S);
  V = Decls && Decls->isSingleDecl() ? dyn_cast<VarDecl>(Decls->getSingleDecl()) : nullptr;
  return V && V->getInit() && isPure(V->getInit()) && !readsMemory(V->getInit());
}

} // namespace

bool Splitter::hasDivergentTrip(const Stmt *Loop) const {
  return llvm::any_of(
      Exits, [&](const Exit &E) { return E.Target == Loop && !E.IsContinue && takenAlone(E); });
}

/// Finds updates of header variables in the region that every thread may run, because they depend
/// only on uniform values; then the loop needs no or-barrier.
void Splitter::findFlatUpdates(const Stmt *Loop) {
  VarSet Header;
  for (const Stmt *Part : headerOf(Loop))
    for (const VarDecl *V : usedVars(Part))
      Header.insert(V);
  // Variables that an update reads must be valid in every thread as well.
  for (bool Grown = true; Grown;) {
    Grown = false;
    for (const Stmt *S : Region)
      walk(S, [&](const Stmt *Part) {
        const VarDecl *V = nullptr;
        if (!isSinglePureDecl(Part, V))
          V = updated(Part);
        const Stmt *Parent = Facts.parent(Part);
        bool Statement = isa_and_nonnull<CompoundStmt>(Parent) || llvm::is_contained(Region, Part);
        if (V && Statement && Header.contains(V) && !Facts.threads().differs(V) &&
            FlatUpdates.insert(Part).second) {
          Grown = true;
          for (const VarDecl *Read : usedVars(Part))
            Header.insert(Read);
        }
        return true;
      });
  }
}

/// Returns true if threads outside the branch can evaluate the header and get the same values: it
/// reads nothing that only threads inside the branch set.
bool Splitter::headerRunsEverywhere(const Stmt *Loop) const {
  VarSet Own;
  if (const auto *For = dyn_cast<ForStmt>(Loop))
    if (const auto *Init = dyn_cast_or_null<DeclStmt>(For->getInit()))
      for (const Decl *D : Init->decls())
        if (const auto *V = dyn_cast<VarDecl>(D))
          Own.insert(V);
  VarSet Changed = changedVars(bodyOf(Loop));
  const auto *For = dyn_cast<ForStmt>(Loop);
  // A counter that the header sets counts like one that it declares.
  const Stmt *Set = For && isSimpleAssignment(For->getInit()) ? For->getInit() : nullptr;
  if (Set)
    Own.insert(updated(Set));
  for (const Stmt *Part : headerOf(Loop)) {
    const auto *E = dyn_cast<Expr>(Part);
    bool Step = For && Part == For->getInc();
    if (E && !Step && Part != Set && (!isPure(E) || readsMemory(E)))
      return false;
    if (Step && !onlyUpdates(Part))
      return false;
    for (const VarDecl *V : usedVars(Part)) {
      if (Own.contains(V) && !Changed.contains(V))
        continue;
      if (!setEverywhere(V))
        return false;
    }
  }
  return true;
}

/// Returns true if every declaration and change of the variable in the region is a flat update, or
/// it does not change there.
bool Splitter::setEverywhere(const VarDecl *V) const {
  bool Good = true;
  for (const Stmt *S : Region)
    walk(S, [&](const Stmt *Part) {
      if (FlatUpdates.contains(Part))
        return false;
      if (const auto *Decls = dyn_cast<DeclStmt>(Part);
          Decls && llvm::is_contained(Decls->decls(), static_cast<const Decl *>(V))) {
        // The counter of an enclosing loop that all threads run alike is set everywhere.
        const auto *Loop = dyn_cast_or_null<ForStmt>(Facts.parent(Part));
        Good &= Loop && !Facts.divergent(Loop) && !changedVars(Loop->getBody()).contains(V) &&
                headerRunsEverywhere(Loop);
        return Good;
      }
      const auto *E = dyn_cast<Expr>(Part);
      const auto *Header = dyn_cast_or_null<ForStmt>(Facts.parent(Part));
      if (E && Header && Header->getInc() == E && isa_and_nonnull<DeclStmt>(Header->getInit()))
        return false; // its declaration decides
      if (E && isa<BinaryOperator, UnaryOperator, CallExpr>(E))
        Good &= updated(E) != V && !changedVars(E).contains(V);
      return Good;
    });
  return Good;
}

Nodes Splitter::declareExitFlag(const Stmt *Loop, bool IsContinue) {
  auto Found = ExitFlags.find({Loop, IsContinue});
  if (Found == ExitFlags.end())
    return {};
  return {save(Found->second, {Piece::words("true")}, nullptr)};
}

/// The flags that a thread clears when it leaves the loop for good.
Guard Splitter::loopGuard(const Stmt *Loop) const {
  Guard G;
  for (const Exit &E : lowerings(Loop))
    if (!E.IsContinue &&
        (E.Target == Loop || !Facts.isWithin(E.Target ? E.Target : Task.F->getBody(), Loop)))
      if (auto Found = ExitFlags.find({E.Target, false}); Found != ExitFlags.end())
        if (Literal L{Found->second}; !llvm::is_contained(G, L))
          G.push_back(L);
  return G;
}

/// Returns true for `while (true)` and the like, which only the body can leave.
static bool isEndless(const Stmt *Loop, const ASTContext &Ctx) {
  if (isa<CXXForRangeStmt>(Loop))
    return false;
  const Expr *Cond = condOf(Loop);
  bool Stays = false;
  return !Cond ||
         (!Cond->isValueDependent() && Cond->EvaluateAsBooleanCondition(Stays, Ctx) && Stays);
}

Nodes Splitter::buildLoop(const Item &It, const Stmt *Loop, const Place &At) {
  if (!Facts.holdsBarrier(Loop))
    return plainLoop(It, Loop, At);
  bool Uniform = !Facts.divergent(Loop) && !isa<CXXForRangeStmt>(Loop);
  bool FreeExits = !hasDivergentTrip(Loop) && loopExitsOutside(Loop).empty();
  if (At.Cond.empty() && FreeExits && (Uniform || !Facts.holdsCut(Loop)))
    return keepLoop(It, Loop, At);
  if (Uniform && !isEndless(Loop, Source.context()) && headerRunsEverywhere(Loop))
    return keepLoop(It, Loop, At);
  Summary.Loop = true;
  if (const auto *For = dyn_cast<ForStmt>(Loop))
    if (std::optional<Nodes> Strided = stridedLoop(It, For, At))
      return std::move(*Strided);
  return orLoop(It, Loop, At);
}

std::vector<Splitter::Exit> Splitter::loopExitsOutside(const Stmt *Loop) const {
  std::vector<Exit> Found = lowerings(Loop);
  llvm::erase_if(Found, [&](const Exit &E) {
    return (E.Target && E.Target != Loop && Facts.isWithin(E.Target, Loop)) ||
           (E.Target == Loop && E.IsContinue);
  });
  return Found;
}

/// Applies the changes of barriers inside a statement that is otherwise copied.
void Splitter::overlayChanges(const Stmt *S) {
  for (const Stmt *R : Task.Removed) {
    if (!Facts.isWithin(R, S))
      continue;
    Summary.Removed = true;
    if (Source.inMacro(R))
      fail(R, "the barrier comes from a macro");
    unsigned Begin = Source.begin(R), End = Source.afterTrailingComment(Source.end(R));
    bool Listed = isa<CompoundStmt>(Facts.parent(R));
    if (Listed && Source.firstOnLine(Begin) &&
        Source.slice(End, Source.lineEnd(End)).trim().empty()) {
      Begin = Source.lineBegin(Begin);
      End = Source.nextLine(End);
    }
    Source.Overlays[Begin] = {End - Begin, Listed ? "" : "{}"};
  }
  for (const auto &[Old, Call] : Task.Replaced)
    if (Facts.isWithin(Old, S)) {
      Summary.Replaced = true;
      if (Source.inMacro(Old))
        fail(Old, "the barrier comes from a macro");
      Source.Overlays[Source.begin(Old)] = {Source.end(Old) - Source.begin(Old), Call + ";"};
    }
}

/// Rewrites a loop without a barrier; threads leave it by flag and break.
Nodes Splitter::plainLoop(const Item &It, const Stmt *Loop, const Place &At) {
  overlayChanges(Loop);
  Summary.EarlyExit |= !lowerings(Loop).empty();
  for (const Exit &E : lowerings(Loop)) {
    const Stmt *Inner = Facts.parent(E.S);
    while (Inner && !isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, SwitchStmt>(Inner))
      Inner = Facts.parent(Inner);
    checkExit(E);
    if (Inner != Loop) {
      fail(E.S, "an exit out of nested loops before the barrier");
      return {};
    }
    unsigned Begin = Source.begin(E.S), End = Source.end(E.S);
    std::string Indent = Source.indent(Begin).str();
    std::string Text = Out.Flags[exitFlag(E)].Name + " = false;\n";
    if (isa<CompoundStmt>(Facts.parent(E.S))) {
      Text += Indent + "break;";
    } else { // put braces after the condition
      unsigned Behind = Source.slice(0, Begin).rtrim().size();
      Indent = Source.indent(Behind).str();
      std::string Inner = Indent + Out.Style.Unit;
      Text = " {\n" + Inner + Text + Inner + "break;\n" + Indent + "}";
      Begin = Behind;
    }
    Source.Overlays[Begin] = {End - Begin, Text};
  }
  return {codeNode(Source, It)};
}

Nodes Splitter::keepLoop(const Item &It, const Stmt *Loop, const Place &At) {
  const Stmt *Body = bodyOf(Loop);
  Nodes Kids = buildBody(Body, At);
  Guard Cond = At.Cond;
  for (const Literal &L : loopGuard(Loop))
    Cond.push_back(L);
  Node N{Node::Kind::Block};
  N.MayUnbrace = !isa<CompoundStmt>(Body);
  Nodes Continues = declareExitFlag(Loop, true);
  N.Kids = wrap(std::move(Kids), Cond);
  N.Kids.insert(N.Kids.begin(), Continues.begin(), Continues.end());
  unsigned Begin = Source.begin(Loop);
  unsigned HeadEnd = isa<CompoundStmt>(Body)
                         ? Source.offset(cast<CompoundStmt>(Body)->getLBracLoc())
                         : Source.begin(Body);
  N.Text = {Piece::words(Source.copy(Begin, HeadEnd, headerOf(Loop)))};
  trimWords(N.Text.back());
  for (const Stmt *Part : headerOf(Loop))
    N.Stmts.push_back(Part);
  if (isa<CompoundStmt>(Body))
    N.Trail = Source.slice(HeadEnd + 1, Source.bodyBegin(Body)).trim().str();
  if (isa<DoStmt>(Loop))
    N.Tail = {Piece::words(
        " " + Source.copy(Source.bodyEnd(Body) + 1, Source.end(Loop), headerOf(Loop)))},
    trimWords(N.Tail[0], true);
  N.Flat = !At.Cond.empty();
  Nodes List = declareExitFlag(Loop, false);
  for (Node &Flag : List)
    Flag.Flat = N.Flat;
  Nodes Whole{std::move(N)};
  giveLead(Whole, It);
  List.push_back(std::move(Whole[0]));
  return List;
}

void Splitter::trimWords(Piece &P, bool Front) {
  llvm::StringRef Words = P.Words;
  P.Words = Front ? (" " + Words.trim()).str() : Words.rtrim().str();
}

/// Returns true if the condition reads what another thread's body may have written, so that a
/// barrier is needed.
static bool readsWhatBodyWrites(const Expr *Cond, const Stmt *Body) {
  VarSet Written = memoryWritten(Body);
  return llvm::any_of(memoryRead(Cond), [&](const VarDecl *V) { return Written.contains(V); });
}

static Piece conjunct(const Literal &L) { return Piece::flag(L.Flag, L.Negated); }

/// The nodes' accesses to memory that other threads see.
static std::pair<VarSet, VarSet> memoryOf(llvm::ArrayRef<Node> Nodes) {
  VarSet Read, Written;
  auto Add = [&](const Stmt *S) {
    for (const VarDecl *V : memoryRead(S))
      Read.insert(V);
    for (const VarDecl *V : memoryWritten(S))
      Written.insert(V);
  };
  for (const Node &N : Nodes) {
    for (const Stmt *S : N.Stmts)
      Add(S);
    for (const Pieces *Text : {&N.Text, &N.Tail})
      for (const Piece &P : *Text)
        if (P.E)
          Add(P.E);
    for (const auto *List : {&N.Kids, &N.Else}) {
      auto [R, W] = memoryOf(*List);
      Read.insert_range(R);
      Written.insert_range(W);
    }
  }
  return {Read, Written};
}

/// Returns true if the accesses before the last barrier could race with those after it.
static bool lastBarrierOrders(llvm::ArrayRef<Node> Front, llvm::ArrayRef<Node> Behind) {
  auto [FrontRead, FrontWritten] = memoryOf(Front);
  auto [Read, Written] = memoryOf(Behind);
  auto Any = [](const VarSet &A, const VarSet &B) {
    return llvm::any_of(A, [&](const VarDecl *V) { return B.contains(V); });
  };
  return Any(Written, FrontWritten) || Any(Written, FrontRead) || Any(Read, FrontWritten);
}

/// Drops the last block barrier of the body, the repair's or the user's, if the barrier at the
/// loop's head replaces it.
void Splitter::dropLastBarrier(Nodes &Kids) {
  for (size_t I = Kids.size(); I > 0; --I) {
    const Node &Last = Kids[I - 1];
    if (!Last.Flat)
      continue;
    bool Own = Last.K == Node::Kind::Code && Last.Stmts.size() == 1 &&
               isBlockBarrier(Last.Stmts[0]) && !Source.inMacro(Last.Stmts[0]);
    llvm::ArrayRef<Node> All(Kids);
    if ((!Own && Last.K != Node::Kind::Barrier) ||
        lastBarrierOrders(All.take_front(I - 1), All.drop_front(I)))
      return;
    Summary.Removed |= Own;
    Kids.erase(Kids.begin() + (I - 1));
    return;
  }
}

/// Returns true if `S` holds a barrier of the whole block, of the repair or the user.
bool Splitter::holdsBlockBarrier(const Stmt *S) const {
  bool Found = false;
  for (const Cut &C : Task.Cuts)
    Found |= !C.Warp && Facts.isWithin(C.Before ? Facts.parent(C.Before) : C.Parent, S);
  for (const StatementCut &C : Task.Statements)
    Found |= !C.Warp && Facts.isWithin(C.S, S);
  walk(S, [&](const Stmt *Part) {
    const auto *Call = dyn_cast<CallExpr>(Part);
    Found |=
        Call && findBarrier(Call) == Call && !Facts.isRemoved(Call) && !Facts.replacement(Call);
    return !Found;
  });
  return Found;
}

Nodes Splitter::orLoop(const Item &It, const Stmt *Loop, const Place &At) {
  if (isa<CXXForRangeStmt>(Loop) ||
      (isa<WhileStmt>(Loop) && cast<WhileStmt>(Loop)->getConditionVariable()) ||
      (isa<ForStmt>(Loop) && cast<ForStmt>(Loop)->getConditionVariable())) {
    fail(Loop, "a barrier in a loop whose condition is a declaration");
    return {};
  }
  const Stmt *Body = bodyOf(Loop);
  const Expr *Cond = isEndless(Loop, Source.context()) ? nullptr : condOf(Loop);
  const auto *For = dyn_cast<ForStmt>(Loop);
  FlagId Live = newFlag(Names.choose({"live", "running", "hasWork"}));
  Out.Flags[Live].Assigned = true;
  ExitFlags[{Loop, false}] = Live;
  Nodes List;
  if (For && For->getInit()) {
    Node Init{Node::Kind::Code};
    Init.Stmts = {For->getInit()};
    Init.Begin = Init.Origin = Source.begin(For->getInit());
    Init.End = Source.end(For->getInit());
    Init.Dissolved = true;
    List.push_back(std::move(Init));
  }
  Nodes Kids = buildBody(Body, under(At, {Live}));
  // The or-barrier at the head separates iterations; a vote of a warp orders nothing.
  bool Block = holdsBlockBarrier(Loop);
  bool Reads = Cond && readsWhatBodyWrites(Cond, Body);
  if (Block && !Kids.empty() && Kids.front().K == Node::Kind::Barrier && Kids.front().Flat)
    Kids.erase(Kids.begin());
  if (Block && !Reads)
    dropLastBarrier(Kids);
  if (Reads && (Kids.empty() || !Kids.back().Flat))
    Kids.push_back(
        barrier(Block ? blockBarrierCall(Task.F, Loop->getBeginLoc()) : "__syncwarp()", true));
  Nodes Update;
  if (For && For->getInc()) {
    Node Step{Node::Kind::Line};
    Step.Text = {Piece::expr(For->getInc()), Piece::words(";")};
    Update.push_back(std::move(Step));
  }
  Guard Leaving = loopGuard(Loop);
  llvm::erase(Leaving, Literal{Live});
  Pieces Again{Piece::flag(Live), Piece::words(" = ")};
  for (const Literal &L : Leaving)
    Again.insert(Again.end(), {Piece::words(L == Leaving.front() ? "" : " && "), conjunct(L)});
  if (Cond)
    Again.insert(Again.end(), {Piece::words(Leaving.empty() ? "" : " && "), Piece::expr(Cond)});
  Again.push_back(Piece::words(";"));
  Node Next{Node::Kind::Line};
  Next.Text = Again;
  if (Cond || !Leaving.empty())
    Update.push_back(std::move(Next));
  Node N{Node::Kind::Block};
  N.Kids = wrap(std::move(Kids), {{Live}});
  for (Node &U : wrap(std::move(Update), {{Live}}))
    N.Kids.push_back(std::move(U));
  Nodes Continues = declareExitFlag(Loop, true);
  N.Kids.insert(N.Kids.begin(), Continues.begin(), Continues.end());
  Pieces Head{Piece::words(Out.Style.keyword("for") + "bool "), Piece::flag(Live),
              Piece::words(" = ")};
  bool First = true;
  Guard Start = At.Cond;
  for (const Literal &L : Start) {
    Head.insert(Head.end(), {Piece::words(First ? "" : " && "), conjunct(L)});
    First = false;
  }
  if (Cond && !isa<DoStmt>(Loop))
    Head.insert(Head.end(), {Piece::words(First ? "" : " && "), Piece::expr(Cond)}), First = false;
  if (First)
    Head.push_back(Piece::words("true"));
  Head.push_back(Piece::words(Block ? "; __syncthreads_or(" : "; __any_sync(0xffffffff, "));
  Head.push_back(Piece::flag(Live));
  Head.push_back(Piece::words(");)"));
  N.Text = std::move(Head);
  N.Flat = true;
  List.push_back(std::move(N));
  giveLead(List, It);
  return List;
}

} // namespace cudafix::transform
