// SPDX-License-Identifier: Apache-2.0
#include "model/Check.h"
#include "model/Metrics.h"
#include "transform/barriers/BarrierRepairs.h"
#include "transform/text/CommonList.h"
#include "transform/text/SourceLookup.h"
#include "transform/text/SyncOperand.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace cudafix::transform {

namespace {

/// Limits, as each candidate is parsed and simulated.
constexpr size_t MostWaits = 3, MostCandidates = 5;

bool applies(const Finding &F) {
  return F.check() == Check::MbarrierPhase ||
         (isInBlockRace(F) && !F.Repeat.empty()); // found by a simulation
}

/// Returns true if some arrivals or bytes of the phase have come: then it is the right phase.
bool lacksSome(const Finding &F) {
  std::map<llvm::StringRef, int64_t> Of(F.Metrics.begin(), F.Metrics.end());
  const int64_t Missing = Of[metric::MissingArrivals];
  return Of[metric::MissingBytes] != 0 || (Missing > 0 && Missing < Of[metric::ExpectedArrivals]);
}

Repair repairOf(std::vector<Edit> Edits, std::string Title) {
  Repair R;
  R.Id = "fix-parity";
  R.Title = std::move(Title);
  R.How = Applicability::Suggested;
  R.Notes.emplace_back("suggested, as only runs show that it waits for the right phase");
  R.Edits = std::move(Edits);
  llvm::sort(R.Edits);
  return R;
}

/// The variable that the expression names; null: it is another expression.
const clang::VarDecl *variableOf(const clang::Expr *E) {
  const auto *Ref = dyn_cast<clang::DeclRefExpr>(E->IgnoreParenCasts());
  return Ref ? dyn_cast<clang::VarDecl>(Ref->getDecl()) : nullptr;
}

/// The variable that the statement sets; null: it sets none.
const clang::VarDecl *setBy(const clang::Stmt *S) {
  if (const auto *Binary = dyn_cast<clang::BinaryOperator>(S))
    return Binary->isAssignmentOp() ? variableOf(Binary->getLHS()) : nullptr;
  if (const auto *Unary = dyn_cast<clang::UnaryOperator>(S))
    return Unary->isIncrementDecrementOp() ? variableOf(Unary->getSubExpr()) : nullptr;
  return nullptr;
}

bool isSetIn(const clang::Stmt *S, const clang::VarDecl *Var) {
  bool Sets = false;
  walk(S, [&](const clang::Stmt *Part) {
    Sets |= setBy(Part) == Var;
    return !Sets;
  });
  return Sets;
}

/// The expression as `x % By` or `x & By - 1`; null: it is neither.
const clang::BinaryOperator *remainder(const clang::Expr *E, int64_t By) {
  const auto *B = dyn_cast_or_null<clang::BinaryOperator>(E ? E->IgnoreParenCasts() : nullptr);
  const auto *Of = B ? dyn_cast<clang::IntegerLiteral>(B->getRHS()->IgnoreParenCasts()) : nullptr;
  if (!Of)
    return nullptr;
  const uint64_t N = Of->getValue().getZExtValue();
  return (B->getOpcode() == clang::BO_Rem && N == uint64_t(By)) ||
                 (B->getOpcode() == clang::BO_And && N == uint64_t(By) - 1)
             ? B
             : nullptr;
}

class Candidates {
public:
  Candidates(const Context &C, const AsyncOp &Wait, OperandText Parity)
      : C(C), Wait(Wait), Parity(std::move(Parity)), Lookup(C.P, C.K) {}

  std::vector<Repair> all() {
    ofStage();
    toggled();
    ofTurn();
    other();
    return std::move(Out);
  }

private:
  /// Tries the other phase.
  void other() {
    const clang::Expr *E = Parity.E->IgnoreParenImpCasts();
    std::string To;
    const auto *Binary = dyn_cast<clang::BinaryOperator>(E);
    const auto *Not = dyn_cast<clang::UnaryOperator>(E);
    const auto One = [](const clang::Expr *Of) {
      const auto *N = dyn_cast<clang::IntegerLiteral>(Of->IgnoreParenCasts());
      return N && N->getValue() == 1;
    };
    if (isa<clang::IntegerLiteral, clang::CXXBoolLiteralExpr>(E) && Parity.Value)
      To = isa<clang::IntegerLiteral>(E) ? (*Parity.Value ? "0" : "1")
                                         : (*Parity.Value ? "false" : "true");
    else if (Binary && Binary->getOpcode() == clang::BO_Xor && One(Binary->getRHS()))
      To = text(Binary->getLHS());
    else if (Not && Not->getOpcode() == clang::UO_LNot)
      To = text(Not->getSubExpr());
    else if (isa<clang::DeclRefExpr, clang::ParenExpr>(E))
      To = (Parity.Text + " ^ 1").str();
    else
      To = ("(" + Parity.Text + ") ^ 1").str();
    if (!To.empty())
      Out.push_back(repairOf({Parity.change(To)}, "wait for the phase of the other parity"));
  }

