// SPDX-License-Identifier: Apache-2.0
#include "transform/split/OutTree.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using llvm::StringRef;

namespace cudafix::transform {
namespace {

bool integerOperands(const BinaryOperator *B) {
  auto Exact = [](QualType T) { return T->isIntegralOrEnumerationType() || T->isPointerType(); };
  return Exact(B->getLHS()->getType()) && Exact(B->getRHS()->getType());
}

bool needsParens(const Expr *E) {
  E = E->IgnoreImpCasts();
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return B->getOpcode() == BO_LOr || B->isAssignmentOp() || B->getOpcode() == BO_Comma;
  return isa<ConditionalOperator>(E);
}

bool isPrimary(const Expr *E) {
  E = E->IgnoreImpCasts();
  return isa<DeclRefExpr, ParenExpr, CallExpr, MemberExpr, ArraySubscriptExpr, CXXBoolLiteralExpr>(
      E);
}

bool negatesNicely(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *B = dyn_cast<BinaryOperator>(E)) {
    if (B->isLogicalOp())
      return negatesNicely(B->getLHS()) && negatesNicely(B->getRHS());
    return B->isEqualityOp() || (B->isRelationalOp() && integerOperands(B));
  }
  const auto *U = dyn_cast<UnaryOperator>(E);
  return (U && U->getOpcode() == UO_LNot) || (E->getType()->isBooleanType() && isPrimary(E));
}

/// In a negated condition, operands of && need no parentheses inside ||, but those of || do.
std::string negatedOperand(const SourceText &Source, const Expr *E, BinaryOperatorKind Joined) {
  std::string Text = negatedText(Source, E);
  const auto *B = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  bool Parens = B && B->isLogicalOp() && B->getOpcode() != Joined;
  return Parens ? "(" + Text + ")" : Text;
}

} // namespace

std::string negatedText(const SourceText &Source, const Expr *E) {
  const Expr *Bare = E->IgnoreParenImpCasts();
  const auto *U = dyn_cast<UnaryOperator>(Bare);
  if (U && U->getOpcode() == UO_LNot)
    return Source.copy(U->getSubExpr()->IgnoreParenImpCasts());
  if (!negatesNicely(E) || Bare->getBeginLoc().isMacroID()) {
    std::string Text = Source.copy(Bare);
    return isPrimary(Bare) ? "!" + Text : "!(" + Text + ")";
  }
  const auto *B = dyn_cast<BinaryOperator>(Bare);
  if (!B)
    return "!" + Source.copy(Bare);
  if (B->isLogicalOp()) {
    bool Or = B->getOpcode() == BO_LOr;
    return negatedOperand(Source, B->getLHS(), B->getOpcode()) + (Or ? " && " : " || ") +
           negatedOperand(Source, B->getRHS(), B->getOpcode());
  }
  StringRef Op = BinaryOperator::getOpcodeStr(BinaryOperator::negateComparisonOp(B->getOpcode()));
  return Source.copy(B->getLHS()->IgnoreImpCasts()) + " " + Op.str() + " " +
         Source.copy(B->getRHS()->IgnoreImpCasts());
}

/// Returns true if the piece is between && signs.
static bool isConjunct(const Pieces &P, size_t I) {
  return (I > 0 && StringRef(P[I - 1].Words).ends_with("&& ")) ||
         (I + 1 < P.size() && StringRef(P[I + 1].Words).starts_with(" &&"));
}

static std::string exprText(const OutContext &C, const Piece &Part, bool Conjunct) {
  if (!Part.Negated) {
    std::string Text = C.Source.copy(Part.E);
    return Conjunct && needsParens(Part.E) ? "(" + Text + ")" : Text;
  }
  std::string Text = negatedText(C.Source, Part.E);
  const auto *B = dyn_cast<BinaryOperator>(Part.E->IgnoreParenImpCasts());
  bool BecameOr = B && B->getOpcode() == BO_LAnd && negatesNicely(Part.E);
  return Conjunct && BecameOr ? "(" + Text + ")" : Text;
}

