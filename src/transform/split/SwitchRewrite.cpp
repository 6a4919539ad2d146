// SPDX-License-Identifier: Apache-2.0
//
//   switch (mode) { case 0: A; | B; break; case 1: C; break; }
// becomes
//   const bool isMode = mode == 0;
//   switch (mode) { case 0: A; break; case 1: C; break; }
//   __syncthreads();
//   if (isMode) { B; }
// Cases that fall through to each other around a barrier leave the switch, each under a flag:
//   case 0: A; case 1: B; | C; break;
// becomes
//   const bool isCase = mode == 0;
//   const bool takesCase = isCase || mode == 1;
//   if (isCase) { A; }
//   if (takesCase) { B; }
//   __syncthreads();
//   if (takesCase) { C; }
#include "transform/split/SplitterImpl.h"

using namespace clang;

namespace cudafix::transform {

/// `case 1: case 2:` with the statements up to the next label.
struct CaseGroup {
  std::vector<const SwitchCase *> Labels;
  unsigned LabelsEnd = 0; ///< after the last colon
  std::vector<Item> Items;
  const BreakStmt *Break = nullptr;
  bool Leaves = false;  ///< it ends in break, return or continue
  bool Chained = false; ///< it falls through, or is fallen into, around a barrier
};

namespace {

bool isJump(const Stmt *S) { return isa<BreakStmt, ReturnStmt, ContinueStmt>(S); }

/// Returns true if the statement has a break of this switch that does not end a case.
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

/// The condition `sel == 1 || sel == 2`; for the default, that no other label matches.
static Pieces conditionOf(const CaseGroup &G, const std::vector<CaseGroup> &All,
                          const Pieces &Selector) {
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

/// Marks sequences of cases that fall through to each other and contain a barrier.
static void markChains(std::vector<CaseGroup> &Groups,
                       llvm::function_ref<bool(const CaseGroup &)> HoldsBarrier) {
  for (size_t First = 0, Last = 0; First < Groups.size(); First = ++Last) {
    while (Last + 1 < Groups.size() && !Groups[Last].Leaves)
      ++Last;
    llvm::MutableArrayRef<CaseGroup> Run(&Groups[First], Last - First + 1);
    if (Run.size() > 1 && llvm::any_of(Run, HoldsBarrier))
      for (CaseGroup &G : Run)
        G.Chained = true;
  }
}

/// The selector, for several uses: itself if it does not change, else a saved copy.
Pieces Splitter::selectorOf(const SwitchStmt *Switch, Nodes &List) {
  const Expr *Cond = Switch->getCond();
  VarSet Changed = changedVars(Switch);
  bool Stable = isPure(Cond) && !readsMemory(Cond) && isa<DeclRefExpr>(Cond->IgnoreParenImpCasts());
  for (const VarDecl *V : usedVars(Cond))
    Stable &= !Changed.contains(V);
  if (Stable)
    return {Piece::expr(Cond)};
  FlagId F = newFlag(Names.choose({"selector", "choice", "kind"}));
  PrintingPolicy Policy(Source.context().getLangOpts());
  Out.Flags[F].Type = Cond->IgnoreImpCasts()->getType().getUnqualifiedType().getAsString(Policy);
  Out.Flags[F].HoistInit.clear();
  List.push_back(save(F, {Piece::expr(Cond)}, nullptr));
  return {Piece::flag(F)};
}

/// Rewrites cases that fall through to each other, in order, each under the flag of its threads.
Nodes Splitter::buildChains(llvm::ArrayRef<CaseGroup> Groups, const Pieces &Selector,
                            const Place &At) {
  Nodes Saves, Bodies;
  std::optional<FlagId> FallsIn;
  for (const CaseGroup &G : Groups) {
    if (!G.Chained) {
      FallsIn.reset();
      continue;
    }
    Pieces Cond = conditionOf(G, Groups, Selector);
    if (FallsIn) {
      bool And = llvm::any_of(Cond, [](const Piece &P) { return P.Words == " && "; });
      Cond.insert(Cond.begin(), {Piece::flag(*FallsIn), Piece::words(And ? " || (" : " || ")});
      if (And)
        Cond.push_back(Piece::words(")"));
    }
    Literal L{newFlag(Names.choose({"isCase", "takesCase", "isSelected"}))};
    Saves.push_back(save(L.Flag, std::move(Cond), nullptr));
    for (Node &N : wrap(buildList(G.Items, nullptr, under(At, L)), {L}))
      Bodies.push_back(std::move(N));
    FallsIn = L.Flag;
    if (G.Leaves)
      FallsIn.reset();
  }
  for (Node &N : Bodies)
    Saves.push_back(std::move(N));
  return Saves;
}

bool Splitter::canSplitSwitch(const SwitchStmt *Switch, llvm::ArrayRef<CaseGroup> Groups) {
  if (Groups.empty() || Switch->getInit() || Switch->getConditionVariable() ||
      !escaping(Switch).empty()) {
    fail(Switch, "a barrier in a switch with declarations or exits");
    return false;
  }
  for (const CaseGroup &G : Groups) {
    for (const SwitchCase *Label : G.Labels)
      if (const auto *Case = dyn_cast<CaseStmt>(Label); Case && Case->caseStmtIsGNURange())
        fail(Case, "a range of case values");
    bool Inner = llvm::any_of(G.Items, [](const Item &X) { return breaksInside(X.stmt()); });
    if (Inner && (G.Chained || holdsBarrierIn(G.Items)))
      fail(G.Labels[0], "a barrier in a case that breaks early");
  }
  return true;
}

/// Distributes the parts of a case: code up to its first barrier stays in the switch, the rest goes
/// after the barriers that all cases share.
void Splitter::distribute(Nodes Body, Literal L, Node &Case, Nodes &Flats,
                          std::vector<Nodes> &Rest) {
  size_t Part = 0;
  for (Node &N : Body) {
    if (N.Flat && Part < Flats.size() && !sameBarrier(Out, N, Flats[Part]))
      Out.Failures.push_back("the cases of a switch meet different barriers");
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
}

Nodes Splitter::buildSwitch(const Item &It, const SwitchStmt *Switch, const Place &At) {
  Summary.Branch = true;
  std::vector<CaseGroup> Groups = groupsOf(Source, Switch);
  markChains(Groups, [&](const CaseGroup &G) { return holdsBarrierIn(G.Items); });
  if (!canSplitSwitch(Switch, Groups))
    return {};
  Nodes List;
  Pieces Selector = selectorOf(Switch, List);
  Node First{Node::Kind::Block};
  First.Origin = It.Begin;
  First.Text = {Piece::words(Out.Style.keyword("switch"))};
  First.Text.insert(First.Text.end(), Selector.begin(), Selector.end());
  First.Text.push_back(Piece::words(")"));
  std::vector<Nodes> Rest; // code after barriers, by the number of barriers before it
  Nodes Flats;
  for (const CaseGroup &G : Groups) {
    Node Case{Node::Kind::Case};
    Case.Text = {Piece::words(Source.slice(Source.begin(G.Labels[0]), G.LabelsEnd).str())};
    Case.Origin = Source.begin(G.Labels[0]);
    Literal L{};
    bool Cut = !G.Chained && holdsBarrierIn(G.Items);
    if (Cut) {
      L.Flag = newFlag(Names.choose({"isCase", "takesCase", "isSelected"}));
      List.push_back(save(L.Flag, conditionOf(G, Groups, Selector), nullptr));
    }
    if (!G.Chained)
      distribute(buildList(G.Items, nullptr, Cut ? under(At, L) : At), L, Case, Flats, Rest);
    if (G.Break || G.Chained) {
      Case.Kids.emplace_back(Node::Kind::Line);
      Case.Kids.back().Text = {Piece::words("break;")};
    }
    First.Kids.push_back(std::move(Case));
  }
  if (!llvm::all_of(Groups, [](const CaseGroup &G) { return G.Chained; }))
    List.push_back(std::move(First));
  for (size_t I = 0; I < Flats.size(); ++I) {
    List.push_back(std::move(Flats[I]));
    if (I < Rest.size())
      for (Node &N : Rest[I])
        List.push_back(std::move(N));
  }
  for (Node &N : buildChains(Groups, Selector, At))
    List.push_back(std::move(N));
  giveLead(List, It);
  return List;
}

bool Splitter::holdsBarrierIn(llvm::ArrayRef<Item> Items) const {
  return llvm::any_of(Items, [&](const Item &It) {
    return Facts.holdsBarrier(It.stmt()) || Facts.holdsBarrier(core(It.stmt())) ||
           Facts.cutBefore(It.stmt());
  });
}

} // namespace cudafix::transform
