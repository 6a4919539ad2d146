// SPDX-License-Identifier: Apache-2.0
#include "model/Check.h"
#include "smt/Impossible.h"
#include "transform/layout/LoopFacts.h"
#include "transform/layout/ThreadNames.h"
#include "transform/text/AccessFacts.h"
#include "transform/text/KernelLaunches.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cudafix::transform {

namespace {

/// Rewrites a kernel that only declares variables, checks its row and loops over columns: threads
/// take columns, and loop over rows.
class Interchanger : LoopFacts {
public:
  explicit Interchanger(const Context &C) : LoopFacts(C), Style(Text.layout(Kernel)) {}
  llvm::Expected<std::vector<Edit>> write(const SourceLoc &Access);
  bool restsOnLaunches() const { return RowsProved; }
  /// The number of columns that the repair has to assume; empty: it is a constant.
  std::string columns() const { return isNumber(Columns.To) ? "" : Text.copy(Columns.To); }

private:
  llvm::Error readList(const Stmt *List);
  llvm::Error readDeclaration(const Item &It);
  llvm::Error readRow(const VarDecl *V);
  llvm::Error readGuard(const clang::Expr *E, bool Negated);
  llvm::Error readLoops(const ForStmt *Outer, const SourceLoc &Access);
  llvm::Error checkNames() const;
  llvm::Error checkBody() const;
  bool isNumber(const clang::Expr *E) const { return E->isEvaluatable(Ctx); }
  cudafix::Expr known(const clang::Expr *E) const;
  llvm::Error checkCount() const;
  void keepComment(unsigned From, unsigned To);
  bool isOfRow(const Stmt *S) const;
  bool mayMove(const clang::Expr *E) const;
  bool coversRows(const clang::Expr *Bound) const;
  std::string threads() const { return OfBlock ? "blockDim.x" : "gridDim.x * " + Width; }
  std::string columnHead() const;
  std::string rowHead();
  std::string render();