std::string text(const OutContext &C, const Pieces &P) {
  std::string Out;
  for (size_t I = 0; I < P.size(); ++I) {
    Out += P[I].Words;
    if (P[I].E)
      Out += exprText(C, P[I], isConjunct(P, I));
    else if (P[I].Flag >= 0)
      Out += (P[I].Negated ? "!" : "") + C.Flags[P[I].Flag].Name;
  }
  return Out;
}

Node codeNode(const SourceText &Source, const Item &It) {
  Node N{Node::Kind::Code};
  N.Stmts = It.Stmts;
  N.Begin = N.Origin = It.Begin;
  N.End = It.End;
  N.LeadBegin = It.Lead, N.LeadEnd = It.Begin;
  N.Trail = Source.slice(It.End, It.TrailEnd).trim().str();
  return N;
}

Node commentNode(const SourceText &Source, unsigned Begin, unsigned End) {
  Node N{Node::Kind::Code};
  N.LeadBegin = Begin, N.LeadEnd = End;
  StringRef Text = Source.slice(Begin, End);
  N.Origin = Begin + (Text.size() - Text.ltrim().size());
  return N;
}

/// The text of a node that is a block barrier, else empty.
static std::string barrierText(const OutContext &C, const Node &N) {
  if (N.K == Node::Kind::Barrier)
    return text(C, N.Text);
  bool Own = N.K == Node::Kind::Code && N.Stmts.size() == 1 && isBlockBarrier(N.Stmts[0]);
  return Own ? C.Source.slice(N.Begin, N.End).str() : "";
}

bool sameBarrier(const OutContext &C, const Node &A, const Node &B) {
  std::string Text = barrierText(C, A);
  return !Text.empty() && Text == barrierText(C, B);
}

Nodes wrap(Nodes List, const Guard &Cond) {
  if (Cond.empty())
    return List;
  Nodes Out;
  for (Node &N : List) {
    if (N.Flat) {
      Out.push_back(std::move(N));
      continue;
    }
    if (Out.empty() || Out.back().Flat) {
      Node G{Node::Kind::Guard};
      G.Cond = Cond;
      Out.push_back(std::move(G));
    }
    Out.back().Kids.push_back(std::move(N));
  }
  return Out;
}

// --- Simplification -----------------------------------------------------------------

