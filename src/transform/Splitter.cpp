// SPDX-License-Identifier: Apache-2.0
#include "rewrite/LineDiff.h"
#include "rewrite/Rewrite.h"
#include "transform/SplitterImpl.h"

using namespace clang;
using llvm::StringRef;

namespace cudafix::transform {

// --- What the task says -------------------------------------------------------------

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
    if (C.Before) // the statement itself does not hold the barrier in front of it
      Inner = Parents.lookup(C.Before);
    bool Strict = C.Strict && !(C.Warp && reachedByWarps(Inner));
    if (!Strict)
      Loose.insert(&C);
    MarkCut(Inner, Strict);
    Places.push_back({C.Before ? Source.begin(C.Before) : Source.bodyEnd(C.Parent), Inner, Strict});
  }
  for (const StatementCut &C : Task.Statements) {
    bool Strict = !(C.Warp && reachedByWarps(C.S));
    if (!Strict)
      Loose.insert(&C);
    MarkCut(C.S, Strict);
    Places.push_back({Source.begin(C.S), C.S, Strict});
  }
  auto MarkChange = [&](const Stmt *S) { MarkUp(S, ChangeHolders); };
  for (const Stmt *S : Task.Removed)
    MarkChange(S);
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

/// `tid < 32`, `tid / 32 == w`: the lanes of a warp decide alike, if the block has one
/// dimension or rows of whole warps.
static bool isWarpUniform(const Expr *Cond, const ASTContext &Ctx) {
  Cond = Cond->IgnoreParenImpCasts();
  const auto *B = dyn_cast<BinaryOperator>(Cond);
  if (!B)
    return false;
  if (B->isLogicalOp())
    return isWarpUniform(B->getLHS(), Ctx) && isWarpUniform(B->getRHS(), Ctx);
  auto Constant = [&](const Expr *E) -> std::optional<int64_t> {
    Expr::EvalResult R;
    if (E->isValueDependent() || !E->EvaluateAsInt(R, Ctx))
      return std::nullopt;
    return R.Val.getInt().getExtValue();
  };
  const Expr *L = B->getLHS()->IgnoreParenImpCasts(), *R = B->getRHS()->IgnoreParenImpCasts();
  bool Plain = isa<DeclRefExpr, MemberExpr, PseudoObjectExpr>(L);
  if ((B->getOpcode() == BO_LT || B->getOpcode() == BO_GE) && Plain)
    return Constant(R).value_or(1) % 32 == 0;
  const auto *Divided = dyn_cast<BinaryOperator>(L);
  if (!Divided || !B->isComparisonOp())
    return false;
  int64_t By = Constant(Divided->getRHS()).value_or(0);
  return (Divided->getOpcode() == BO_Div && By > 0 && By % 32 == 0) ||
         (Divided->getOpcode() == BO_Shr && By >= 5);
}

bool Splitter::reachedByWarps(const Stmt *S) const {
  for (; S; S = Parents.lookup(S)) {
    bool Control = isa<IfStmt, ForStmt, WhileStmt, DoStmt, SwitchStmt>(S);
    if (Control && divergent(S) && (!conditionOf(S) || !isWarpUniform(conditionOf(S), Source.context())))
      return false;
  }
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

// --- Places that all threads pass ---------------------------------------------------

bool Splitter::mustRewrite(const Stmt *S) {
  if (!holdsCut(S))
    return false;
  if (isa<IfStmt, SwitchStmt>(S))
    return divergent(S);
  if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S))
    return divergent(S) || hasDivergentTrip(S);
  return false;
}

static llvm::SmallVector<const Stmt *, 2> bodiesOf(const Stmt *S) {
  if (isa<CompoundStmt>(S))
    return {S};
  if (const auto *If = dyn_cast<IfStmt>(S))
    return If->getElse() ? llvm::SmallVector<const Stmt *, 2>{If->getThen(), If->getElse()}
                         : llvm::SmallVector<const Stmt *, 2>{If->getThen()};
  if (const auto *For = dyn_cast<ForStmt>(S))
    return {For->getBody()};
  if (const auto *For = dyn_cast<CXXForRangeStmt>(S))
    return {For->getBody()};
  if (const auto *While = dyn_cast<WhileStmt>(S))
    return {While->getBody()};
  if (const auto *Do = dyn_cast<DoStmt>(S))
    return {Do->getBody()};
  if (const auto *Switch = dyn_cast<SwitchStmt>(S))
    return {Switch->getBody()};
  if (const auto *Case = dyn_cast<SwitchCase>(S))
    return {Case->getSubStmt()};
  return {};
}