  /// Tries the parity of the loop's iteration instead of a constant, if every iteration waits once.
  void ofTurn() {
    const clang::ForStmt *Loop = innermostLoop();
    const auto *Init = Loop ? dyn_cast_or_null<clang::DeclStmt>(Loop->getInit()) : nullptr;
    const auto *Turn =
        Init && Init->isSingleDecl() ? dyn_cast<clang::VarDecl>(Init->getSingleDecl()) : nullptr;
    if (!Parity.Value || !Turn)
      return;
    const std::string Name = Turn->getNameAsString();
    Out.push_back(
        repairOf({Parity.change(*Parity.Value ? "(" + Name + " & 1) ^ 1" : Name + " & 1")},
                 "wait for the phase of each turn"));
  }

  /// Tries the parity of the pass over all stages instead of that of the iteration.
  void ofStage() {
    const clang::VarDecl *Var = variableOf(Parity.E);
    const clang::Expr *By = Var && Var->hasInit() ? Var->getInit() : Parity.E;
    if (const auto *Flipped = dyn_cast<clang::BinaryOperator>(By->IgnoreParenCasts());
        Flipped && Flipped->getOpcode() == clang::BO_Xor) {
      Var = variableOf(Flipped->getLHS());
      By = Var && Var->hasInit() ? Var->getInit() : Flipped->getLHS();
    }
    const clang::BinaryOperator *Half = remainder(By, 2);
    const clang::VarDecl *Turn = Half ? variableOf(Half->getLHS()) : nullptr;
    if (!Turn)
      return;
    std::optional<OperandText> Count = textOf(C, Half->getLHS(), Parity.In);
    for (const clang::Expr *Stages : stagesOf(Turn))
      if (std::optional<OperandText> Of = textOf(C, Stages, Parity.In); Of && Count && Out.empty())
        Out.push_back(repairOf({Count->change(("(" + Count->Text + " / " + Of->Text + ")").str())},
                               "wait for the phase of each pass over the stages"));
  }

  /// Tries to toggle a variable where the stages start again, or after each wait.
  void toggled() {
    const clang::VarDecl *Var = variableOf(Parity.E);
    if (!Var && isa<clang::BinaryOperator>(Parity.E->IgnoreParenCasts()))
      Var = variableOf(cast<clang::BinaryOperator>(Parity.E->IgnoreParenCasts())->getLHS());
    const clang::Stmt *Loop = innermostAnyLoop();
    if (!Var || !Loop || isa<clang::ParmVarDecl>(Var) || Var->getType().isConstQualified() ||
        !Var->hasInit() || isSetIn(Parity.In->getBody(), Var))
      return;
    const std::string Line = Var->getNameAsString() + " ^= 1;";
    const SourceText Text = bodyText(C);
    // `if (++stage == Stages) stage = 0;`
    walk(Loop, [&](const clang::Stmt *S) {
      const auto *If = dyn_cast<clang::IfStmt>(S);
      const auto *Body = If ? dyn_cast<clang::CompoundStmt>(If->getThen()) : nullptr;
      if (!Body || If->getElse())
        return true;
      for (const clang::Stmt *Part : Body->body()) {
        const auto *Reset = dyn_cast<clang::BinaryOperator>(Part);
        const auto *Zero =
            Reset && Reset->getOpcode() == clang::BO_Assign
                ? dyn_cast<clang::IntegerLiteral>(Reset->getRHS()->IgnoreParenCasts())
                : nullptr;
        if (Zero && Zero->getValue() == 0 && !Text.inMacro(Part))
          Out.push_back(repairOf({lineAfter(Text, Part, Line)},
                                 "change the parity where the stages begin again"));
      }
      return true;
    });
    const auto *List = dyn_cast<clang::CompoundStmt>(bodyOf(Loop));
    const SourceLoc &At = inKernel(Wait.Loc, Wait.CallChain);
    if (!List)
      return;
    for (const clang::Stmt *S : List->body())
      if (Lookup.contains(S, At) && Text.begin(S) <= At.Offset &&
          isa<clang::Expr, clang::GCCAsmStmt>(S))
        Out.push_back(repairOf({lineAfter(Text, S, Line)}, "change the parity after each wait"));
  }

