// SPDX-License-Identifier: Apache-2.0
//
// Rewrites return, break and continue that single threads take before a barrier which all of them
// must pass: the rest of the list is guarded instead.
#include "transform/split/SplitterImpl.h"
#include "transform/split/StagedTile.h"

using namespace clang;

namespace cudafix::transform {

static bool isLoop(const Stmt *S) { return isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S); }
static bool isControl(const Stmt *S) { return isLoop(S) || isa<IfStmt, SwitchStmt>(S); }

namespace {

/// Collects the exits of a body with the loop they leave; breaks out of a switch are not among
/// them.
void collect(const Stmt *S, const Stmt *Loop, bool InSwitch,
             llvm::function_ref<void(const Stmt *, const Stmt *, bool)> Found) {
  if (!S || isa<Expr>(S))
    return;
  if (isa<ReturnStmt>(S))
    return Found(S, nullptr, false);
  if (isa<ContinueStmt>(S))
    return Found(S, Loop, true);
  if (isa<BreakStmt>(S)) {
    if (!InSwitch)
      Found(S, Loop, false);
    return;
  }
  bool NewLoop = isLoop(S);
  for (const Stmt *Child : S->children())
    collect(Child, NewLoop ? S : Loop, NewLoop ? false : InSwitch || isa<SwitchStmt>(S), Found);
}

} // namespace

/// Returns true if some thread may take the exit alone.
bool Splitter::takenAlone(const Exit &E) const {
  if (Task.Guarded && !E.Target)
    return true;
  for (const Stmt *S = Facts.parent(E.S); S && S != E.Target; S = Facts.parent(S))
    if (isControl(S) && Facts.divergent(S))
      return true;
  return false;
}

/// Returns true if a thread that leaves misses a barrier that it would have met.
bool Splitter::skipsBarrier(const Exit &E, bool StrictOnly) const {
  unsigned At = Source.begin(E.S);
  for (const CutFacts::BarrierPlace &P : Facts.places()) {
    if (StrictOnly && !P.Strict)
      continue;
    bool Inside = !E.Target || Facts.isWithin(P.Inner, E.Target);
    if (!Inside)
      continue;
    if (P.Offset > At)
      return true;
    if (E.IsContinue)
      continue;
    for (const Stmt *S = Facts.parent(E.S); S; S = Facts.parent(S)) {
      if (isLoop(S) && Facts.isWithin(P.Inner, S))
        return true;
      if (S == E.Target)
        break;
    }
  }
  return false;
}

/// Returns true if the loop will run under a guard, because of a branch around it or because a
/// thread has left.
bool Splitter::loopIsGuarded(const Stmt *Loop) const {
  if (Task.Guarded)
    return true;
  for (const Stmt *S = Facts.parent(Loop); S; S = Facts.parent(S))
    if (isControl(S) && Facts.holdsCut(S) && Facts.divergent(S))
      return true;
  unsigned End = Source.end(Loop);
  for (const Exit &E : Exits)
    if (!E.Target && isLowered(E.S) && Source.begin(E.S) < End)
      return true;
  return false;
}

void Splitter::findExits() {
  collect(Task.F->getBody(), nullptr, false, [&](const Stmt *S, const Stmt *Loop, bool Continue) {
    Exits.push_back({S, Loop, Continue});
  });
  bool Left = false;
  for (const Exit &E : Exits)
    if (!E.Target && (Left ? skipsBarrier(E, false) : takenAlone(E) && skipsBarrier(E, true))) {
      Lowered.insert(E.S);
      Left = true;
    }
  for (int Round = 0; Round < 2; ++Round) // lowering one exit lowers the others of its loop
    for (const Exit &E : Exits) {
      if (!E.Target || !Facts.holdsBarrier(E.Target))
        continue;
      bool Guarded = loopIsGuarded(E.Target);
      if ((!Guarded && !Facts.holdsCut(E.Target)) || !skipsBarrier(E, false))
        continue;
      if (Guarded || takenAlone(E) || Facts.divergent(E.Target) || hasDivergentTrip(E.Target))
        Lowered.insert(E.S);
    }
}

std::vector<Splitter::Exit> Splitter::lowerings(const Stmt *S) const {
  std::vector<Exit> Found;
  for (const Exit &E : Exits)
    if (isLowered(E.S) && Facts.isWithin(E.S, S))
      Found.push_back(E);
  return Found;
}

std::vector<Splitter::Exit> Splitter::escaping(const Stmt *S) const {
  std::vector<Exit> Found = lowerings(S);
  llvm::erase_if(Found, [&](const Exit &E) { return E.Target && Facts.isWithin(E.Target, S); });
  return Found;
}