void Splitter::flatList(const Stmt *Body) {
  std::vector<Item> Items = Source.items(Body);
  for (size_t I = 0; I < Items.size(); ++I) {
    const Stmt *S = core(Items[I].stmt());
    if (!escaping(S).empty()) {
      rewriteRegion(Items, I, Items.size() - 1, Body);
      return;
    }
    bool Gone = isOnlyRemoved(S) && !cutBefore(S);
    if (!Gone && (mustRewrite(S) || statementCut(S) || !editableInPlace(S, Items[I]))) {
      rewriteRegion(Items, I, I, nullptr);
      continue;
    }
    flatStmt(Items[I]);
  }
  if (const Cut *C = cutAtEnd(Body))
    insertAtEnd(cast<CompoundStmt>(Body), C->Call);
}

/// Whether the changes right inside of `S` can be made line by line: braces are there
/// and the statements stand on lines of their own.
bool Splitter::editableInPlace(const Stmt *S, const Item &It) const {
  if (It.Stmts.size() > 1)
    return true;
  for (const Stmt *Body : bodiesOf(S)) {
    if (isa<IfStmt>(Body) && isa<IfStmt>(S))
      continue; // else if
    for (const Item &Inner : Source.items(Body)) {
      bool Direct = cutBefore(Inner.stmt()) || isRemoved(Inner.stmt());
      if (Direct && (!isa<CompoundStmt>(Body) || !Source.firstOnLine(Inner.Begin)))
        return isa<SwitchCase>(S);
    }
    if (cutAtEnd(Body) && !Source.firstOnLine(Source.bodyEnd(Body)))
      return false;
  }
  return true;
}

void Splitter::flatStmt(const Item &It) {
  const Stmt *S = core(It.stmt());
  if (It.Stmts.size() > 1 && llvm::any_of(It.Stmts, [&](const Stmt *P) { return changes(P); }))
    return fail(S, "the statement comes from a macro");
  if (const Cut *C = cutBefore(S)) {
    Summary.Inserted = true;
    std::string Indent = Source.indent(It.Begin).str();
    if (Source.firstOnLine(It.Begin))
      Edits.push_back({Source.path(), Source.lineBegin(It.Begin), 0, Indent + C->Call + ";\n"});
    else // behind a label
      Edits.push_back({Source.path(), It.Begin, 0, C->Call + ";\n" + Indent + Out.Style.Unit});
  }
  if (isRemoved(S))
    return removeItem(It);
  if (const std::string *Call = replacement(S)) {
    Summary.Replaced = true;
    if (Source.inMacro(S))
      return fail(S, "the barrier comes from a macro");
    Edits.push_back({Source.path(), It.Begin, It.End - It.Begin, *Call + ";"});
    return;
  }
  if (!changes(S))
    return;
  if (isOnlyRemoved(S))
    return removeItem(It);
  if (Source.inMacro(S))
    return fail(S, "the statement comes from a macro");
  for (const Stmt *Body : bodiesOf(S))
    if (changes(Body))
      flatList(Body);
}

/// `if (pure) { barrier; }` whose barrier goes: nothing is left to guard.
bool Splitter::isOnlyRemoved(const Stmt *S) const {
  const auto *If = dyn_cast<IfStmt>(S);
  if (!If || If->getElse() || !isPure(If->getCond()) || If->getInit() || cutAtEnd(If->getThen()))
    return false;
  std::vector<Item> Items = Source.items(If->getThen());
  return !Items.empty() && llvm::all_of(Items, [&](const Item &It) {
    return isRemoved(It.stmt()) && !cutBefore(It.stmt());
  });
}

void Splitter::insertAtEnd(const CompoundStmt *Parent, const std::string &Call) {
  Summary.Inserted = true;
  unsigned Close = Source.bodyEnd(Parent);
  std::vector<Item> Items = Source.items(Parent);
  std::string Indent = Items.empty() ? Source.indent(Close).str() + Out.Style.Unit
                                     : Source.indent(Items.back().Begin).str();
  if (Source.firstOnLine(Close))
    Edits.push_back({Source.path(), Source.lineBegin(Close), 0, Indent + Call + ";\n"});
  else
    Edits.push_back({Source.path(), Close, 0, " " + Call + "; "});
}