namespace {

bool changesFlag(const OutContext &C, const Nodes &List, const Guard &Cond) {
  auto Mentions = [&](FlagId F) {
    return F >= 0 && llvm::any_of(Cond, [&](const Literal &L) { return L.Flag == F; });
  };
  for (const Node &N : List) {
    if (Mentions(N.Var) || changesFlag(C, N.Kids, Cond) || changesFlag(C, N.Else, Cond))
      return true;
    if (N.K == Node::Kind::Line)
      for (const Piece &P : N.Text)
        if (Mentions(P.Flag))
          return true;
  }
  return false;
}

bool hasLead(const OutContext &C, const Node &N) {
  return !C.Source.slice(N.LeadBegin, N.LeadEnd).trim().empty();
}

/// Merges if (a) { if (b) { ... } } into one guard; `b` alone if it implies `a`.
void flattenNested(OutContext &C, Node &N) {
  while (N.K == Node::Kind::Guard && N.Text.empty() && N.Else.empty() && N.Kids.size() == 1) {
    Node &Inner = N.Kids.front();
    if (Inner.K != Node::Kind::Guard || !Inner.Text.empty() || !Inner.Else.empty() ||
        hasLead(C, Inner))
      return;
    Guard Both;
    bool Implied = llvm::any_of(
        Inner.Cond, [&](const Literal &L) { return !L.Negated && C.Flags[L.Flag].ImpliesOuter; });
    if (!Implied)
      Both = N.Cond;
    for (const Literal &L : Inner.Cond)
      if (!llvm::is_contained(Both, L))
        Both.push_back(L);
    Nodes Kids = std::move(Inner.Kids);
    bool Unbrace = Inner.MayUnbrace;
    if (N.Closing.empty())
      N.Closing = std::move(Inner.Closing);
    N.Kids = std::move(Kids);
    N.Cond = std::move(Both);
    N.MayUnbrace = Unbrace;
  }
}

/// In if (a) { const bool b = e; ... }, moves `const bool b = a && e;` out of the guard, where all
/// uses of `b` see it.
std::optional<Node> takeFirstSave(const OutContext &C, Node &N) {
  if (N.K != Node::Kind::Guard || !N.Text.empty() || !N.Else.empty() || N.Kids.size() < 2)
    return std::nullopt;
  const Node &First = N.Kids.front();
  bool Plain = First.K == Node::Kind::Save && !First.Assign && First.Text.size() == 1 &&
               First.Text[0].E && C.Flags[First.Var].Type == "bool" && !C.Flags[First.Var].Assigned;
  if (!Plain || !N.Trail.empty() || (hasLead(C, N) && hasLead(C, First)))
    return std::nullopt;
  Node Save = First;
  N.Kids.erase(N.Kids.begin());
  if (hasLead(C, N))
    Save.LeadBegin = N.LeadBegin, Save.LeadEnd = N.LeadEnd, Save.Origin = N.Origin;
  N.LeadBegin = N.LeadEnd = 0;
  Pieces All;
  for (const Literal &L : N.Cond)
    All.insert(All.end(), {Piece::flag(L.Flag, L.Negated), Piece::words(" && ")});
  Save.Text.insert(Save.Text.begin(), All.begin(), All.end());
  return Save;
}

bool isEmptyGuard(const OutContext &C, const Node &N) {
  return N.K == Node::Kind::Guard && N.Kids.empty() && N.Else.empty() && !hasLead(C, N);
}

/// if (c) {} else { ... } -> if (!c) { ... }
void negate(Node &N) {
  bool Expression = N.Text.size() == 1 && N.Text[0].E;
  if (!Expression && (!N.Text.empty() || N.Cond.size() != 1))
    return;
  N.Kids = std::move(N.Else);
  N.Else.clear();
  bool &Negated = Expression ? N.Text[0].Negated : N.Cond[0].Negated;
  Negated = !Negated;
}

} // namespace

void simplify(OutContext &C, Nodes &List) {
  Nodes Out;
  for (Node &N : List) {
    simplify(C, N.Kids);
    simplify(C, N.Else);
    flattenNested(C, N);
    while (std::optional<Node> Save = takeFirstSave(C, N)) {
      Out.push_back(std::move(*Save));
      flattenNested(C, N);
    }
    bool Empty = N.K == Node::Kind::Code && N.Begin == N.End && !hasLead(C, N);
    if (Empty || (isEmptyGuard(C, N) && N.Text.empty()))
      continue;
    if (N.K == Node::Kind::Guard && N.Kids.empty() && !N.Else.empty())
      negate(N);
    Node *Last = Out.empty() ? nullptr : &Out.back();
    bool SameGuard = Last && N.K == Node::Kind::Guard && Last->K == Node::Kind::Guard &&
                     N.Text.empty() && Last->Text.empty() && N.Cond == Last->Cond;
    if (SameGuard && Last->Else.empty() && N.Else.empty() && !changesFlag(C, Last->Kids, N.Cond)) {
      for (Node &Kid : N.Kids)
        Last->Kids.push_back(std::move(Kid));
      Last->MayUnbrace = false;
      if (!N.Closing.empty())
        Last->Closing = std::move(N.Closing);
      simplify(C, Last->Kids);
      continue;
    }
    bool Plain = Last && N.K == Node::Kind::Guard && Last->K == Node::Kind::Guard &&
                 N.Text.empty() && Last->Text.empty() && N.Else.empty() && Last->Else.empty();
    bool Opposite = Plain && N.Cond.size() == 1 && Last->Cond.size() == 1 &&
                    N.Cond[0] == Literal{Last->Cond[0].Flag, !Last->Cond[0].Negated};
    if (Opposite && !changesFlag(C, Last->Kids, N.Cond)) {
      Node &Kept = *Last;
      Kept.Else = std::move(N.Kids);
      Kept.Closing = std::move(N.Closing);
      if (Kept.Cond[0].Negated)
        std::swap(Kept.Kids, Kept.Else);
      Kept.Cond[0].Negated = false;
      continue;
    }
    if (Last && N.K == Node::Kind::Barrier && Last->K == Node::Kind::Barrier &&
        text(C, N.Text) == text(C, Last->Text))
      continue;
    Out.push_back(std::move(N));
  }
  List = std::move(Out);
}

