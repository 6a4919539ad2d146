// SPDX-License-Identifier: Apache-2.0
#include "transform/barriers/TestAndStore.h"
#include "model/Check.h"
#include "transform/barriers/BarrierRepairs.h"
#include "transform/barriers/SourceWriter.h"
#include "transform/text/AccessFacts.h"
#include "transform/text/AtomicText.h"
#include "transform/text/BodyFacts.h"
#include "transform/text/CommonList.h"
#include "transform/text/SourceLookup.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using llvm::StringRef;

namespace cudafix::transform {
namespace {

/// `if (... && v < cell) { cell = v; ... }`, perhaps with an else, or `if (... || v >= cell)
/// continue; cell = v; ...`
struct TestAndStore {
  const IfStmt *If = nullptr;
  const Stmt *StoreStmt = nullptr;
  const BinaryOperator *Test = nullptr, *Store = nullptr;
  const clang::Expr *Tested = nullptr;     ///< the cell in the test
  const BinaryOperator *Logical = nullptr; ///< the conditions before the test, with the test
  bool Exits = false;                      ///< the store is after the if, which leaves
  bool Strict = false;                     ///< only a different value is stored
  llvm::SmallVector<const Stmt *, 4> Rest; ///< the statements after the store
};

class Extreme {
public:
  Extreme(const Context &C, const FoundStatement &Found)
      : F(Found.Function), Found(Found), Ctx(C.P.device().getASTContext()),
        SM(Ctx.getSourceManager()),
        Source(Ctx, SM.getFileID(SM.getExpansionLoc(Found.S->getBeginLoc()))) {}
  std::optional<TestAndStore> find() const;
  llvm::Expected<SourceForm> form(const TestAndStore &T, unsigned Arch) const;

private:
  llvm::Expected<std::vector<Edit>> edits(const TestAndStore &T, const AtomicText &Call) const;
  llvm::Expected<std::vector<Edit>> otherwise(const TestAndStore &T, const AtomicText &Call) const;
  bool findIf(TestAndStore &T) const;
  bool readTest(TestAndStore &T) const;
  static bool isFlag(const Stmt *S, const ASTContext &Ctx);
  bool hasComment(unsigned Begin, unsigned End) const;
  Edit replace(unsigned Begin, unsigned End, std::string Text) const {
    return {Source.path(), Begin, End - Begin, std::move(Text)};
  }