  /// The numbers of stages by which the wait picks an element in this iteration: `bars[i %
  /// Stages]`.
  std::vector<const clang::Expr *> stagesOf(const clang::VarDecl *Turn) const {
    std::vector<const clang::Expr *> Found;
    walk(Parity.In->getBody(), [&](const clang::Stmt *S) {
      const auto *Element = dyn_cast<clang::ArraySubscriptExpr>(S);
      const clang::Expr *Index = Element ? Element->getIdx() : nullptr;
      if (const clang::VarDecl *Var = Index ? variableOf(Index) : nullptr; Var && Var->hasInit())
        Index = Var->getInit();
      const auto *B =
          dyn_cast_or_null<clang::BinaryOperator>(Index ? Index->IgnoreParenCasts() : nullptr);
      if (B && B->getOpcode() == clang::BO_Rem && variableOf(B->getLHS()) == Turn)
        Found.push_back(B->getRHS());
      return true;
    });
    return Found;
  }

  static const clang::Stmt *bodyOf(const clang::Stmt *Loop) {
    if (const auto *For = dyn_cast<clang::ForStmt>(Loop))
      return For->getBody();
    return cast<clang::WhileStmt>(Loop)->getBody();
  }

  const clang::Stmt *innermostAnyLoop() const {
    const clang::Stmt *Found = nullptr;
    walk(Parity.In->getBody(), [&](const clang::Stmt *S) {
      if (isa<clang::ForStmt, clang::WhileStmt>(S) && holds(S))
        Found = S;
      return true;
    });
    return Found;
  }
  const clang::ForStmt *innermostLoop() const {
    return dyn_cast_or_null<clang::ForStmt>(innermostAnyLoop());
  }
  /// Returns true if the parity is written in the statement, in this file.
  bool holds(const clang::Stmt *S) const {
    const clang::SourceManager &SM = C.P.device().getSourceManager();
    return S->getBeginLoc().isFileID() && S->getEndLoc().isFileID() &&
           SM.getFileOffset(S->getBeginLoc()) <= Parity.Begin &&
           Parity.End <= SM.getFileOffset(S->getEndLoc());
  }
  std::string text(const clang::Expr *E) const {
    std::optional<OperandText> Of = textOf(C, E, Parity.In);
    return Of ? Of->Text.str() : "";
  }

  const Context &C;
  const AsyncOp &Wait;
  OperandText Parity;
  SourceLookup Lookup;
  std::vector<Repair> Out;
};

llvm::Expected<std::vector<Repair>> propose(const Context &C, const Finding &F,
                                            llvm::ArrayRef<Finding> All) {
  const Kernel &K = C.K.Model;
  auto IsWait = [](const AsyncOp &X) { return X.What == AsyncOp::Kind::Await; };
  auto IsOfPhase = [&](const Finding &X) {
    return X.check() == Check::MbarrierPhase && X.KernelName == F.KernelName;
  };
  if (isInBlockRace(F) && llvm::none_of(All, IsOfPhase))
    return std::vector<Repair>();
  if (lacksSome(F))
    return refuse("some of what ends the phase has come: the wait is for the right one");
  auto Names = [&](const SourceLoc &At) {
    return At == F.Loc ||
           llvm::any_of(F.RelatedPlaces, [&](const Related &R) { return R.Loc == At; });
  };
  // Waits that the finding names come first.
  std::vector<const AsyncOp *> Waits;
  for (bool Named : {true, false})
    for (const AsyncOp &X : K.AsyncOps)
      if (IsWait(X) && Named == (Names(X.Loc) || llvm::any_of(X.CallChain, Names)) &&
          llvm::none_of(Waits, [&](const AsyncOp *Y) {
            return Y->Loc == X.Loc && Y->CallChain == X.CallChain;
          }))
        Waits.push_back(&X);
  std::vector<Repair> Out;
  size_t Tried = 0;
  for (const AsyncOp *X : Waits)
    if (auto Parity = findOperand(C, SyncOperand::Parity, X->Loc, X->CallChain);
        Parity && Tried++ < MostWaits)
      llvm::append_range(Out, Candidates(C, *X, *Parity).all());
  if (Out.size() > MostCandidates)
    Out.resize(MostCandidates);
  if (Out.empty() && F.check() == Check::MbarrierPhase)
    return refuse("no parity of a wait in the source can be changed");
  return Out;
}

} // namespace

const RepairKind FixParity = {"fix-parity",
                              R"(Lets a wait for an mbarrier's phase wait for the phase of its turn.

Before:                                       After:
  for (int i = 0; i < n; ++i) {                 for (int i = 0; i < n; ++i) {
    bars[i % Stages].wait_parity(i % 2);          bars[i % Stages].wait_parity((i / Stages) % 2);

The parity of a constant, of a turn or of a variable becomes that of the pass over the stages, of the
turn, one that changes where the stages begin again or after each wait, or the other one: the first with
which the kernel runs to its end in several orders, in which nothing is found.)",
                              applies, propose};

} // namespace cudafix::transform
