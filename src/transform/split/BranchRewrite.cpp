// SPDX-License-Identifier: Apache-2.0
//
//   if (c) { A; | B; } else { E; }
// becomes
//   const bool inTile = c;
//   if (inTile) { A; } else { E; }
//   __syncthreads();
//   if (inTile) { B; }
#include "transform/split/SplitterImpl.h"

using namespace clang;

namespace cudafix::transform {

FlagId Splitter::newFlag(std::string Name, bool ImpliesOuter) {
  Flag F;
  F.Name = std::move(Name);
  F.ImpliesOuter = ImpliesOuter;
  Out.Flags.push_back(std::move(F));
  return Out.Flags.size() - 1;
}

Node Splitter::save(FlagId F, Pieces Text, const Item *Lead) {
  Node N{Node::Kind::Save};
  N.Var = F;
  N.Text = std::move(Text);
  if (Lead)
    N.LeadBegin = Lead->Lead, N.LeadEnd = Lead->Begin, N.Origin = Lead->Begin;
  return N;
}

Place Splitter::under(const Place &At, Literal L) const {
  Place Inner = At;
  if (!L.Negated && Out.Flags[L.Flag].ImpliesOuter)
    Inner.Cond.clear();
  Inner.Cond.push_back(L);
  return Inner;
}

/// The condition itself, if it is a variable that does not change until all its guards are passed.
std::optional<Literal> Splitter::reusable(const Expr *Cond, const Stmt *Within) {
  bool Negated = false;
  Cond = Cond->IgnoreParenImpCasts();
  if (const auto *U = dyn_cast<UnaryOperator>(Cond); U && U->getOpcode() == UO_LNot) {
    Negated = true;
    Cond = U->getSubExpr()->IgnoreParenImpCasts();
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(Cond);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!V || !V->getType()->isBooleanType() || !(V->isLocalVarDecl() || isa<ParmVarDecl>(V)))
    return std::nullopt;
  if (Within ? changedVars(Within).contains(V) : Out.ChangedInRegion.contains(V))
    return std::nullopt;
  FlagId F = newFlag(V->getNameAsString(), /*ImpliesOuter=*/false);
  Out.Flags[F].Var = V;
  return Literal{F, Negated};
}

/// The declarations of `if (init; T v = e)`, which move before the statement.
Nodes Splitter::conditionDecls(const IfStmt *If) {
  Nodes List;
  if (const Stmt *Init = If->getInit()) {
    Node N{Node::Kind::Code};
    N.Stmts = {Init};
    N.Begin = N.Origin = Source.begin(Init);
    N.End = Source.end(Init);
    N.Dissolved = true;
    List.push_back(std::move(N));
  }
  if (const DeclStmt *Var = If->getConditionVariableDeclStmt()) {
    Node N{Node::Kind::Code};
    N.Stmts = {Var};
    N.Begin = N.Origin = Source.offset(Var->getBeginLoc());
    N.End = Source.tokenEnd(If->getConditionVariable()->getEndLoc());
    N.Tail = {Piece::words(";")};
    N.Dissolved = true;
    List.push_back(std::move(N));
  }
  return List;
}

/// The condition, joined with those of nested ifs that are all of the branch.
Pieces Splitter::nestedConditions(const IfStmt *&If) const {
  Pieces Cond{Piece::expr(If->getCond())};
  while (!If->getElse()) {
    std::vector<Item> Items = Source.items(If->getThen());
    if (Items.size() != 1 || Facts.cutBefore(Items[0].stmt()) || Facts.cutAtEnd(If->getThen()))
      break;
    const auto *Inner = dyn_cast<IfStmt>(core(Items[0].stmt()));
    bool Plain = Inner && !Inner->getElse() && !Inner->getInit() &&
                 !Inner->getConditionVariable() && !Inner->isConstexpr() &&
                 !Source.inMacro(Inner) && Facts.holdsBarrier(Inner) &&
                 Source.slice(Items[0].Lead, Items[0].Begin).trim().empty();
    if (!Plain || !escaping(Inner).empty())
      break;
    Cond.push_back(Piece::words(" && "));
    Cond.push_back(Piece::expr(Inner->getCond()));
    If = Inner;
  }
  return Cond;
}

/// Keeps the statement whole: all threads decide alike, or it contains no barrier.
Nodes Splitter::keepIf(const Item &It, const IfStmt *If, const Place &At) {
  Nodes List = conditionDecls(If);
  Node N{Node::Kind::Guard};
  N.Text = {Piece::expr(If->getCond())};
  if (const VarDecl *V = If->getConditionVariable())
    N.Text = {Piece::words(V->getNameAsString())};
  N.MayUnbrace = !isa<CompoundStmt>(If->getThen());
  if (If->isConstexpr())
    fail(If, "a barrier under 'if constexpr' in a branch");
  N.Kids = buildBody(If->getThen(), At);
  if (If->getElse())
    N.Else = buildBody(If->getElse(), At);
  List.push_back(std::move(N));
  giveLead(List, It);
  return List;
}

Nodes Splitter::buildIf(const Item &It, const IfStmt *If, const Place &At) {
  bool Stays = At.Cond.empty() && (If->isConstexpr() || !Facts.divergent(If));
  if (Stays || !Facts.holdsBarrier(If))
    return keepIf(It, If, At);
  Summary.Branch = true;
  const IfStmt *Outer = If;
  Nodes List = conditionDecls(If);
  Pieces Cond = nestedConditions(If);
  if (const VarDecl *V = Outer->getConditionVariable())
    Cond[0] = Piece::words(V->getNameAsString());
  std::optional<Literal> Known = Cond.size() == 1 && !Outer->getConditionVariable()
                                     ? reusable(If->getCond(), Outer)
                                     : std::nullopt;
  if (!Known)
    Known = Literal{newFlag(Names.forCondition(If->getCond(), false))};
  if (!Out.Flags[Known->Flag].Var) {
    List.push_back(save(Known->Flag, Cond, nullptr));
    giveLead(List, It);
  } else if (!Source.slice(It.Lead, It.Begin).trim().empty()) {
    List.push_back(commentNode(Source, It.Lead, It.Begin));
  }
  bool Outermost = At.Cond.empty() && Facts.parent(Outer) == Task.F->getBody();
  if (Task.FillTiles && Outermost && If == Outer && !If->getElse() && !Known->Negated)
    fillTiles(It, Source.items(If->getThen()), Known->Flag);
  Nodes Then = buildBody(If->getThen(), under(At, *Known)), Else;
  if (If->getElse()) {
    Else = buildBody(If->getElse(), under(At, {Known->Flag, !Known->Negated}));
    unsigned Behind = Source.afterTrailingComment(Source.end(If->getThen()));
    if (unsigned Word = Source.offset(If->getElseLoc()); !Source.slice(Behind, Word).trim().empty())
      Else.insert(Else.begin(), commentNode(Source, Behind, Word));
  }
  for (Node &N : join(If, *Known, std::move(Then), std::move(Else)))
    List.push_back(std::move(N));
  return List;
}

namespace {

/// A branch split at its flat nodes: Parts[0] Flats[0] Parts[1] ... Parts[n].
struct Segments {
  std::vector<Nodes> Parts{Nodes()};
  Nodes Flats;
  explicit Segments(Nodes List) {
    for (Node &N : List) {
      if (!N.Flat) {
        Parts.back().push_back(std::move(N));
        continue;
      }
      Flats.push_back(std::move(N));
      Parts.emplace_back();
    }
  }
};

bool sameBarriers(const OutContext &C, const Segments &A, const Segments &B) {
  return llvm::equal(A.Flats, B.Flats,
                     [&](const Node &X, const Node &Y) { return sameBarrier(C, X, Y); });
}

Node guardNode(Literal L, Nodes Then, Nodes Else) {
  Node G{Node::Kind::Guard};
  if (Then.empty() && !Else.empty()) {
    L.Negated = !L.Negated;
    std::swap(Then, Else);
  }
  // With an else the plain form reads better.
  if (L.Negated && !Else.empty()) {
    L.Negated = false;
    std::swap(Then, Else);
  }
  G.Cond = {L};
  G.Kids = std::move(Then);
  G.Else = std::move(Else);
  return G;
}

} // namespace

/// The pieces of both branches in an order that every thread can follow: barriers of the two
/// branches are merged; a branch without a barrier runs before the first one.
Nodes Splitter::join(const IfStmt *If, Literal L, Nodes Then, Nodes Else) {
  Segments A(std::move(Then)), B(std::move(Else));
  bool Unbraced = !isa<CompoundStmt>(If->getThen());
  std::string HeadComment;
  if (const auto *Body = dyn_cast<CompoundStmt>(If->getThen()))
    HeadComment =
        Source.slice(Source.offset(Body->getLBracLoc()) + 1, Source.bodyBegin(Body)).trim().str();
  bool Both = !A.Flats.empty() && !B.Flats.empty();
  Nodes List;
  auto Add = [&](Nodes T, Nodes E) {
    if (T.empty() && E.empty())
      return;
    Node G = guardNode(L, std::move(T), std::move(E));
    G.MayUnbrace = Unbraced;
    G.Trail = std::move(HeadComment);
    HeadComment.clear();
    List.push_back(std::move(G));
  };
  if (Both && !sameBarriers(Out, A, B)) { // one branch after the other
    for (size_t I = 0; I < A.Parts.size(); ++I) {
      Add(std::move(A.Parts[I]), {});
      if (I < A.Flats.size())
        List.push_back(std::move(A.Flats[I]));
    }
    for (size_t I = 0; I < B.Parts.size(); ++I) {
      Add({}, std::move(B.Parts[I]));
      if (I < B.Flats.size())
        List.push_back(std::move(B.Flats[I]));
    }
    return List;
  }
  bool ElseLast = B.Flats.empty() && A.Parts.back().empty() && !A.Parts.front().empty();
  bool BetweenBranches =
      If->getElse() && (ElseLast || (A.Flats.empty() && B.Parts.front().empty()));
  if (BetweenBranches && !memoryWritten(If).empty())
    Summary.Assumptions.push_back(
        "the first branch of the 'if' is meant to run before the other one");
  size_t Count = std::max(A.Parts.size(), B.Parts.size());
  for (size_t I = 0; I < Count; ++I) {
    Nodes T, E;
    if (I < A.Parts.size())
      T = std::move(A.Parts[I]);
    size_t ElseAt = ElseLast ? Count - 1 : 0;
    if (!B.Flats.empty() ? I < B.Parts.size() : I == ElseAt)
      E = std::move(B.Parts[B.Flats.empty() ? 0 : I]);
    Add(std::move(T), std::move(E));
    if (I + 1 < Count)
      List.push_back(std::move(I < A.Flats.size() ? A.Flats[I] : B.Flats[I]));
  }
  return List;
}

} // namespace cudafix::transform