/// The `if` that is the only statement under a guard, if it can take the guard into its condition.
static const IfStmt *onlyIf(const OutContext &C, const Node &N) {
  if (N.K != Node::Kind::Guard || !N.Text.empty() || !N.Else.empty() || N.Kids.size() != 1)
    return nullptr;
  const Node &Kid = N.Kids.front();
  bool Plain =
      Kid.K == Node::Kind::Code && Kid.Stmts.size() == 1 && !hasLead(C, Kid) && Kid.Trail.empty();
  const auto *If = Plain ? dyn_cast<IfStmt>(Kid.Stmts[0]) : nullptr;
  bool Simple =
      If && !If->getElse() && !If->getInit() && !If->getConditionVariable() && !If->isConstexpr();
  return Simple && !C.Source.inMacro(If) ? If : nullptr;
}

void foldSingleIfs(OutContext &C, Nodes &List) {
  for (Node &N : List) {
    foldSingleIfs(C, N.Kids);
    foldSingleIfs(C, N.Else);
    const IfStmt *If = onlyIf(C, N);
    if (!If)
      continue;
    for (const Literal &L : N.Cond)
      N.Text.insert(N.Text.end(), {Piece::flag(L.Flag, L.Negated), Piece::words(" && ")});
    N.Text.push_back(Piece::expr(If->getCond()));
    N.Cond.clear();
    N.Origin = N.Kids.front().Origin;
    N.MayUnbrace = !isa<CompoundStmt>(If->getThen());
    N.OneLine = !C.Source.slice(C.Source.begin(If), C.Source.end(If)).contains('\n');
    if (const auto *Body = dyn_cast<CompoundStmt>(If->getThen()); Body && N.Trail.empty())
      N.Trail = C.Source.slice(C.Source.offset(Body->getLBracLoc()) + 1, C.Source.bodyBegin(Body))
                    .trim()
                    .str();
    N.Kids.clear();
    for (const Item &It : C.Source.items(If->getThen()))
      N.Kids.push_back(codeNode(C.Source, It));
    // Comments before the closing brace.
    unsigned End = N.Kids.empty() ? C.Source.bodyBegin(If->getThen())
                                  : C.Source.items(If->getThen()).back().TrailEnd;
    if (isa<CompoundStmt>(If->getThen()) &&
        !C.Source.slice(End, C.Source.bodyEnd(If->getThen())).trim().empty())
      N.Kids.push_back(commentNode(C.Source, End, C.Source.bodyEnd(If->getThen())));
  }
}

static unsigned countUses(const Nodes &List, FlagId F) {
  unsigned Count = 0;
  for (const Node &N : List) {
    Count += llvm::count_if(N.Cond, [&](const Literal &L) { return L.Flag == F; });
    for (const Pieces *P : {&N.Text, &N.Tail})
      Count += llvm::count_if(*P, [&](const Piece &Part) { return Part.Flag == F; });
    Count += countUses(N.Kids, F) + countUses(N.Else, F);
  }
  return Count;
}

