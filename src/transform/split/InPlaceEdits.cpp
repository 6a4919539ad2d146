// SPDX-License-Identifier: Apache-2.0
//
// Inserts barriers at places that all threads pass line by line; only statements that have to be
// split are rewritten.
#include "transform/split/SplitterImpl.h"

using namespace clang;
using llvm::StringRef;

namespace cudafix::transform {

bool Splitter::mustRewrite(const Stmt *S) {
  if (!Facts.holdsCut(S))
    return false;
  if (isa<IfStmt, SwitchStmt>(S))
    return Facts.divergent(S);
  if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S))
    return Facts.divergent(S) || hasDivergentTrip(S);
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
    bool Gone = isOnlyRemoved(S) && !Facts.cutBefore(S);
    if (!Gone && (mustRewrite(S) || Facts.statementCut(S) || !editableInPlace(S, Items[I]))) {
      const size_t Last = I + cutTogether(llvm::ArrayRef(Items).drop_front(I)) - 1;
      rewriteRegion(Items, I, Last, nullptr);
      I = Last;
      continue;
    }
    flatStmt(Items[I]);
  }
  if (const Cut *C = Facts.cutAtEnd(Body))
    insertAtEnd(cast<CompoundStmt>(Body), C->Call);
}

/// Returns true if the changes directly inside `S` can be made line by line: it has braces, and its
/// statements are on separate lines.
bool Splitter::editableInPlace(const Stmt *S, const Item &It) const {
  if (It.Stmts.size() > 1)
    return true;
  for (const Stmt *Body : bodiesOf(S)) {
    if (isa<IfStmt>(Body) && isa<IfStmt>(S))
      continue; // else if
    for (const Item &Inner : Source.items(Body)) {
      bool Direct = Facts.cutBefore(Inner.stmt()) || Facts.isRemoved(Inner.stmt());
      if (Facts.statementCut(core(Inner.stmt())) && !isa<CompoundStmt>(Body))
        return false; // it becomes several statements
      if (Direct && isa<IfStmt>(S) && becomesEmpty(Body))
        return false;
      if (Direct && (!isa<CompoundStmt>(Body) || !Source.firstOnLine(Inner.Begin)))
        return isa<SwitchCase>(S);
    }
    if (Facts.cutAtEnd(Body) && !Source.firstOnLine(Source.bodyEnd(Body)))
      return false;
  }
  return true;
}

void Splitter::flatStmt(const Item &It) {
  const Stmt *S = core(It.stmt());
  if (It.Stmts.size() > 1 &&
      llvm::any_of(It.Stmts, [&](const Stmt *P) { return Facts.holdsEdit(P); }))
    return fail(S, "the statement comes from a macro");
  const Cut *C = Facts.cutBefore(S);
  if (C && Facts.isRemoved(S))
    return exchange(It, C->Call);
  if (C)
    insertBefore(It, C->Call);
  if (Facts.isRemoved(S))
    return removeItem(It);
  if (const std::string *Call = Facts.replacement(S)) {
    Summary.Replaced = true;
    return exchange(It, *Call);
  }
  if (const NarrowedStatement *N = Facts.narrowing(S))
    return narrow(It, *N);
  if (!Facts.changes(S) || (Source.inMacro(S) && !Facts.holdsEdit(S)))
    return;
  if (Facts.laneCall(S))
    return; // all threads reach it
  if (Facts.sharedCall(S))
    return fail(S, "the text does not say which threads make the call");
  if (isOnlyRemoved(S))
    return removeItem(It);
  if (Source.inMacro(S))
    return fail(S, "the statement comes from a macro");
  for (const Stmt *Body : bodiesOf(S))
    if (Facts.changes(Body))
      flatList(Body);
}

/// Returns true for `if (pure) { barrier; }` whose barrier is removed: nothing is left to guard.
bool Splitter::isOnlyRemoved(const Stmt *S) const {
  const auto *If = dyn_cast<IfStmt>(S);
  if (!If || !isPure(If->getCond()) || If->getInit() || If->getConditionVariable() ||
      Source.inMacro(If))
    return false;
  return becomesEmpty(If->getThen()) && (!If->getElse() || becomesEmpty(If->getElse()));
}