bool Splitter::nothingFollows(const Stmt *Body, const Exit &E) const {
  if (E.Target && !E.IsContinue)
    return false;
  for (const Stmt *S = Body; S; S = Facts.parent(S)) {
    const Stmt *Parent = Facts.parent(S);
    if (!Parent || Parent == E.Target)
      return true;
    if (const auto *List = dyn_cast<CompoundStmt>(Parent)) {
      if (List->body_back() != S)
        return false;
    } else if (!isa<IfStmt, AttributedStmt>(Parent)) {
      return false;
    }
  }
  return true;
}

static const Stmt *lastOf(const Stmt *Body) {
  const auto *List = dyn_cast<CompoundStmt>(Body);
  if (!List)
    return Body;
  return List->body_empty() ? nullptr : List->body_back();
}

const IfStmt *Splitter::simpleExit(const Item &It, const Stmt *Body) const {
  const auto *If = dyn_cast<IfStmt>(core(It.stmt()));
  if (!If || !Body || If->isConstexpr() || If->getInit() || If->getConditionVariable() ||
      Source.inMacro(If))
    return nullptr;
  std::vector<Exit> Leaving = escaping(If);
  if (Leaving.size() != 1 || lastOf(If->getThen()) != Leaving[0].S ||
      Facts.holdsBarrier(If->getThen()))
    return nullptr;
  return nothingFollows(Body, Leaving[0]) ? If : nullptr;
}

/// Takes the statements of a list that fill tiles, up to the first barrier in the function's own
/// list; in a loop around a barrier, those of each iteration.
void Splitter::takeTiles(StagedTile &Tile, llvm::ArrayRef<Item> List, bool InLoop,
                         std::vector<const Stmt *> &Taken) const {
  for (const Item &It : List) {
    const Stmt *S = core(It.stmt());
    bool Changed = llvm::any_of(It.Stmts, [&](const Stmt *Part) { return Facts.changes(Part); });
    if (!InLoop && Facts.cutBefore(It.stmt()))
      return;
    if (!Changed) {
      if (It.Stmts.size() == 1 && Tile.take(It.stmt()))
        Taken.push_back(S);
      continue;
    }
    const auto *For = dyn_cast<ForStmt>(S);
    if (For && It.Stmts.size() == 1 && !Facts.divergent(For) && escaping(For).empty())
      takeTiles(Tile, Source.items(For->getBody()), true, Taken);
    else if (!isBlockBarrier(S))
      Tile.leave(S);
    if (!InLoop)
      return;
  }
}

/// Marks the statements that threads which leave, or skip a branch, must still execute before the
/// first barrier. `Stays`: set in threads that take the branch.
void Splitter::fillTiles(llvm::ArrayRef<Item> Ifs, llvm::ArrayRef<Item> Rest,
                         std::optional<FlagId> Stays) {
  std::vector<const Expr *> Conditions;
  for (const Item &It : Ifs)
    Conditions.push_back(cast<IfStmt>(core(It.stmt()))->getCond());
  const auto Overlays = Source.Overlays;
  VarSet Left;
  for (bool Again = true; Again;) {
    Source.Overlays = Overlays;
    StagedTile Tile(Task.F, Source, Conditions,
                    Stays ? StagedTile::Threads::Stay : StagedTile::Threads::Leave,
                    Ifs.front().stmt());
    if (Stays)
      Tile.setName(Out.Flags[*Stays].Name);
    Tile.leave(Left);
    std::vector<const Stmt *> Taken;
    takeTiles(Tile, Rest, false, Taken);
    Again = Tile.untaken().size() > Left.size(); // in a loop, earlier statements may use them
    Left = Tile.untaken();
    if (Again)
      continue;
    if (Tile.tiles().empty()) {
      Source.Overlays = Overlays;
      continue;
    }
    TileFills.insert(Taken.begin(), Taken.end());
    Summary.FillsTile = true;
    if (Stays)
      Out.Flags[*Stays].Named |= Tile.usesName();
    llvm::append_range(Summary.Assumptions, Tile.assumptions());
  }
}

/// How many of the statements after an exit are before the last barrier or hold it; nullopt if the
/// exit is not a return of the kernel's own list with statements after that barrier.
std::optional<size_t> Splitter::upToLastBarrier(llvm::ArrayRef<Item> Rest, const Stmt *Body) const {
  if (Body != Task.F->getBody() || Facts.cutAtEnd(Body))
    return std::nullopt;
  size_t Count = 0;
  for (size_t I = 0; I < Rest.size(); ++I) {
    if (!lowerings(Rest[I].stmt()).empty())
      return std::nullopt;
    if (llvm::any_of(Rest[I].Stmts, [&](const Stmt *S) { return Facts.changes(S); }))
      Count = I + 1;
    else if (Facts.cutBefore(Rest[I].stmt()))
      Count = I;
  }
  return Count < Rest.size() ? std::optional(Count) : std::nullopt;
}

