// SPDX-License-Identifier: Apache-2.0
#include "rewrite/LineDiff.h"
#include "rewrite/Rewrite.h"
#include "transform/split/SplitterImpl.h"

using namespace clang;
using llvm::StringRef;

namespace cudafix::transform {

static FileID fileOf(const FunctionDecl *F) {
  const SourceManager &SM = F->getASTContext().getSourceManager();
  return SM.getFileID(SM.getExpansionLoc(F->getBody()->getBeginLoc()));
}

Splitter::Splitter(const SplitTask &Task)
    : Task(Task), Source(Task.F->getASTContext(), fileOf(Task.F)), Names(Task.F),
      Out{Source, Names, Task.F, Source.layout(Task.F), {}, {}, {}, {}, {}}, Facts(Task, Source),
      Builds(Source.text(), Source.offset(Task.F->getBody()->getBeginLoc()),
             Source.offset(Task.F->getBody()->getEndLoc()), Source.context().getLangOpts()) {
  findExits();
}

void Splitter::fail(const Stmt *S, const llvm::Twine &Why) {
  const SourceManager &SM = Source.context().getSourceManager();
  unsigned Line = SM.getExpansionLineNumber(S->getBeginLoc());
  Out.Failures.push_back(("line " + llvm::Twine(Line) + ": " + Why).str());
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
      if (isa<ForStmt, WhileStmt, DoStmt>(Part) && Facts.holdsBarrier(Part))
        findFlatUpdates(Part);
      return !isa<Expr>(Part);
    });
  }
  Out.OuterNames.clear();
  for (const ParmVarDecl *P : Task.F->parameters())
    Out.OuterNames.insert(P->getNameAsString());
  for (const Stmt *S = Region.front(); S; S = Facts.parent(S)) {
    const Stmt *Parent = Facts.parent(S);
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

void Splitter::rewriteRegion(const std::vector<Item> &Items, size_t First, size_t Last,
                             const Stmt *Body) {
  prepareRegion(Items, First, Last);
  Item Head = Items[First];
  const Item &Tail = Items[Last];
  // A directive before a statement belongs to it; a comment may stay where it is, except for one on
  // an exit that is moved or removed.
  bool WithLead = Source.slice(Head.Lead, Head.Begin).contains("#pragma") ||
                  (!Source.slice(Head.Lead, Head.Begin).trim().empty() &&
                   (onlyMoves(llvm::ArrayRef(Items).slice(First, Last - First + 1), Body) ||
                    isNeedless(llvm::ArrayRef(Items).slice(First, Last - First + 1), Body)));
  unsigned Begin = WithLead ? Head.Lead : Head.Begin;
  if (hasConditionalDirective(Source.slice(Begin, Tail.TrailEnd)))
    return fail(Head.stmt(), "a preprocessor directive in the statements to split");
  checkBuilds(Head.stmt(), Begin);
  std::vector<Item> Slice(Items.begin() + First, Items.begin() + Last + 1);
  if (!WithLead)
    Slice.front().Lead = Head.Begin;
  unsigned Failures = Out.Failures.size();
  Place Start;
  std::optional<Item> Return;
  if (Comes) {
    Start.Cond = {*Comes};
    const auto *Last = dyn_cast<ReturnStmt>(core(Slice.back().stmt()));
    if (Last && Last->getRetValue() && !Facts.changes(Last)) {
      Return = Slice.back();
      Slice.pop_back();
    }
  }
  Nodes List = wrap(buildList(Slice, Body, Start), Start.Cond);
  if (Return) {
    if (const Cut *C = Facts.cutBefore(Return->stmt()))
      List.push_back(barrier(C->Call, /*Strict=*/true));
    returnByAll(List, *Return);
  }
  if (auto Flag = ExitFlags.find({nullptr, false}); Flag != ExitFlags.end())
    List.insert(List.begin(), save(Flag->second, {Piece::words("true")}, nullptr));
  if (Out.Failures.size() > Failures)
    return;
  simplify(Out, List);
  hoistLocals(Out, List);
  simplify(Out, List);
  foldSingleIfs(Out, List);
  inlineFlags(Out, List);
  Summary.Lines += Source.slice(Begin, Tail.End).count('\n') + 1;
  replaceText(Begin, Tail.TrailEnd, List);
}

void Splitter::replaceText(unsigned Begin, unsigned End, const Nodes &List) {
  std::string Indent = Source.indent(Begin).str();
  bool Own = Source.firstOnLine(Begin) || Source.lineBegin(Begin) == Begin;
  if (!Own && !Source.slice(Begin, Begin + 1).starts_with("\n"))
    Indent += Out.Style.Unit;
  if (Source.slice(Begin, End).ltrim(" \t").starts_with("\n") ||
      Source.slice(Begin, End).starts_with("\r"))
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

Node Splitter::barrier(const std::string &Call, bool Strict) {
  Node N{Node::Kind::Barrier};
  N.Flat = Strict;
  N.Text = {Piece::words(Call + ";")};
  Summary.Inserted = true;
  return N;
}

void Splitter::giveLead(Node &N, const Item &It) {
  N.LeadBegin = It.Lead, N.LeadEnd = It.Begin, N.Origin = It.Begin;
}

void Splitter::giveLead(Nodes &List, const Item &It) {
  if (!List.empty())
    giveLead(List.front(), It);
}

Nodes Splitter::buildBody(const Stmt *Body, const Place &At) {
  std::vector<Item> Items = Source.items(Body);
  return buildList(Items, Body, At);
}

void Splitter::append(Nodes &To, Nodes From) {
  for (Node &N : From)
    To.push_back(std::move(N));
}

Nodes Splitter::buildList(llvm::ArrayRef<Item> Items, const Stmt *Body, const Place &At) {
  Nodes List;
  for (size_t I = 0; I < Items.size(); ++I) {
    const Item &It = Items[I];
    const Stmt *S = core(It.stmt());
    const Cut *C = Facts.cutBefore(S);
    if (C)
      List.push_back(barrier(C->Call, Facts.isStrict(C)));
    if (Facts.isRemoved(S)) {
      if (It.Stmts.size() > 1 || Source.inMacro(S))
        fail(S, "the barrier comes from a macro");
      Summary.Removed = true;
      if (C) {
        List.back().Trail = codeNode(Source, It).Trail;
        giveLead(List.back(), It);
      } else if (!Source.slice(It.Lead, It.Begin).trim().empty())
        List.push_back(commentNode(Source, It.Lead, It.Begin));
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
    if (size_t Count = cutTogether(Items.drop_front(I)); Count > 1) {
      append(List, buildStatementCuts(Items.slice(I, Count)));
      I += Count - 1;
      continue;
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
  if (const Cut *C = Facts.cutAtEnd(Body))
    List.push_back(barrier(C->Call, Facts.isStrict(C)));
  unsigned End = Items.empty() ? Source.bodyBegin(Body) : Items.back().TrailEnd;
  if (isa<CompoundStmt>(Body) && End < Source.bodyEnd(Body) && Body != Task.F->getBody() &&
      !Source.slice(End, Source.bodyEnd(Body)).trim().empty())
    List.push_back(commentNode(Source, End, Source.bodyEnd(Body)));
  return List;
}

/// A comment after the closing brace of a statement stays after its last part.
Nodes Splitter::withClosing(const Item &It, Nodes List) const {
  bool Braced = Source.slice(It.Begin, It.End).ends_with("}");
  if (!List.empty() && Braced && List.back().Closing.empty())
    List.back().Closing = codeNode(Source, It).Trail;
  return List;
}

Nodes Splitter::buildItem(const Item &It, const Place &At) {
  const Stmt *S = core(It.stmt());
  bool Affected = llvm::any_of(It.Stmts, [&](const Stmt *P) { return Facts.changes(P); }) ||
                  !lowerings(S).empty();
  Node Copy = codeNode(Source, It);
  if (!Affected) {
    Copy.Flat = FlatUpdates.contains(S) || TileFills.contains(S);
    return {Copy};
  }
  bool OfMacro = It.Stmts.size() > 1 || Source.inMacro(S);
  bool Edited = llvm::any_of(It.Stmts, [&](const Stmt *P) { return Facts.holdsEdit(P); });
  if (OfMacro && !Edited && At.Cond.empty() && lowerings(S).empty()) {
    Copy.Flat = true;
    return {Copy};
  }
  if (OfMacro && (It.Stmts.size() > 1 || !isBlockBarrier(S))) {
    fail(S, "the statement comes from a macro");
    return {};
  }
  if (const StatementCut *C = Facts.statementCut(S))
    return buildStatementCut(It, *C, At);
  if (const std::string *Call = Facts.replacement(S)) {
    Nodes List{barrier(*Call, false)};
    Summary.Replaced = true;
    giveLead(List, It);
    return List;
  }
  if (isBlockBarrier(S)) {
    const auto *Call = cast<CallExpr>(cast<Expr>(S)->IgnoreParenCasts());
    if (!At.Cond.empty() && Call->getNumArgs() > 0 && isa<CallExpr>(Call) &&
        calleeName(Call) != "sync")
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
  if (const CallExpr *Call = Facts.laneCall(S))
    return buildLaneCall(It, Call, At);
  if (const CallExpr *Call = Facts.sharedCall(S))
    return buildCall(It, Call, At);
  if (const auto *If = dyn_cast<IfStmt>(S))
    return withClosing(It, buildIf(It, If, At));
  if (const auto *Switch = dyn_cast<SwitchStmt>(S);
      Switch && (Facts.holdsBarrier(S) || !lowerings(S).empty()))
    return withClosing(It, buildSwitch(It, Switch, At));
  if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S))
    return withClosing(It, buildLoop(It, S, At));
  if (At.Cond.empty()) {
    Copy.Flat = true;
    return {Copy};
  }
  if (!Facts.holdsBarrier(S)) {
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
  if (Task.Guarded)
    takeParameter();
  else
    flatList(Task.F->getBody());
  openBodies();
  if (!Out.Failures.empty())
    return llvm::createStringError(Out.Failures.front());
  for (Edit &E : Edits) // one line end while edits are joined
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
