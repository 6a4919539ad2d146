// SPDX-License-Identifier: Apache-2.0
//
//   switch (mode) { case 0: A; | B; break; case 1: C; break; }
// becomes
//   const bool isMode = mode == 0;
//   switch (mode) { case 0: A; break; case 1: C; break; }
//   __syncthreads();
//   if (isMode) { B; }
#include "transform/SplitterImpl.h"

using namespace clang;

namespace cudafix::transform {
namespace {

/// `case 1: case 2:` with the statements up to the next label.
struct CaseGroup {
  std::vector<const SwitchCase *> Labels;
  unsigned LabelsEnd = 0; ///< behind the last colon
  std::vector<Item> Items;
  const BreakStmt *Break = nullptr;
  bool Leaves = false; ///< ends in break, return or continue
};

bool isJump(const Stmt *S) { return isa<BreakStmt, ReturnStmt, ContinueStmt>(S); }

/// A break of this switch that is not the end of a case.
bool breaksInside(const Stmt *S) {
  if (!S || isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, SwitchStmt>(S))
    return false;
  if (isa<BreakStmt>(S))
    return true;
  for (const Stmt *Child : S->children())
    if (breaksInside(Child))
      return true;
  return false;
}

} // namespace

static std::vector<CaseGroup> groupsOf(const SourceText &Source, const SwitchStmt *Switch) {
  std::vector<CaseGroup> Groups;
  for (Item It : Source.items(Switch->getBody())) {
    const Stmt *S = It.stmt();
    if (isa<SwitchCase>(S))
      Groups.emplace_back();
    if (Groups.empty())
      return {};
    CaseGroup &G = Groups.back();
    while (const auto *Label = dyn_cast<SwitchCase>(S)) {
      G.Labels.push_back(Label);
      G.LabelsEnd = Source.offset(Label->getColonLoc()) + 1;
      S = core(Label->getSubStmt());
    }
    if (It.stmt() != S) {
      unsigned Behind = Source.afterTrailingComment(G.LabelsEnd);
      It = {{S}, Behind, Source.begin(S), It.End, It.TrailEnd};
    }
    bool Braces = isa<CompoundStmt>(S);
    if (Braces && G.Items.empty()) {
      for (const Item &Inner : Source.items(S))
        G.Items.push_back(Inner);
    } else {
      G.Items.push_back(It);
    }
    if (!G.Items.empty() && isa<BreakStmt>(G.Items.back().stmt())) {
      G.Break = cast<BreakStmt>(G.Items.back().stmt());
      G.Items.pop_back();
      G.Leaves = true;
    } else if (!G.Items.empty() && isJump(G.Items.back().stmt())) {
      G.Leaves = true;
    }
  }
  return Groups;
}

/// `sel == 1 || sel == 2`; of the default, that no other label matches.
static Pieces conditionOf(const CaseGroup &G, const std::vector<CaseGroup> &All, const Pieces &Selector) {
  Pieces P;
  auto Add = [&](const SwitchCase *Label, const char *Op, const char *Join) {
    const auto *Case = dyn_cast<CaseStmt>(Label);
    if (!Case)
      return;
    if (!P.empty())
      P.push_back(Piece::words(Join));
    P.insert(P.end(), Selector.begin(), Selector.end());
    P.push_back(Piece::words(Op));
    P.push_back(Piece::expr(Case->getLHS()));
  };
  bool Default = llvm::any_of(G.Labels, [](const SwitchCase *L) { return isa<DefaultStmt>(L); });
  if (!Default) {
    for (const SwitchCase *Label : G.Labels)
      Add(Label, " == ", " || ");
    return P;
  }
  for (const CaseGroup &Other : All)
    if (&Other != &G)
      for (const SwitchCase *Label : Other.Labels)
        Add(Label, " != ", " && ");
  return P;
}

Nodes Splitter::buildSwitch(const Item &It, const SwitchStmt *Switch, const Place &At) {
  Summary.Branch = true;
  std::vector<CaseGroup> Groups = groupsOf(Source, Switch);
  if (Groups.empty() || Switch->getInit() || Switch->getConditionVariable() || !escaping(Switch).empty()) {
    fail(Switch, "a barrier in a switch with declarations or exits");
    return {};
  }
  for (size_t I = 0; I < Groups.size(); ++I) {
    bool Last = I + 1 == Groups.size();
    for (const SwitchCase *Label : Groups[I].Labels)
      if (const auto *Case = dyn_cast<CaseStmt>(Label); Case && Case->caseStmtIsGNURange())
        fail(Case, "a range of case values");
    bool Inner = llvm::any_of(Groups[I].Items, [](const Item &X) { return breaksInside(X.stmt()); });
    if (holdsBarrierIn(Groups[I].Items) && (Inner || (!Last && !Groups[I].Leaves)))
      fail(Groups[I].Labels[0], "a barrier in a case that falls through or breaks early");
    if (I > 0 && !Groups[I - 1].Leaves && holdsBarrierIn(Groups[I].Items))
      fail(Groups[I].Labels[0], "a barrier in a case that another one falls into");
  }
  Nodes List;
  const Expr *Cond = Switch->getCond();
  Pieces Selector{Piece::expr(Cond)};
  VarSet Changed = changedVars(Switch);
  bool Stable = isPure(Cond) && !readsMemory(Cond) && isa<DeclRefExpr>(Cond->IgnoreParenImpCasts());
  for (const VarDecl *V : usedVars(Cond))
    Stable &= !Changed.contains(V);
  if (!Stable) {
    FlagId F = newFlag(Names.choose({"selector", "choice", "kind"}));
    PrintingPolicy Policy(Source.context().getLangOpts());
    Out.Flags[F].Type = Cond->IgnoreImpCasts()->getType().getUnqualifiedType().getAsString(Policy);
    Out.Flags[F].HoistInit.clear();
    List.push_back(save(F, Selector, nullptr));
    Selector = {Piece::flag(F)};
  }
  Node First{Node::Kind::Block};
  First.Text = {Piece::words(Out.Style.keyword("switch"))};
  First.Text.insert(First.Text.end(), Selector.begin(), Selector.end());
  First.Text.push_back(Piece::words(")"));
  Nodes Later; // what comes behind the first barrier, by number of barriers before
  std::vector<Nodes> Rest;
  Nodes Flats;
  for (const CaseGroup &G : Groups) {
    bool Cut = holdsBarrierIn(G.Items);
    Literal L{};
    Nodes Body;
    if (Cut) {
      L.Flag = newFlag(Names.choose({"isCase", "takesCase", "isSelected"}));
      List.push_back(save(L.Flag, conditionOf(G, Groups, Selector), nullptr));
    }
    Body = buildList(G.Items, nullptr, Cut ? under(At, L) : At);
    Node Case{Node::Kind::Case};
    Case.Text = {Piece::words(Source.slice(Source.begin(G.Labels[0]), G.LabelsEnd).str())};
    Case.Origin = Source.begin(G.Labels[0]);
    size_t Part = 0;
    for (Node &N : Body) {
      if (N.Flat) {
        if (++Part > Flats.size())
          Flats.push_back(std::move(N));
        continue;
      }
      if (Part == 0) {
        Case.Kids.push_back(std::move(N));
        continue;
      }
      Rest.resize(std::max(Rest.size(), Part));
      Nodes One;
      One.push_back(std::move(N));
      for (Node &Wrapped : wrap(std::move(One), {L}))
        Rest[Part - 1].push_back(std::move(Wrapped));
    }
    if (G.Break) {
      Node Break{Node::Kind::Line};
      Break.Text = {Piece::words("break;")};
      Case.Kids.push_back(std::move(Break));
    }
    First.Kids.push_back(std::move(Case));
  }
  First.Origin = It.Begin;
  List.push_back(std::move(First));
  giveLead(List, It);
  for (size_t I = 0; I < Flats.size(); ++I) {
    List.push_back(std::move(Flats[I]));
    if (I < Rest.size())
      for (Node &N : Rest[I])
        List.push_back(std::move(N));
  }
  return List;
}

bool Splitter::holdsBarrierIn(llvm::ArrayRef<Item> Items) const {
  return llvm::any_of(Items, [&](const Item &It) {
    return holdsBarrier(It.stmt()) || holdsBarrier(core(It.stmt())) || cutBefore(It.stmt());
  });
}

} // namespace cudafix::transform