/// Returns true if the exits only leave, on conditions over the thread's own variables.
bool Splitter::onlyLeave(llvm::ArrayRef<Item> Exits) const {
  return llvm::all_of(Exits, [&](const Item &It) {
    const auto *If = cast<IfStmt>(core(It.stmt()));
    return isPure(If->getCond()) && !readsMemory(If->getCond()) &&
           Source.items(If->getThen()).size() == 1 && !If->getElse();
  });
}

/// Returns true if the exits would decide the same if they were evaluated later.
bool Splitter::holdLater(llvm::ArrayRef<Item> Exits) const {
  return onlyLeave(Exits) && llvm::all_of(Exits, [&](const Item &It) {
           return llvm::none_of(usedVars(cast<IfStmt>(core(It.stmt()))->getCond()),
                                [&](const VarDecl *V) { return Out.ChangedInRegion.contains(V); });
         });
}

/// How many exits in a row form one condition: at least one.
size_t Splitter::exitsAt(llvm::ArrayRef<Item> Items, const Stmt *Body) const {
  const auto *First = cast<IfStmt>(core(Items[0].stmt()));
  size_t Count = 1;
  while (Source.items(First->getThen()).size() == 1 && !First->getElse() && Count < Items.size() &&
         !Facts.cutBefore(Items[Count].stmt())) {
    const IfStmt *Also = simpleExit(Items[Count], Body);
    bool Bare = Also && !Also->getElse() && Source.items(Also->getThen()).size() == 1 &&
                Source.slice(Items[Count].Lead, Items[Count].Begin).trim().empty();
    if (!Bare)
      break;
    ++Count;
  }
  return Count;
}

/// Returns true if the list begins with exits that move behind its last barrier, and no statement
/// before that needs a guard.
bool Splitter::onlyMoves(llvm::ArrayRef<Item> Items, const Stmt *Body) const {
  const IfStmt *If = Body ? simpleExit(Items[0], Body) : nullptr;
  if (!If || If->getElse() || Source.items(If->getThen()).size() != 1)
    return false;
  const size_t Next = exitsAt(Items, Body);
  llvm::ArrayRef<Item> Behind = Items.drop_front(Next);
  const std::optional<size_t> Head = upToLastBarrier(Behind, Body);
  return Head && onlyLeave(Items.take_front(Next)) &&
         mayRunByAll(Behind.take_front(*Head), Items.take_front(Next));
}

/// Returns true if the conditions of all statements after the exits at the start of the list
/// already keep the exiting threads out.
bool Splitter::isNeedless(llvm::ArrayRef<Item> Items, const Stmt *Body) const {
  const IfStmt *If = Body == Task.F->getBody() ? simpleExit(Items[0], Body) : nullptr;
  if (!If || If->getElse() || Source.items(If->getThen()).size() != 1)
    return false;
  const size_t Next = exitsAt(Items, Body);
  llvm::ArrayRef<Item> Behind = Items.drop_front(Next);
  return onlyLeave(Items.take_front(Next)) && mayRunByAll(Behind, Items.take_front(Next)) &&
         llvm::all_of(Behind, [&](const Item &It) { return lowerings(It.stmt()).empty(); });
}

/// The return after the last barrier, and the statements there. `Leaves` is used if the exits'
/// conditions no longer hold there.
Nodes Splitter::buildTail(llvm::ArrayRef<Item> Exits, llvm::ArrayRef<Item> Tail,
                          std::optional<Literal> Leaves) {
  Nodes List;
  if (!Leaves || holdLater(Exits)) {
    for (const Item &It : Exits)
      List.push_back(codeNode(Source, It));
  } else {
    Node Exit{Node::Kind::Guard};
    Exit.Cond = {*Leaves};
    Exit.Kids.emplace_back(Node::Kind::Line).Text = {Piece::words("return;")};
    Exit.MayUnbrace = !isa<CompoundStmt>(cast<IfStmt>(core(Exits[0].stmt()))->getThen());
    List.push_back(std::move(Exit));
  }
  for (const Item &It : Tail)
    List.push_back(codeNode(Source, It));
  return List;
}