  const FunctionDecl *F;
  const FoundStatement &Found;
  const ASTContext &Ctx;
  const SourceManager &SM;
  SourceText Source;
};

/// Returns true if a statement only skips the rest of `List`, which is the body of a loop or of the
/// function.
bool skipsRest(const Stmt *S, const CompoundStmt *List, const FunctionDecl *F) {
  if (const auto *Only = dyn_cast<CompoundStmt>(S); Only && Only->size() == 1)
    S = Only->body_front();
  if (const auto *Return = dyn_cast<ReturnStmt>(S))
    return !Return->getRetValue() && List == F->getBody();
  bool OfLoop = false;
  walk(F->getBody(), [&](const Stmt *Loop) {
    if (isa<ForStmt, WhileStmt, DoStmt>(Loop))
      OfLoop |= llvm::is_contained(Loop->children(), List);
    return true;
  });
  return isa<ContinueStmt>(S) && OfLoop;
}

/// Finds the if whose first statement is the store, or which is before the store and leaves.
bool Extreme::findIf(TestAndStore &T) const {
  walk(F->getBody(), [&](const Stmt *S) {
    const auto *If = dyn_cast<IfStmt>(S);
    const Stmt *Then = If ? If->getThen() : nullptr;
    const auto *ThenList = dyn_cast_or_null<CompoundStmt>(Then);
    if (ThenList)
      Then = ThenList->body_empty() ? nullptr : ThenList->body_front();
    if (Then == Found.S) {
      T.If = If;
      if (ThenList)
        T.Rest.append(ThenList->body_begin() + 1, ThenList->body_end());
    }
    const auto *List = dyn_cast<CompoundStmt>(S);
    const auto *At = List ? llvm::find(List->body(), Found.S) : nullptr;
    if (!List || At == List->body_end() || At == List->body_begin())
      return true;
    const auto *Before = dyn_cast<IfStmt>(At[-1]);
    if (Before && skipsRest(Before->getThen(), List, F)) {
      T.If = Before;
      T.Exits = true;
      T.Rest.append(At + 1, List->body_end());
    }
    return true;
  });
  const bool Other = T.If && T.If->getElse();
  return T.If && (!Other || (T.Rest.empty() && !T.Exits)) && !T.If->getInit() &&
         !T.If->getConditionVariable() && !T.If->isConstexpr() && !Source.inMacro(T.If);
}

bool Extreme::readTest(TestAndStore &T) const {
  const clang::Expr *Cond = T.If->getCond()->IgnoreParenImpCasts();
  if (const auto *Logical = dyn_cast<BinaryOperator>(Cond);
      Logical && Logical->getOpcode() == (T.Exits ? BO_LOr : BO_LAnd)) {
    T.Logical = Logical;
    Cond = Logical->getRHS()->IgnoreParenImpCasts();
  }
  T.Test = dyn_cast<BinaryOperator>(Cond);
  if (!T.Test || !T.Test->isRelationalOp())
    return false;
  const clang::Expr *Cell = T.Store->getLHS(), *Value = T.Store->getRHS();
  T.Tested = T.Test->getRHS();
  const clang::Expr *Other = T.Test->getLHS();
  if (sameExpr(T.Test->getLHS(), Cell, Ctx))
    std::swap(T.Tested, Other);
  auto TypeOf = [](const clang::Expr *E) {
    return E->IgnoreParenImpCasts()->getType().getCanonicalType().getUnqualifiedType();
  };
  bool OrEqual = T.Test->getOpcode() == BO_LE || T.Test->getOpcode() == BO_GE;
  T.Strict = OrEqual == T.Exits;
  bool Reads = false; // the value reads the cell
  walk(Value, [&](const Stmt *S) {
    const auto *Part = dyn_cast<clang::Expr>(S);
    return !(Reads |= Part && sameExpr(Part, Cell, Ctx));
  });
  return sameExpr(T.Tested, Cell, Ctx) && sameExpr(Other, Value, Ctx) && !Reads && isPure(Cell) &&
         isPure(Value) && TypeOf(Cell) == TypeOf(Value);
}

/// Returns true for a statement that records that something was found, but not what.
bool Extreme::isFlag(const Stmt *S, const ASTContext &Ctx) {
  const auto *B = dyn_cast<BinaryOperator>(core(S));
  return B && B->getOpcode() == BO_Assign && isPure(B->getLHS()) && B->getRHS()->isEvaluatable(Ctx);
}

bool Extreme::hasComment(unsigned Begin, unsigned End) const {
  StringRef Text = Source.slice(Begin, End);
  return Text.contains("//") || Text.contains("/*");
}

std::optional<TestAndStore> Extreme::find() const {
  TestAndStore T;
  T.StoreStmt = Found.S;
  const auto *E = dyn_cast<clang::Expr>(core(Found.S));
  T.Store = E ? dyn_cast<BinaryOperator>(E->IgnoreImplicit()) : nullptr;
  bool Is = T.Store && T.Store->getOpcode() == BO_Assign && findIf(T) && readTest(T);
  return Is ? std::optional(T) : std::nullopt;
}

llvm::Expected<SourceForm> Extreme::form(const TestAndStore &T, unsigned Arch) const {
  MemoryUpdate U{T.Store, T.Store->getLHS(), nullptr, T.Test, !T.Exits};
  bool Alone = T.Rest.empty() && !T.Logical && !T.Exits && !T.If->getElse();
  llvm::Expected<AtomicText> Text = atomicText(Source, F, Alone ? T.If : T.StoreStmt, U, Arch);
  llvm::Expected<std::vector<Edit>> Edits =
      Text ? edits(T, *Text) : llvm::Expected<std::vector<Edit>>(Text.takeError());
  if (!Edits)
    return refuse("line " + llvm::Twine(SM.getExpansionLineNumber(T.Store->getBeginLoc())) + ": " +
                  llvm::toString(Edits.takeError()));
  SourceForm Form;
  Form.RepairId = MakeAtomic.Id.str();
  Form.Edits = std::move(*Edits);
  finish(Source, *Text, Form);
  return Form;
}

/// if (v < *lo) *lo = v; else if (c) s;  ->  if (v >= atomicMin(lo, v) && c) s;
llvm::Expected<std::vector<Edit>> Extreme::otherwise(const TestAndStore &T,
                                                     const AtomicText &Call) const {
  const auto *Next = dyn_cast<IfStmt>(T.If->getElse());
  const auto *Both = Next ? dyn_cast<BinaryOperator>(Next->getCond()->IgnoreImplicit()) : nullptr;
  const bool Joins = Next && !Next->getElse() && !Next->getInit() &&
                     !Next->getConditionVariable() && !Next->isConstexpr() && Both &&
                     !Both->isAssignmentOp() && Both->getOpcode() != BO_LOr &&
                     Both->getOpcode() != BO_Comma;
  if (!Call.HasValue || !T.Tested->getType()->isIntegerType() || T.Logical)
    return llvm::createStringError("the else branch depends on the test");
  const unsigned Then = Source.offset(T.If->getRParenLoc());
  const unsigned Else = Source.offset(T.If->getElseLoc()) + StringRef("else").size();
  const unsigned To = Joins ? Source.begin(Next->getCond()) : Else;
  if (hasComment(Then, To))
    return llvm::createStringError("a comment stands between the test and the else branch");
  const unsigned Operator = Source.offset(T.Test->getOperatorLoc());
  const auto Negated = BinaryOperator::negateComparisonOp(T.Test->getOpcode());
  return std::vector<Edit>{
      replace(Source.begin(T.Tested), Source.tokenEnd(T.Tested->getEndLoc()), Call.Text),
      replace(Operator, Operator + T.Test->getOpcodeStr().size(),
              BinaryOperator::getOpcodeStr(Negated).str()),
      replace(Then, To, Joins ? " && " : ")")};
}

llvm::Expected<std::vector<Edit>> Extreme::edits(const TestAndStore &T,
                                                 const AtomicText &Call) const {
  unsigned StoreBegin = Source.begin(T.StoreStmt), StoreEnd = Source.end(T.StoreStmt);
  unsigned IfBegin = Source.begin(T.If), IfEnd = Source.end(T.If);
  if (!T.Rest.empty()) {
    if (!T.Strict || !llvm::all_of(T.Rest, [&](const Stmt *S) { return isFlag(S, Ctx); }))
      return llvm::createStringError(
          "what goes with the stored value would have to change together with it");
    if (!Call.HasValue)
      return llvm::createStringError("no atomic function gives the old value of '" +
                                     T.Store->getLHS()->getType().getAsString() + "'");
    if (hasComment(StoreEnd, Source.begin(T.Rest.front())))
      return llvm::createStringError("a comment stands behind the store");
    return std::vector<Edit>{
        replace(Source.begin(T.Tested), Source.tokenEnd(T.Tested->getEndLoc()), Call.Text),
        replace(StoreBegin, Source.begin(T.Rest.front()), "")};
  }
  if (T.If->getElse())
    return otherwise(T, Call);
  std::string Text = Call.Text + (Call.HasValue ? ";" : "");
  unsigned Begin = Call.HasValue ? StoreBegin : Call.Begin;
  unsigned End = Call.HasValue ? StoreEnd : Call.End;
  if (T.Logical) // if (i < n && v < *best) -> if (i < n)
    return std::vector<Edit>{replace(Source.tokenEnd(T.Logical->getLHS()->getEndLoc()),
                                     Source.tokenEnd(T.Logical->getRHS()->getEndLoc()), ""),
                             replace(Begin, End, Text)};
  if (hasComment(IfBegin, T.Exits ? StoreBegin : IfEnd))
    return llvm::createStringError("a comment stands between the test and the store");
  if (T.Exits)
    return std::vector<Edit>{removal(Source, T.If), replace(Begin, End, Text)};
  if (!Call.HasValue)
    return std::vector<Edit>{replace(Begin, IfEnd, Text)};
  StringRef Else = Source.slice(0, IfBegin).rtrim();
  if (Else.ends_with("else") && Source.firstOnLine(StoreBegin))
    return std::vector<Edit>{
        replace(Else.size(), IfEnd, "\n" + Source.indent(StoreBegin).str() + Text)};
  return std::vector<Edit>{replace(IfBegin, IfEnd, Text)};
}

/// The reads of the cell in `cell = e` or in the statements before it.
std::vector<AccessId> readsOf(const Context &C, const SourceLookup &Lookup,
                              const FoundStatement &At, const Access &Write) {
  const ASTContext &Ctx = C.P.device().getASTContext();
  const auto *E = dyn_cast<clang::Expr>(core(At.S));
  const auto *Store = E ? dyn_cast<BinaryOperator>(E->IgnoreImplicit()) : nullptr;
  if (!Store || Store->getOpcode() != BO_Assign)
    return {};
  std::vector<AccessId> Reads = readsBefore(C.P, C.K, Write.Id);
  if (readsOfTarget({Store, Store->getLHS()}, Store->getRHS(), Ctx))
    for (const Access &A : C.K.Model.Accesses)
      if (A.Kind == AccessKind::Read && A.Array == Write.Array && Lookup.contains(At.S, A.Loc))
        Reads.push_back(A.Id);
  return Reads;
}

} // namespace

llvm::Expected<std::vector<Repair>> makeExtremeAtomic(const Context &C, const Finding &F,
                                                      llvm::ArrayRef<Finding> All) {
  const Kernel &K = C.K.Model;
  auto Write = llvm::find_if(F.Accesses, [&](AccessId Id) {
    return K.access(Id).Kind == AccessKind::Write && K.access(Id).Partner == NoId;
  });
  if (Write == F.Accesses.end() || K.access(*Write).Loc.InMacro)
    return std::vector<Repair>();
  const SourceLoc &At = K.access(*Write).Loc;
  SourceLookup Lookup(C.P, C.K);
  FoundStatement Found = Lookup.statementAt(At);
  if (!Found.S)
    return std::vector<Repair>();
  Extreme Text(C, Found);
  std::optional<TestAndStore> T = Text.find();
  std::vector<AccessId> Reads =
      T ? std::vector<AccessId>() : readsOf(C, Lookup, Found, K.access(*Write));
  if (!T && Reads.empty())
    return std::vector<Repair>();
  auto Ours = [&](AccessId Id) {
    const Access &A = K.access(Id);
    return A.Kind == AccessKind::Atomic ||
           (A.Array == K.access(*Write).Array &&
            (Lookup.contains(Found.S, A.Loc) || llvm::is_contained(Reads, Id) ||
             (T && Lookup.contains(T->If, A.Loc))));
  };
  if (!llvm::all_of(F.Accesses, Ours))
    return std::vector<Repair>();
  llvm::Expected<SourceForm> Form =
      T ? Text.form(*T, smallestArch(C.P)) : writeAtomic(C.P, C.K, Reads.front(), *Write);
  if (!Form)
    return Form.takeError();
  Repair R;
  R.Id = MakeAtomic.Id.str();
  R.How = Form->Notes.empty() ? Applicability::Proven : Applicability::Suggested;
  R.Title = std::string("make the ") + (T ? "test and the store" : "update") + " in line " +
            std::to_string(At.Line) + " atomic";
  R.Edits = std::move(Form->Edits);
  llvm::append_range(R.Notes, std::move(Form->Notes));
  llvm::sort(R.Edits);
  for (unsigned I = 0; I < All.size(); ++I)
    if (&All[I] != &F && isRace(All[I]) && All[I].KernelName == F.KernelName &&
        llvm::all_of(All[I].Accesses, Ours))
      R.AlsoFixes.push_back(I);
  return std::vector<Repair>{std::move(R)};
}

} // namespace cudafix::transform