/// The node after the saved condition `List[I]`; skips declarations and nodes that all threads
/// execute, if the condition still has its value after them.
static Node *nextBut(const OutContext &C, Nodes &List, size_t I) {
  const Expr *Cond = List[I].Text[0].E;
  bool Lasts = isPure(Cond) && !readsMemory(Cond) && llvm::none_of(usedVars(Cond), [&](auto *V) {
                 return C.ChangedInRegion.contains(V);
               });
  auto IsPassed = [](const Node &N) {
    bool Decl = N.K == Node::Kind::Code && N.Stmts.size() == 1 && isa<DeclStmt>(N.Stmts[0]);
    return Decl || (N.Flat && N.K != Node::Kind::Guard && N.K != Node::Kind::Save);
  };
  for (++I; I < List.size() && Lasts && IsPassed(List[I]);)
    ++I;
  return I < List.size() ? &List[I] : nullptr;
}

static void inlineFlags(OutContext &C, Nodes &List, const Nodes &All) {
  for (size_t I = 0; I < List.size(); ++I) {
    inlineFlags(C, List[I].Kids, All);
    inlineFlags(C, List[I].Else, All);
    Node &Save = List[I];
    bool Pure =
        Save.K == Node::Kind::Save && C.Flags[Save.Var].Type == "bool" && !Save.Assign &&
        Save.Trail.empty() &&
        llvm::all_of(Save.Text, [](const Piece &P) { return P.E ? isPure(P.E) : P.Flag < 0; });
    if (Pure && !C.Flags[Save.Var].Assigned && !C.Flags[Save.Var].Named && !hasLead(C, Save) &&
        countUses(All, Save.Var) == 0) {
      List.erase(List.begin() + I--);
      continue;
    }
    bool OfExpr = Save.K == Node::Kind::Save && !Save.Assign && !C.Flags[Save.Var].Assigned &&
                  !C.Flags[Save.Var].Named && Save.Text.size() == 1 && Save.Text[0].E &&
                  Save.Trail.empty();
    if (!OfExpr)
      continue;
    unsigned Uses = countUses(All, Save.Var);
    Node *Next = nextBut(C, List, I);
    bool Asked = Next && Next->K == Node::Kind::Guard && !hasLead(C, *Next);
    if (Asked && Next->Text.empty() && Next->Cond.size() == 1) {
      Next->Text = {Piece::flag(Next->Cond[0].Flag, Next->Cond[0].Negated)};
      Next->Cond.clear();
    }
    Asked = Asked && !Next->Text.empty() && Next->Text[0].Flag == Save.Var;
    // f(i, flag) -> f(i, condition)
    auto Passed = [&] {
      return llvm::find_if(Next->Tail, [&](const Piece &Part) { return Part.Flag == Save.Var; });
    };
    if (Uses == 1 && Next == &Save + 1 && !hasLead(C, *Next) && Passed() != Next->Tail.end()) {
      *Passed() = Piece::expr(Save.Text[0].E, Save.Text[0].Negated != Passed()->Negated);
      Next->LeadBegin = Save.LeadBegin, Next->LeadEnd = Save.LeadEnd;
      List.erase(List.begin() + I--);
      continue;
    }
    if (Uses == 1 && Asked && (Next == &Save + 1 || !hasLead(C, Save))) {
      Next->Text[0] = Piece::expr(Save.Text[0].E, Save.Text[0].Negated != Next->Text[0].Negated);
      if (Next == &Save + 1)
        Next->LeadBegin = Save.LeadBegin, Next->LeadEnd = Save.LeadEnd, Next->Origin = Save.Origin;
      List.erase(List.begin() + I--);
    }
  }
}

void inlineFlags(OutContext &C, Nodes &List) { inlineFlags(C, List, List); }

} // namespace cudafix::transform