Nodes Splitter::buildSimpleExit(const IfStmt *If, llvm::ArrayRef<Item> Items, const Stmt *Body,
                                const Place &At) {
  Summary.EarlyExit = true;
  std::vector<Item> Before = Source.items(If->getThen());
  unsigned CommentBegin = Before.back().Lead, CommentEnd = Before.back().Begin;
  Before.pop_back();
  checkExit(escaping(If)[0]);
  const size_t Next = exitsAt(Items, Body);
  if (At.Cond.empty() && isNeedless(Items, Body))
    return buildList(Items.drop_front(Next), Body, At);
  if (At.Cond.empty() && onlyMoves(Items, Body)) {
    llvm::ArrayRef<Item> Behind = Items.drop_front(Next);
    const size_t Head = *upToLastBarrier(Behind, Body);
    Nodes List = buildList(Behind.take_front(Head), nullptr, At);
    if (const Cut *C = Facts.cutBefore(Behind[Head].stmt()))
      List.push_back(barrier(C->Call, Facts.isStrict(C)));
    return append(List, buildTail(Items.take_front(Next), Behind.drop_front(Head), std::nullopt)),
           List;
  }
  Pieces Cond;
  for (const Item &It : Items.take_front(Next)) {
    if (!Cond.empty())
      Cond.push_back(Piece::words(" && "));
    Cond.push_back(Piece::expr(cast<IfStmt>(core(It.stmt()))->getCond(), true));
  }
  std::optional<Literal> Known = Cond.size() == 1 ? reusable(If->getCond(), nullptr) : std::nullopt;
  if (Known)
    Known->Negated = !Known->Negated;
  Literal Stays =
      Known ? *Known : Literal{newFlag(Names.choose({"active", "isActive", "inBounds"}))};
  Nodes List;
  if (!Known)
    List.push_back(save(Stays.Flag, Cond, &Items[0]));
  else if (!Source.slice(Items[0].Lead, Items[0].Begin).trim().empty())
    List.push_back(commentNode(Source, Items[0].Lead, Items[0].Begin));
  Literal Leaves{Stays.Flag, !Stays.Negated};
  Nodes First = buildList(Before, nullptr, under(At, Leaves));
  if (!Source.slice(CommentBegin, CommentEnd).trim().empty() && !First.empty())
    First.push_back(commentNode(Source, CommentBegin, CommentEnd));
  for (Node &N : wrap(std::move(First), {Leaves}))
    List.push_back(std::move(N));
  std::vector<Item> Rest;
  if (If->getElse())
    Rest = Source.items(If->getElse());
  Rest.insert(Rest.end(), Items.begin() + Next, Items.end());
  std::optional<size_t> Head;
  if (!If->getElse() && At.Cond.empty())
    Head = upToLastBarrier(Rest, Body);
  if (!Head)
    return append(List, wrap(buildList(Rest, Body, under(At, Stays)), {Stays})), List;
  if (Task.FillTiles && Before.empty())
    fillTiles(Items.take_front(Next), Rest, std::nullopt);
  Nodes Guarded = buildList(llvm::ArrayRef(Rest).take_front(*Head), nullptr, under(At, Stays));
  if (const Cut *C = Facts.cutBefore(Rest[*Head].stmt()))
    Guarded.push_back(barrier(C->Call, Facts.isStrict(C)));
  Guarded = wrap(std::move(Guarded), {Stays});
  for (Node &N : Guarded)
    N.MayUnbrace |= N.K == Node::Kind::Guard && !isa<CompoundStmt>(If->getThen());
  append(List, std::move(Guarded));
  append(List, buildTail(Items.take_front(Next), llvm::ArrayRef(Rest).drop_front(*Head), Leaves));
  return List;
}

void Splitter::checkExit(const Exit &E) {
  if (const auto *Return = dyn_cast<ReturnStmt>(E.S); Return && Return->getRetValue())
    fail(E.S, "a return with a value before the barrier");
  if (E.S->getBeginLoc().isMacroID())
    fail(E.S, "the exit comes from a macro");
}

FlagId Splitter::exitFlag(const Exit &E) {
  auto [It, New] = ExitFlags.try_emplace({E.Target, E.IsContinue}, -1);
  if (!New)
    return It->second;
  std::string Name = !E.Target      ? Names.choose({"active", "isActive", "running"})
                     : E.IsContinue ? Names.choose({"proceed", "stays", "active"})
                                    : Names.choose({"running", "searching", "active"});
  It->second = newFlag(Name, /*ImpliesOuter=*/false);
  Out.Flags[It->second].Assigned = true;
  return It->second;
}

Nodes Splitter::buildExit(const Item &It) {
  Summary.EarlyExit = true;
  for (const Exit &E : Exits)
    if (E.S == core(It.stmt())) {
      checkExit(E);
      Node N{Node::Kind::Line};
      N.Text = {Piece::flag(exitFlag(E)), Piece::words(" = false;")};
      Nodes List{std::move(N)};
      giveLead(List, It);
      return List;
    }
  return {};
}

} // namespace cudafix::transform