void Splitter::removeItem(const Item &It) {
  Summary.Removed = true;
  if (It.Stmts.size() > 1 || Source.inMacro(It.stmt()))
    return fail(It.stmt(), "the barrier comes from a macro");
  unsigned Begin = It.Begin, End = It.TrailEnd;
  bool Alone = Source.firstOnLine(Begin) && Source.slice(End, Source.lineEnd(End)).trim().empty();
  if (Alone) {
    Begin = Source.lineBegin(Begin);
    End = Source.lineEnd(End);
    End += Source.text().substr(End).starts_with("\r\n") ? 2 : End < Source.text().size();
    // A barrier between two blank lines leaves one of them.
    bool BlankBefore = Begin > 0 && Source.slice(Source.lineBegin(Begin - 1), Begin).trim().empty();
    bool BlankAfter = Source.slice(End, Source.lineEnd(End)).trim().empty() && End < Source.text().size();
    StringRef Next = Source.text().substr(End).ltrim();
    if (BlankBefore && (BlankAfter || Next.starts_with("}")))
      Begin = Source.lineBegin(Begin - 1);
  }
  Edits.push_back({Source.path(), Begin, End - Begin, ""});
}

// --- Regions ------------------------------------------------------------------------

void Splitter::prepareRegion(const std::vector<Item> &Items, size_t First, size_t Last) {
  Region.clear();
  for (size_t I = First; I <= Last; ++I)
    Region.insert(Region.end(), Items[I].Stmts.begin(), Items[I].Stmts.end());
  Out.ChangedInRegion.clear();
  for (const Stmt *S : Region) {
    for (const VarDecl *V : changedVars(S))
      Out.ChangedInRegion.insert(V);
    walk(S, [&](const Stmt *Part) {
      if (isa<LabelStmt, GotoStmt, IndirectGotoStmt, CXXTryStmt>(Part))
        fail(Part, "a label or goto in the statements to split");
      if (isa<ForStmt, WhileStmt, DoStmt>(Part) && holdsBarrier(Part))
        findFlatUpdates(Part);
      return !isa<Expr>(Part);
    });
  }
  Out.OuterNames.clear();
  for (const ParmVarDecl *P : Task.F->parameters())
    Out.OuterNames.insert(P->getNameAsString());
  for (const Stmt *S = Region.front(); S; S = Parents.lookup(S)) {
    const Stmt *Parent = Parents.lookup(S);
    if (const auto *For = dyn_cast_or_null<ForStmt>(Parent))
      addNames(For->getInit());
    if (const auto *List = dyn_cast_or_null<CompoundStmt>(Parent))
      for (const Stmt *Sibling : List->body())
        if (!llvm::is_contained(Region, Sibling))
          addNames(Sibling);
  }
}

void Splitter::addNames(const Stmt *S) {
  if (const auto *Decls = dyn_cast_or_null<DeclStmt>(S))
    for (const Decl *D : Decls->decls())
      if (const auto *N = dyn_cast<NamedDecl>(D))
        Out.OuterNames.insert(N->getNameAsString());
}

static bool hasConditionalDirective(StringRef Text) {
  llvm::SmallVector<StringRef> Lines;
  Text.split(Lines, '\n');
  return llvm::any_of(Lines, [](StringRef Line) {
    Line = Line.ltrim();
    if (!Line.consume_front("#"))
      return false;
    Line = Line.ltrim();
    return Line.starts_with("if") || Line.starts_with("el") || Line.starts_with("endif") ||
           Line.starts_with("define") || Line.starts_with("include");
  });
}

void Splitter::rewriteRegion(const std::vector<Item> &Items, size_t First, size_t Last, const Stmt *Body) {
  prepareRegion(Items, First, Last);
  Item Head = Items[First];
  const Item &Tail = Items[Last];
  // A directive in front belongs to the statement, a comment may stay where it is.
  bool WithLead = Source.slice(Head.Lead, Head.Begin).contains("#pragma");
  unsigned Begin = WithLead ? Head.Lead : Head.Begin;
  if (hasConditionalDirective(Source.slice(Begin, Tail.TrailEnd)))
    return fail(Head.stmt(), "a preprocessor directive in the statements to split");
  std::vector<Item> Slice(Items.begin() + First, Items.begin() + Last + 1);
  if (!WithLead)
    Slice.front().Lead = Head.Begin;
  unsigned Failures = Out.Failures.size();
  Nodes List = buildList(Slice, Body, Place{});
  if (auto Flag = ExitFlags.find({nullptr, false}); Flag != ExitFlags.end())
    List.insert(List.begin(), save(Flag->second, {Piece::words("true")}, nullptr));
  if (Out.Failures.size() > Failures)
    return;
  simplify(Out, List);
  hoistLocals(Out, List);
  simplify(Out, List);
  Summary.Lines += Source.slice(Begin, Tail.End).count('\n') + 1;
  replaceText(Begin, Tail.TrailEnd, List);
}