/// Returns true if every statement of the body is removed.
bool Splitter::becomesEmpty(const Stmt *Body) const {
  std::vector<Item> Items = Source.items(Body);
  return !Items.empty() && !Facts.cutAtEnd(Body) && llvm::all_of(Items, [&](const Item &It) {
    const Stmt *S = core(It.stmt());
    return !Facts.cutBefore(S) && (Facts.isRemoved(S) || isOnlyRemoved(S));
  });
}

/// By how much a line changes the nesting of conditional directives.
static int nesting(StringRef Line) {
  Line = Line.ltrim();
  if (!Line.consume_front("#"))
    return 0;
  Line = Line.ltrim();
  return Line.starts_with("if") ? 1 : Line.starts_with("endif") ? -1 : 0;
}

/// The place for a barrier before the statement: right after the previous code, so that comments
/// and pragmas stay with the statement, but outside conditional directives (code that these now
/// exclude may need the barrier as well), and where every build has the same surrounding code.
unsigned Splitter::placeInFront(const Item &It) const {
  StringRef Lead = Source.slice(It.Lead, It.Begin);
  auto [Rest, Lines] = Lead.split('\n');
  unsigned Line = Source.lineBegin(It.Begin);
  if (!Rest.trim().empty() || (Lead.contains("/*") && Lead.contains('#')))
    return Line;
  unsigned Place = std::min(Line, It.Lead + static_cast<unsigned>(Rest.size()) + 1);
  int Depth = 0, Least = 0;
  bool Found = Builds.isSameAt(Place);
  for (unsigned At = Place; At < Line; At = Source.lineBegin(Source.text().find('\n', At) + 1)) {
    unsigned Next = Source.text().find('\n', At) + 1;
    Depth += nesting(Source.slice(At, Next));
    if ((Found && Depth >= Least) || !Builds.isSameAt(Next))
      continue;
    Found = true;
    Least = Depth;
    Place = Next;
  }
  return Place;
}

/// Records a barrier that other builds do not have at the place, and refuses one that some builds
/// have under another condition.
void Splitter::checkBuilds(const Stmt *S, unsigned Place) {
  bool Same = Builds.isSameAt(Place);
  const SourceManager &SM = Source.context().getSourceManager();
  for (const Stmt *Around = S; Around && Same; Around = Facts.parent(Around)) {
    SourceLocation At = Around->getBeginLoc();
    if (!isa<CompoundStmt, IfStmt, ForStmt, WhileStmt, DoStmt>(Around) || !At.isMacroID())
      continue;
    auto [File, Offset] = SM.getDecomposedLoc(SM.getSpellingLoc(At));
    Same = conditionsAround(SM.getBufferData(File), Offset) == 0;
  }
  if (!Same)
    fail(S, "other builds have other braces or conditions around the place");
  if (Builds.hasOtherCodeAt(Place))
    Summary.Notes.push_back("line " + std::to_string(SM.getExpansionLineNumber(S->getBeginLoc())) +
                            ": other builds have other code here, without the barrier");
}

void Splitter::insertBefore(const Item &It, const std::string &Call) {
  Summary.Inserted = true;
  std::string Indent = Source.indent(It.Begin).str();
  const bool First = Source.firstOnLine(It.Begin);
  const unsigned Place = First ? placeInFront(It) : It.Begin;
  checkBuilds(It.stmt(), Place);
  if (First) {
    // The statement may stand under a condition that only some builds have.
    if (Place <= It.Begin && Source.slice(Place, It.Begin).contains("#if"))
      Indent = Source.indent(It.Lead).str();
    Edits.push_back({Source.path(), Place, 0, Indent + Call + ";\n"});
    return;
  }
  if (const auto *List = dyn_cast_or_null<CompoundStmt>(Facts.parent(It.stmt()));
      List && isOnOneLine(*List)) {
    OneLiners[List].push_back({It.Begin, Call});
    return;
  }
  // After another statement on the line, or after a label.
  bool Label = StringRef(Source.text()).take_front(It.Begin).rtrim().ends_with(":");
  bool Alone = !Label && Source.slice(It.Lead, It.Begin).trim().empty();
  unsigned Begin = Alone ? It.Lead : It.Begin;
  Edits.push_back(
      {Source.path(), Begin, It.Begin - Begin,
       (Alone ? "\n" + Indent : "") + Call + ";\n" + Indent + (Alone ? "" : Out.Style.Unit)});
}