  Layout Style;
  const VarDecl *Row = nullptr;
  bool OfBlock = false; ///< the row is threadIdx.x
  std::string Width;    ///< text of the number of threads in a block
  unsigned Begin = 0, End = 0;
  std::string Comments; ///< comments of the replaced code, one line each
  VarSet RowVars;       ///< the row and variables computed from it
  std::vector<Item> Kept,
      Moved; ///< declarations after that of the row: common to all rows, or for one row
  std::vector<std::string> Guards;     ///< further conditions on a row
  const clang::Expr *Bound = nullptr;  ///< upper bound of the row
  bool RowsProved = false;             ///< there is a thread for each row below the bound
  const ForStmt *Outermost = nullptr;  ///< the outermost loop of the nest
  std::vector<const ForStmt *> Around; ///< loops around the columns
  CountingLoop Columns;
};

void Interchanger::keepComment(unsigned From, unsigned To) {
  if (llvm::StringRef Comment = Text.slice(From, To).trim(); !Comment.empty())
    Comments += reindent(Comment, Text.indent(To), "") + "\n";
}

bool Interchanger::isOfRow(const Stmt *S) const {
  return llvm::any_of(usedVars(S), [&](const VarDecl *V) { return RowVars.contains(V); });
}

/// Returns true if the expression may be evaluated again for every column: it reads no memory that
/// the kernel writes.
bool Interchanger::mayMove(const clang::Expr *E) const {
  if (!isPure(E))
    return false;
  return llvm::all_of(memoryRead(E), [&](const VarDecl *V) {
    const auto &Params = C.K.Model.Params;
    auto P = llvm::find_if(Params, [&](const auto &P) { return P.Name == V->getName(); });
    return isa<ParmVarDecl>(V) && P != Params.end() && P->Array != NoId &&
           !C.K.Model.array(P->Array).Written;
  });
}

/// Reads `int row = blockIdx.x * blockDim.x + threadIdx.x`, or threadIdx.x alone.
llvm::Error Interchanger::readRow(const VarDecl *V) {
  Width = threadOf(V->getInit());
  OfBlock = Width.empty();
  if (Text.inMacro(V->getInit()) || V->getInit()->getEndLoc().isMacroID())
    return refuse("the index of the thread is written in a macro");
  Row = V;
  RowVars.insert(V);
  return llvm::Error::success();
}

llvm::Error Interchanger::readDeclaration(const Item &It) {
  const auto *Decls = cast<DeclStmt>(It.stmt());
  const auto *V = Decls->isSingleDecl() ? dyn_cast<VarDecl>(Decls->getSingleDecl()) : nullptr;
  if (V && !Row && V->getInit() && V->getType()->isIntegerType() && !Changed.contains(V) &&
      (isX(V->getInit(), "threadIdx") || !threadOf(V->getInit()).empty())) {
    Begin = It.Begin;
    keepComment(It.End, It.TrailEnd);
    return readRow(V);
  }
  if (!Row)
    return llvm::Error::success();
  if (!isOfRow(Decls)) {
    Kept.push_back(It);
    return llvm::Error::success();
  }
  if (!V || !V->getInit() || V->isStaticLocal() || Changed.contains(V) || !mayMove(V->getInit()))
    return refuse("what is declared from the row cannot be computed again for every column");
  RowVars.insert(V);
  Moved.push_back(It);
  return llvm::Error::success();
}

/// Reads the guard `row < rows && ...`: one part becomes the bound of the loop over rows, the
/// others stay conditions.
llvm::Error Interchanger::readGuard(const clang::Expr *E, bool Negated) {
  if (Operands Both = operandsOf(E, Negated ? BO_LOr : BO_LAnd); Both.A) {
    if (llvm::Error Failed = readGuard(Both.A, Negated))
      return Failed;
    return readGuard(Both.B, Negated);
  }
  if (!mayMove(E) || Text.inMacro(E) || E->getEndLoc().isMacroID())
    return refuse("a condition on the row cannot be evaluated again for every column");
  Operands Less = operandsOf(E, Negated ? BO_GE : BO_LT);
  if (!Bound && Less.A && variable(Less.A) == Row && isUniform(Less.B)) {
    Bound = Less.B;
    return llvm::Error::success();
  }
  bool Plain = isa<DeclRefExpr, CallExpr, ParenExpr>(E->IgnoreImpCasts());
  std::string Part = Text.copy(E);
  Guards.push_back(!Negated ? Part : Plain ? "!" + Part : "!(" + Part + ")");
  return llvm::Error::success();
}

const Stmt *onlyOf(const Stmt *S) {
  const auto *List = dyn_cast_or_null<CompoundStmt>(S);
  return List && List->size() == 1 ? List->body_front() : S;
}

llvm::Error Interchanger::readList(const Stmt *List) {
  std::vector<Item> Items = Text.items(List);
  for (size_t I = 0; I < Items.size(); ++I) {
    const Stmt *S = core(Items[I].stmt());
    if (Items[I].Stmts.size() > 1 || Text.inMacro(S))
      return refuse("a statement of the kernel is written in a macro");
    if (isa<DeclStmt>(S)) {
      if (llvm::Error E = readDeclaration(Items[I]))
        return E;
      continue;
    }
    if (Row)
      keepComment(Items[I].Lead, Items[I].Begin);
    const auto *If = dyn_cast<IfStmt>(S);
    if (If && (If->getElse() || If->getInit() || If->getConditionVariable() || If->isConstexpr()))
      If = nullptr;
    bool Leaves = If && isa<ReturnStmt>(onlyOf(If->getThen()));
    if (!Row && Leaves && isUniform(If->getCond()))
      continue; // all threads return, or none
    if (!Row || (!If && !isa<ForStmt>(S)))
      return refuse("the kernel does more than declare variables, check its row and loop");
    if (If)
      if (llvm::Error E = readGuard(If->getCond(), Leaves))
        return E;
    if (Leaves)
      continue;
    if (I + 1 != Items.size())
      return refuse("the loop is not the last thing that the kernel does");
    if (If)
      return readList(If->getThen());
    Outermost = cast<ForStmt>(S);
    return llvm::Error::success();
  }
  return refuse("no loop is found that the kernel ends with");
}

/// Reads nested loops that hold nothing else; the innermost counts the columns.
llvm::Error Interchanger::readLoops(const ForStmt *Outer, const SourceLoc &Access) {
  SourceLookup Lookup(C.P, C.K);
  const Stmt *Inner = Lookup.statementAt(Access).S;
  const ForStmt *Loop = Outer;
  while (const auto *Next = dyn_cast_or_null<ForStmt>(onlyOf(Loop->getBody()))) {
    Around.push_back(Loop);
    Loop = Next;
  }
  bool Contains = false;
  walk(Loop->getBody(), [&](const Stmt *S) { return !(Contains |= S == Inner); });
  if (!Contains)
    return refuse("the access does not stand in the loop that the kernel ends with");
  llvm::Expected<CountingLoop> Read = readCounting(Loop);
  if (!Read)
    return Read.takeError();
  Columns = *Read;
  if (!isUniform(Columns.From) || !isUniform(Columns.To))
    return refuse("the rows do not all have the same columns");
  for (const ForStmt *L : Around)
    if (Text.inMacro(L) || L->getLParenLoc().isMacroID() || L->getRParenLoc().isMacroID())
      return refuse("a loop is written in a macro");
  return llvm::Error::success();
}

/// The term of a parameter of the kernel or a number, 32 bits; else null.
cudafix::Expr Interchanger::known(const clang::Expr *E) const {
  const cudafix::Kernel &K = C.K.Model;
  const VarDecl *V = variable(E);
  auto P = llvm::find_if(K.Params, [&](const auto &P) {
    return V && isa<ParmVarDecl>(V) && P.Name == V->getName() && P.Symbol != NoId;
  });
  clang::Expr::EvalResult Value;
  cudafix::Expr Number;
  if (P != K.Params.end())
    Number = K.Ctx->apply(P->Symbol);
  else if (E->EvaluateAsInt(Value, Ctx))
    Number = K.Ctx->constant(Value.Val.getInt().getZExtValue(), 32);
  return Number && Number->width() == 32 ? Number : cudafix::Expr();
}

/// Fails if a launch may have fewer columns than threads in a block, as far as host code says: only
/// as many threads as columns would work.
llvm::Error Interchanger::checkCount() const {
  ExprContext &X = *C.K.Model.Ctx;
  Expr From = known(Columns.From), To = known(Columns.To);
  if (!From || !To)
    return llvm::Error::success();
  Expr Count = X.sub(X.sext(To, 64), X.sext(From, 64), NSW);
  bool Enough = llvm::all_of(C.Launches, [&](const Launch &L) {
    Expr Threads = L.Block[0] ? L.Block[0] : X.constant(C.K.Model.MaxThreads, 32);
    std::vector<Expr> All{X.sle(X.zext(Threads, 64), Count)};
    for (const Fact &F : L.Facts)
      All.push_back(F.Cond);
    return !smt::impossible(*C.K.Solving, All);
  });
  return Enough
             ? llvm::Error::success()
             : refuse("there are fewer columns than threads in a block: most would have no work");
}

/// Checks that the thread's index is used for its row only.
llvm::Error Interchanger::checkNames() const {
  std::string Why;
  walk(Kernel->getBody(), [&](const Stmt *S) {
    if (S == Row->getInit())
      return false;
    const auto *E = dyn_cast<MSPropertyRefExpr>(S);
    if (E && (isX(E, "threadIdx") || (!OfBlock && isX(E, "blockIdx"))))
      Why = "the index of the thread is used for more than the row";
    if (const auto *Call = dyn_cast<CallExpr>(S); Call && calls(Call, ThreadIds))
      Why = "a function that the kernel calls asks which thread it runs for";
    return true;
  });
  return Why.empty() ? llvm::Error::success() : refuse(Why);
}

/// Checks that only memory carries values from one column to the next.
llvm::Error Interchanger::checkBody() const {
  VarSet Inside;
  std::string Why;
  const Stmt *Body = Columns.Loop->getBody();
  llvm::SmallPtrSet<const Stmt *, 8> InnerLoops;
  walk(Body, [&](const Stmt *S) {
    if (const auto *Decls = dyn_cast<DeclStmt>(S))
      for (const Decl *D : Decls->decls())
        if (const auto *V = dyn_cast<VarDecl>(D); V && !V->isStaticLocal())
          Inside.insert(V);
    if (isa<ReturnStmt, GotoStmt, IndirectGotoStmt, AsmStmt>(S))
      Why = "some threads leave the loop early";
    return true;
  });
  walk(Body, [&](const Stmt *S) {
    if (isa<BreakStmt>(S))
      Why = "the loop can end early";
    return !isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, SwitchStmt>(S);
  });
  for (const VarDecl *V : changedVars(Body))
    if (!Inside.contains(V))
      Why = "the loop changes '" + V->getNameAsString() + "' for the next iteration";
  if (findBarrier(Body))
    Why = "a barrier stands in the loop";
  return Why.empty() ? llvm::Error::success() : refuse(Why);
}

/// Returns true if every launch has a thread for each row below the bound.
bool Interchanger::coversRows(const clang::Expr *Bound) const {
  ExprContext &X = *C.K.Model.Ctx;
  Expr Rows = known(Bound);
  if (!Rows)
    return false;
  return !C.Launches.empty() && llvm::all_of(C.Launches, [&](const Launch &L) {
    auto Of = [&](Expr Known, Expr Else) { return X.zext(Known ? Known : Else, 64); };
    Expr Threads = Of(L.Block[0], X.blockDim(0));
    if (!OfBlock)
      Threads = X.mul(Threads, Of(L.Grid[0], X.gridDim(0)), NSW | NUW);
    std::vector<Expr> All{X.slt(X.constant(0, 32), Rows), X.ult(Threads, X.zext(Rows, 64))};
    for (const Fact &F : L.Facts)
      All.push_back(F.Cond);
    return smt::impossible(*C.K.Solving, All);
  });
}

std::string Interchanger::columnHead() const {
  std::string Type = writtenType(Columns.Counter, Text), Name = Columns.Counter->getNameAsString();
  std::string From = Text.copy(Row->getInit());
  clang::Expr::EvalResult Value;
  bool Zero = Columns.From->EvaluateAsInt(Value, Ctx) && Value.Val.getInt() == 0;
  if (!Zero) {
    std::string First = Text.copy(Columns.From);
    bool Plain = variable(Columns.From) || isa<IntegerLiteral>(Columns.From->IgnoreImpCasts());
    From = (Plain ? First : "(" + First + ")") + " + static_cast<" + Type + ">(" + From + ")";
  }
  std::string To = Text.slice(Text.begin(Columns.Loop->getCond()),
                              Text.tokenEnd(Columns.Loop->getCond()->getEndLoc()))
                       .str();
  return Style.keyword("for") + Type + " " + Name + " = " + From + "; " + To + "; " + Name +
         " += " + threads() + ")";
}

std::string Interchanger::rowHead() {
  std::string Type = writtenType(Row, Text), Name = Row->getNameAsString();
  RowsProved = Bound && coversRows(Bound);
  std::string To = Bound ? Name + " < " + Text.copy(Bound) : "";
  if (!RowsProved)
    To += (Bound ? " && " : "") + Name + " < static_cast<" + Type + ">(" + threads() + ")";
  return Style.keyword("for") + Type + " " + Name + " = 0; " + To + "; ++" + Name + ")";
}

std::string Interchanger::render() {
  std::string Indent = Text.indent(Begin).str(), Out;
  auto Open = [&] {
    Out += Style.BraceOnOwnLine ? "\n" + Indent + "{" : Style.SpaceBeforeBrace ? " {" : "{";
    Out += "\n";
  };
  auto Put = [&](unsigned From, unsigned To) {
    Out += Indent + reindent(Text.slice(From, To), Text.indent(From), Indent) + "\n";
  };
  auto PutItems = [&](llvm::ArrayRef<Item> Items) {
    for (const Item &It : Items) {
      llvm::StringRef Lead = Text.slice(It.Lead, It.Begin);
      Put(It.Begin - Lead.ltrim().size(), It.TrailEnd);
    }
  };
  PutItems(Kept);
  for (llvm::StringRef Rest = Comments; !Rest.empty(); Rest = Rest.split('\n').second)
    Out += Indent + Rest.split('\n').first.str() + "\n";
  Out += Indent + columnHead() + "\n";
  Indent += Style.Unit;
  Out += Indent + rowHead();
  std::vector<Item> Body = Text.items(Columns.Loop->getBody());
  bool Braces = !Moved.empty() || !Guards.empty() || !Around.empty() || Body.size() != 1;
  if (Braces)
    Open();
  else
    Out += "\n";
  std::string Outer = Indent;
  Indent += Style.Unit;
  PutItems(Moved);
  if (!Guards.empty()) {
    Out += Indent + Style.keyword("if") + llvm::join(Guards, " && ") + ")\n";
    Indent += Style.Unit;
  }
  for (const ForStmt *L : Around) {
    unsigned At = Text.begin(L);
    Out += Indent + Text.slice(At, Text.offset(L->getRParenLoc()) + 1).str() + "\n";
    Indent += Style.Unit;
  }
  bool Block = Body.size() != 1 && (!Guards.empty() || !Around.empty());
  std::string Close = llvm::StringRef(Indent).drop_back(Style.Unit.size()).str();
  if (Block) {
    Out.pop_back();
    std::swap(Indent, Close);
    Open();
    std::swap(Indent, Close);
  }
  if (!Body.empty())
    Put(Body.front().Begin - Text.slice(Body.front().Lead, Body.front().Begin).ltrim().size(),
        Body.back().TrailEnd);
  if (Block)
    Out += Close + "}\n";
  if (Braces)
    Out += Outer + "}\n";
  return llvm::StringRef(Out).trim().str();
}

llvm::Expected<std::vector<Edit>> Interchanger::write(const SourceLoc &Access) {
  if (llvm::Error E = onlyInstantiation(C))
    return E;
  if (!C.K.Model.Gaps.empty())
    return refuse(C.K.Model.Gaps.front().Reason);
  if (std::string Why = usesWarps(C.K); !Why.empty())
    return refuse(Why);
  if (llvm::Error E = readList(Kernel->getBody()))
    return E;
  if (llvm::Error E = readLoops(Outermost, Access))
    return E;
  if (llvm::Error E = checkCount())
    return E;
  if (llvm::Error E = checkNames())
    return E;
  if (llvm::Error E = checkBody())
    return E;
  End = Text.afterTrailingComment(Text.end(cast<CompoundStmt>(Kernel->getBody())->body_back()));
  return std::vector<Edit>{{Text.path(), Begin, End - Begin, render()}};
}

llvm::Expected<std::vector<Repair>> propose(const Context &C, const Finding &F,
                                            llvm::ArrayRef<Finding>) {
  const cudafix::Kernel &K = C.K.Model;
  if (F.Accesses.empty() || K.Nodes[K.access(F.Accesses[0]).Node].Loop == NoId)
    return std::vector<Repair>();
  Interchanger I(C);
  llvm::Expected<std::vector<Edit>> Edits = I.write(F.Loc);
  if (!Edits)
    return Edits.takeError();
  Repair R = suggest("interchange-loop", "give each thread a column, and let it loop over the rows",
                     std::move(*Edits));
  if (std::string Count = I.columns(); !Count.empty())
    R.Assumptions.push_back("'" + Count + "' is large enough to give most threads a column");
  if (I.restsOnLaunches())
    assumeAllSeen(C.K, R);
  assumeDistinct(C, R);
  return std::vector<Repair>{std::move(R)};
}

} // namespace

static bool applies(const Finding &F) {
  return F.check() == Check::UncoalescedAccess && F.Severity == Level::Warning;
}

const RepairKind InterchangeLoop = {
    "interchange-loop",
    R"(Gives each thread a column where it had a row, and lets it loop over the rows.

Before:                              After:
  int row = blockIdx.x * blockDim.x    for (int col = blockIdx.x * blockDim.x + threadIdx.x;
            + threadIdx.x;                  col < cols; col += gridDim.x * blockDim.x)
  if (row < rows)                        for (int row = 0; row < rows; ++row)
    for (int col = 0; col < cols; ++col)     a[row * cols + col] *= 2;
      a[row * cols + col] *= 2;

Neighbouring threads then access neighbouring columns. Launches stay as they are: threads take
columns in steps of the whole grid, and only rows that had a thread are visited. Done where the kernel ends with
the loop and does nothing else than declare and ask for its row, the thread's index is its row
and nothing else, all rows have the same columns, and nothing but memory passes from one column to the
next; that no column needs what another one wrote is asked as a race of the result. Only as many threads as there are columns have
work afterwards: that they are enough is assumed, where their number is known not before the run.)",
    applies, propose};

} // namespace cudafix::transform