void Splitter::replaceText(unsigned Begin, unsigned End, const Nodes &List) {
  std::string Indent = Source.indent(Begin).str();
  bool Own = Source.firstOnLine(Begin) || Source.lineBegin(Begin) == Begin;
  if (!Own && !Source.slice(Begin, Begin + 1).starts_with("\n"))
    Indent += Out.Style.Unit;
  if (Source.slice(Begin, End).ltrim(" \t").starts_with("\n") || Source.slice(Begin, End).starts_with("\r"))
    Indent = Source.indent(Source.begin(Region.front())).str();
  std::string New = render(Out, List, Indent);
  StringRef Text = StringRef(New).rtrim('\n');
  Edit E{Source.path(), Begin, End - Begin, ""};
  if (Own && Source.firstOnLine(Begin)) {
    E.Offset = Source.lineBegin(Begin);
    E.Length = End - E.Offset;
    E.Text = Text.str();
  } else {
    E.Text = ("\n" + Text).str();
  }
  if (!Source.slice(End, Source.lineEnd(End)).trim().empty())
    E.Text += "\n" + Source.indent(Begin).str();
  Edits.push_back(std::move(E));
}

// --- Building the tree --------------------------------------------------------------

Node Splitter::code(const Item &It) const {
  Node N{Node::Kind::Code};
  N.Stmts = It.Stmts;
  N.Begin = N.Origin = It.Begin;
  N.End = It.End;
  N.LeadBegin = It.Lead, N.LeadEnd = It.Begin;
  N.Trail = Source.slice(It.End, It.TrailEnd).trim().str();
  return N;
}

Node Splitter::barrier(const std::string &Call, bool Strict) {
  Node N{Node::Kind::Barrier};
  N.Flat = Strict;
  N.Text = {Piece::words(Call + ";")};
  Summary.Inserted = true;
  return N;
}

Node Splitter::comment(unsigned Begin, unsigned End) const {
  Node N{Node::Kind::Code};
  N.LeadBegin = Begin, N.LeadEnd = End;
  StringRef Text = Source.slice(Begin, End);
  N.Origin = Begin + (Text.size() - Text.ltrim().size());
  return N;
}

void Splitter::giveLead(Nodes &List, const Item &It) {
  if (List.empty())
    return;
  Node *N = &List.front();
  N->LeadBegin = It.Lead, N->LeadEnd = It.Begin, N->Origin = It.Begin;
}

Nodes Splitter::buildBody(const Stmt *Body, const Place &At) {
  std::vector<Item> Items = Source.items(Body);
  return buildList(Items, Body, At);
}

static void append(Nodes &To, Nodes From) {
  for (Node &N : From)
    To.push_back(std::move(N));
}

Nodes Splitter::buildList(llvm::ArrayRef<Item> Items, const Stmt *Body, const Place &At) {
  Nodes List;
  for (size_t I = 0; I < Items.size(); ++I) {
    const Item &It = Items[I];
    const Stmt *S = core(It.stmt());
    if (const Cut *C = cutBefore(S))
      List.push_back(barrier(C->Call, isStrict(C)));
    if (isRemoved(S)) {
      if (It.Stmts.size() > 1 || Source.inMacro(S))
        fail(S, "the barrier comes from a macro");
      Summary.Removed = true;
      if (!Source.slice(It.Lead, It.Begin).trim().empty())
        List.push_back(comment(It.Lead, It.Begin));
      continue;
    }
    if (isLowered(S)) {
      append(List, buildExit(It));
      return List;
    }
    if (const IfStmt *If = simpleExit(It, Body)) {
      append(List, buildSimpleExit(If, Items.drop_front(I), Body, At));
      return List;
    }
    std::vector<Exit> Leaving = escaping(S);
    append(List, buildItem(It, At));
    if (Leaving.empty())
      continue;
    Place Rest = At;
    Guard Still;
    for (const Exit &E : Leaving)
      if (Literal L{exitFlag(E)}; !llvm::is_contained(Still, L))
        Still.push_back(L);
    for (const Literal &L : Still)
      if (!llvm::is_contained(Rest.Cond, L))
        Rest.Cond.push_back(L);
    append(List, wrap(buildList(Items.drop_front(I + 1), Body, Rest), Still));
    return List;
  }
  if (!Body)
    return List;
  if (const Cut *C = cutAtEnd(Body))
    List.push_back(barrier(C->Call, isStrict(C)));
  unsigned End = Items.empty() ? Source.bodyBegin(Body) : Items.back().TrailEnd;
  if (isa<CompoundStmt>(Body) && End < Source.bodyEnd(Body) && Body != Task.F->getBody() &&
      !Source.slice(End, Source.bodyEnd(Body)).trim().empty())
    List.push_back(comment(End, Source.bodyEnd(Body)));
  return List;
}