/// Returns true for `{ a; b; }`.
bool Splitter::isOnOneLine(const CompoundStmt &List) const {
  unsigned Open = Source.offset(List.getLBracLoc()), Close = Source.bodyEnd(&List);
  return !Source.slice(Open, Close).contains('\n');
}

/// Puts the statements of bodies on one line, and insertions between them, on separate lines.
void Splitter::openBodies() {
  for (const auto &[List, Calls] : OneLiners) {
    const unsigned Open = Source.offset(List->getLBracLoc()) + 1, Close = Source.bodyEnd(List);
    const std::string Outer = Source.indent(Open).str(), Line = "\n" + Outer + Out.Style.Unit;
    std::string Text;
    auto CallsAt = [&](unsigned Place) {
      for (const auto &[At, Call] : Calls)
        if (At == Place)
          Text += Line + Call + ";";
    };
    for (const Item &It : Source.items(List)) {
      CallsAt(It.Begin);
      Text += Line + Source.slice(It.Lead, It.TrailEnd).trim().str();
    }
    CallsAt(Close);
    Edits.push_back({Source.path(), Open, Close - Open, Text + "\n" + Outer});
  }
}

/// Replaces a barrier by another one.
void Splitter::exchange(const Item &It, const std::string &Call) {
  if (It.Stmts.size() > 1 || Source.inMacro(It.stmt()))
    return fail(It.stmt(), "the barrier comes from a macro");
  Edits.push_back({Source.path(), It.Begin, It.End - It.Begin, Call + ";"});
}

void Splitter::insertAtEnd(const CompoundStmt *Parent, const std::string &Call) {
  Summary.Inserted = true;
  unsigned Close = Source.bodyEnd(Parent);
  checkBuilds(Parent, Close);
  std::vector<Item> Items = Source.items(Parent);
  std::string Indent = Items.empty() ? Source.indent(Close).str() + Out.Style.Unit
                                     : Source.indent(Items.back().Begin).str();
  if (Source.firstOnLine(Close))
    Edits.push_back({Source.path(), Source.lineBegin(Close), 0, Indent + Call + ";\n"});
  else if (isOnOneLine(*Parent))
    OneLiners[Parent].push_back({Close, Call});
  else
    Edits.push_back({Source.path(), Close, 0, " " + Call + "; "});
}

/// The first line of the comments directly above that are about the barrier, or its own line.
unsigned Splitter::withItsComment(const Item &It) const {
  unsigned Begin = Source.lineBegin(It.Begin), First = Begin;
  bool Speaks = false;
  while (First > It.Lead) {
    unsigned Above = Source.lineBegin(First - 1);
    StringRef Comment = Source.slice(Above, First).trim();
    while (Comment.ends_with("*/") && !Comment.starts_with("/*") && Above > It.Lead) {
      Above = Source.lineBegin(Above - 1);
      Comment = Source.slice(Above, First).trim();
    }
    bool OneBlock = Comment.starts_with("/*") && Comment.find("*/") == Comment.size() - 2;
    if (!Comment.starts_with("//") && !OneBlock)
      break;
    for (const char *Word : {"sync", "barrier", "wait"})
      Speaks |= Comment.contains_insensitive(Word);
    First = Above;
  }
  StringRef Behind = Source.text().substr(Source.lineEnd(It.TrailEnd)).ltrim('\r').drop_front();
  StringRef Next = Behind.split('\n').first.trim();
  bool HeadsMore = !Next.empty() && !Next.starts_with("}") && !Next.starts_with("/");
  return Speaks && !HeadsMore ? std::max(First, Source.lineBegin(It.Lead)) : Begin;
}

/// The `if` without `else` that guards only the statement; null: there is none.
const IfStmt *Splitter::onlyAround(const Stmt *S) const {
  const Stmt *Parent = Facts.parent(S);
  if (const auto *List = dyn_cast_or_null<CompoundStmt>(Parent); List && List->size() == 1)
    Parent = Facts.parent(List);
  const auto *If = dyn_cast_or_null<IfStmt>(Parent);
  bool Plain = If && !If->getElse() && !If->getInit() && !If->getConditionVariable() &&
               !If->isConstexpr() && !Source.inMacro(If->getCond());
  return Plain ? If : nullptr;
}

void Splitter::narrow(const Item &It, const NarrowedStatement &N) {
  if (It.Stmts.size() > 1 || Source.inMacro(It.stmt()))
    return fail(It.stmt(), "the statement comes from a macro");
  Summary.Narrowed = true;
  std::string Guard = N.Index + " < " + N.Distance;
  const IfStmt *If = onlyAround(It.stmt());
  if (!If) {
    std::string Head = Out.Style.keyword("if") + Guard + ") ";
    unsigned Column = It.Begin - Source.lineBegin(It.Begin);
    constexpr unsigned MaxColumn = 80;
    if (Column + Head.size() + (It.End - It.Begin) > MaxColumn)
      Head = StringRef(Head).rtrim().str() + "\n" + Source.indent(It.Begin).str() + Out.Style.Unit;
    Edits.push_back({Source.path(), It.Begin, 0, std::move(Head)});
    return;
  }
  const Expr *Cond = If->getCond();
  unsigned Begin = Source.begin(Cond), End = Source.tokenEnd(Cond->getEndLoc());
  // `t < 32` becomes `t < 16`.
  const auto *Less = dyn_cast<BinaryOperator>(Cond->IgnoreParenImpCasts());
  Expr::EvalResult Known;
  if (Less && Less->getOpcode() == BO_LT && Source.copy(Less->getLHS()) == N.Index &&
      !Less->getRHS()->isValueDependent() &&
      Less->getRHS()->EvaluateAsInt(Known, Source.context()) &&
      Known.Val.getInt().getZExtValue() >= N.Below) {
    Edits.push_back({Source.path(), Begin, End - Begin, std::move(Guard)});
    return;
  }
  const auto *Loose = dyn_cast<BinaryOperator>(Cond->IgnoreImpCasts());
  bool Parens = isa<ConditionalOperator>(Cond->IgnoreImpCasts()) ||
                (Loose && (Loose->getOpcode() == BO_LOr || Loose->isAssignmentOp() ||
                           Loose->getOpcode() == BO_Comma));
  Edits.push_back({Source.path(), Begin, Parens ? 0u : End - Begin,
                   Parens ? "(" : Source.slice(Begin, End).str() + " && " + Guard});
  if (Parens)
    Edits.push_back({Source.path(), End, 0, ") && " + Guard});
}

void Splitter::removeItem(const Item &It) {
  Summary.Removed = true;
  if (It.Stmts.size() > 1 || Source.inMacro(It.stmt()))
    return fail(It.stmt(), "the barrier comes from a macro");
  unsigned Begin = It.Begin, End = It.TrailEnd;
  bool Alone = Source.firstOnLine(Begin) && Source.slice(End, Source.lineEnd(End)).trim().empty();
  if (Alone) {
    Begin = withItsComment(It);
    End = Source.nextLine(End);
    // Removing a barrier between two blank lines removes one of them as well.
    bool BlankBefore = Begin > 0 && Source.slice(Source.lineBegin(Begin - 1), Begin).trim().empty();
    bool BlankAfter =
        Source.slice(End, Source.lineEnd(End)).trim().empty() && End < Source.text().size();
    StringRef Next = Source.text().substr(End).ltrim();
    if (BlankBefore && (BlankAfter || Next.starts_with("}")))
      Begin = Source.lineBegin(Begin - 1);
  }
  Edits.push_back({Source.path(), Begin, End - Begin, ""});
}

} // namespace cudafix::transform