Nodes Splitter::buildItem(const Item &It, const Place &At) {
  const Stmt *S = core(It.stmt());
  bool Affected = llvm::any_of(It.Stmts, [&](const Stmt *P) { return changes(P); }) || !lowerings(S).empty();
  Node Copy = code(It);
  if (!Affected) {
    Copy.Flat = FlatUpdates.contains(S);
    return {Copy};
  }
  if (It.Stmts.size() > 1 || (Source.inMacro(S) && !isBlockBarrier(S))) {
    fail(S, "the statement comes from a macro");
    return {};
  }
  if (const StatementCut *C = statementCut(S))
    return buildStatementCut(It, *C, At);
  if (const std::string *Call = replacement(S)) {
    Nodes List{barrier(*Call, false)};
    Summary.Replaced = true;
    giveLead(List, It);
    return List;
  }
  if (isBlockBarrier(S)) {
    const auto *Call = cast<CallExpr>(cast<Expr>(S)->IgnoreParenCasts());
    if (!At.Cond.empty() && Call->getNumArgs() > 0 && isa<CallExpr>(Call) && calleeName(Call) != "sync")
      fail(S, "'" + calleeName(Call) + "' takes a value that not every thread has");
    Copy.Flat = true;
    return {Copy};
  }
  if (isa<CompoundStmt>(S)) {
    Nodes List = buildBody(S, At);
    if (At.Cond.empty()) {
      Node Block{Node::Kind::Block};
      Block.Kids = std::move(List);
      List = {std::move(Block)};
    } else {
      for (Node &N : List)
        N.Dissolved |= N.K == Node::Kind::Code;
    }
    if (!List.empty() && List.front().LeadBegin == List.front().LeadEnd)
      giveLead(List, It);
    return List;
  }
  if (const auto *If = dyn_cast<IfStmt>(S))
    return buildIf(It, If, At);
  if (const auto *Switch = dyn_cast<SwitchStmt>(S); Switch && (holdsBarrier(S) || !lowerings(S).empty()))
    return buildSwitch(It, Switch, At);
  if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S))
    return buildLoop(It, S, At);
  if (At.Cond.empty()) {
    Copy.Flat = true;
    return {Copy};
  }
  if (!holdsBarrier(S)) {
    overlayChanges(S);
    return {Copy};
  }
  const CallExpr *Call = findBarrier(S);
  fail(S, Call ? "'" + calleeName(Call) + "' synchronizes, and not every thread calls it"
               : "a statement that cannot be split");
  return {};
}

// --- Result -------------------------------------------------------------------------

llvm::Expected<SplitResult> Splitter::run() {
  if (Source.context().getSourceManager().isInSystemHeader(Task.F->getLocation()))
    return llvm::createStringError("'" + Task.F->getNameAsString() + "' is in a system header");
  flatList(Task.F->getBody());
  if (!Out.Failures.empty())
    return llvm::createStringError(Out.Failures.front());
  for (Edit &E : Edits) // one newline convention while edits are joined
    E.Text.erase(std::remove(E.Text.begin(), E.Text.end(), '\r'), E.Text.end());
  bool Windows = Source.text().contains("\r\n");
  if (Windows)
    for (Edit &E : Edits)
      for (size_t I = 0; (I = E.Text.find('\n', I)) != std::string::npos; I += 2)
        E.Text.insert(I, "\r");
  llvm::Expected<std::string> After = rewrite::apply(Source.text(), Edits);
  if (!After)
    return After.takeError();
  SplitResult R;
  R.Edits = rewrite::lineEdits(Source.path(), Source.text(), *After);
  R.Summary = std::move(Summary);
  return R;
}

llvm::Expected<SplitResult> split(const SplitTask &Task) { return Splitter(Task).run(); }

} // namespace cudafix::transform
