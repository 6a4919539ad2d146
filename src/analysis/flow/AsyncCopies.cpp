// SPDX-License-Identifier: Apache-2.0

#include "analysis/flow/AsyncCopies.h"
#include "analysis/flow/Turns.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace cudafix;
using namespace cudafix::analysis;

AsyncCopies::AsyncCopies(const Kernel &K, const FlowInfo &Flow) : K(K), Flow(Flow), Ctx(*K.Ctx) {
  Steps.resize(K.AsyncSteps.size());
  for (NodeId N : Flow.order())
    for (auto [I, E] : llvm::enumerate(K.Nodes[N].Events)) {
      if (E.What == Event::Kind::Async)
        Steps[E.Id] = {N, static_cast<unsigned>(I)};
      if (E.What == Event::Kind::Access && K.Accesses[E.Id].Kind == AccessKind::AsyncCopy)
        Copies.push_back({E.Id, {N, static_cast<unsigned>(I)}});
    }
  if (Copies.empty())
    return;
  if (!canCount()) {
    for (auto &[Id, At] : Copies)
      Unknown.push_back(Id);
    Copies.clear();
    return;
  }
  Paths.emplace(K);
  for (const Loop &L : K.Loops) {
    Symbol S;
    S.Kind = SymbolKind::Fresh;
    S.Level = Uniformity::Thread;
    S.Index = L.Id;
    S.Name = ("iteration of the copy in the loop at line " + llvm::Twine(L.Loc.Line)).str();
    S.Signed = false;
    S.Hi = INT32_MAX;
    Fresh.push_back(Ctx.apply(Ctx.addSymbol(std::move(S))));
  }
}

/// Returns true if the number of groups before each copy and each wait can be counted, and every
/// wait says which groups it waits for.
bool AsyncCopies::canCount() {
  // Barriers that count arrivals may complete copies, too.
  if (llvm::any_of(K.Barriers, isPartial))
    return false;
  for (const AsyncStep &S : K.AsyncSteps) {
    if (!S.Wait)
      continue;
    if (S.Prior == NoId || !commits(Steps[S.Id], countersAt(S.Node)))
      return false;
    for (LoopId L = K.Nodes[S.Node].Loop; L != NoId; L = parent(L))
      if (!waitsEachTime(L) || (parent(L) != NoId && !K.Loops[L].TripCount))
        return false;
  }
  return llvm::all_of(Copies,
                      [&](auto &C) { return commits(C.second, countersAt(C.second.Node)); });
}

/// Returns true if every iteration waits: waits of earlier iterations then do not matter.
bool AsyncCopies::waitsEachTime(LoopId L) const {
  NodeId Header = K.Loops[L].Header;
  auto Waits = [&](NodeId N) {
    return llvm::any_of(K.Nodes[N].Events, [&](const Event &E) {
      return E.What == Event::Kind::Async && K.AsyncSteps[E.Id].Wait;
    });
  };
  llvm::BitVector Reached(K.Nodes.size());
  Reached.set(Header);
  for (NodeId N : Flow.order()) {
    if (!Reached.test(N) || Waits(N))
      continue;
    for (const Edge &E : K.Nodes[N].Succs) {
      if (E.To == Header)
        return false;
      if (!E.Back && Flow.contains(L, E.To))
        Reached.set(E.To);
    }
  }
  return true;
}

/// Returns true if every iteration that goes on to the next one passes the node.
bool AsyncCopies::alwaysRuns(NodeId N, LoopId L) const {
  return llvm::all_of(K.Loops[L].Nodes, [&](NodeId From) {
    return llvm::all_of(K.Nodes[From].Succs, [&](const Edge &E) {
      return E.To != K.Loops[L].Header || Flow.dominates(N, From);
    });
  });
}

/// Returns true if a thread that passes both places in one iteration of their common loops passes A
/// before B.
bool AsyncCopies::comesFirst(Point A, Point B) const {
  if (A.Node == B.Node)
    return A.Event < B.Event;
  return Flow.position(A.Node) < Flow.position(B.Node);
}

AsyncCopies::Counters AsyncCopies::countersAt(NodeId N) const {
  Counters C;
  for (LoopId L = K.Nodes[N].Loop; L != NoId; L = parent(L))
    C[L] = Ctx.apply(K.Loops[L].Counter);
  return C;
}

Expr AsyncCopies::put(Expr E, const Counters &C) const {
  return Ctx.replace(E, [&](Expr A) -> Expr {
    const Symbol &S = Ctx.symbol(A->symbol());
    return S.Kind == SymbolKind::Counter ? C.lookup(S.Index) : Expr();
  });
}

/// 1 bit: an iteration of the loop (or the kernel) that does not leave early passes the node. The
/// node is in no inner loop, except as its header. Null: not known.
Expr AsyncCopies::passedIf(NodeId Unit, LoopId L) const {
  const NodeId Header = L == NoId ? 0 : K.Loops[L].Header;
  std::vector<Expr> If(K.Nodes.size(), Ctx.boolean(false));
  If[Header] = Ctx.boolean(true);
  llvm::DenseMap<LoopId, NodeId> After; // by inner loop: the node where it continues
  for (NodeId N : Flow.order()) {
    if (NodeId Branch = Flow.joined(N).Branch;
        N != Header && Branch != NoId && K.Nodes[Branch].Loop == L)
      If[N] = If[Branch];
    if (N == Unit)
      return If[N];
    if (!Flow.contains(L, N))
      continue;
    LoopId Inner = NoId;
    for (LoopId In = K.Nodes[N].Loop; In != L; In = parent(In))
      Inner = In;
    auto Leaves = [&](const Edge &E) { return E.EarlyReturn || !Flow.contains(L, E.To); };
    const bool MayLeave = llvm::any_of(K.Nodes[N].Succs, Leaves);
    if (MayLeave && K.Nodes[N].Succs.size() > 2)
      return Expr();
    for (const Edge &E : K.Nodes[N].Succs) {
      if (E.Back || Leaves(E) || (Inner != NoId && Flow.contains(Inner, E.To)))
        continue;
      if (Inner != NoId && After.insert({Inner, E.To}).first->second != E.To)
        return Expr();
      Expr Cond = If[Inner != NoId ? K.Loops[Inner].Header : N];
      if (Inner == NoId && !MayLeave && E.Cond)
        Cond = Ctx.land(Cond, E.Cond);
      If[E.To] = Ctx.lor(If[E.To], Cond);
    }
  }
  return Expr();
}

/// Of the first `Turns` iterations of the loop, all of which go on to the next one, the number in
/// which a thread passes the node. Null: not known.
Expr AsyncCopies::passes(NodeId Unit, LoopId L, const Counters &C, Expr Turns) const {
  if (alwaysRuns(Unit, L))
    return Turns;
  Expr If = passedIf(Unit, L);
  Counters Outer = C;
  Outer.erase(L);
  return If ? turnsWith(Ctx, put(If, Outer), Ctx.apply(K.Loops[L].Counter), Turns) : Expr();
}

/// How often the node is passed in all iterations of the loop together. Null: not known, or
/// different each time the loop is entered.
Expr AsyncCopies::trips(NodeId Unit, LoopId L) const {
  Expr T = K.Loops[L].TripCount;
  T = T ? passes(Unit, L, Counters(), T) : T;
  const bool Changes = T && ExprContext::any(T, [&](Expr N) {
                         if (N->op() != Op::Apply)
                           return false;
                         SymbolKind Kind = Ctx.symbol(N->symbol()).Kind;
                         return Kind == SymbolKind::Counter || Kind == SymbolKind::Exit;
                       });
  return Changes ? Expr() : T;
}

/// How many times a thread has passed the commit when it reaches the place.
std::optional<Expr> AsyncCopies::executions(Point Commit, Point At, const Counters &C) const {
  Expr Count = Ctx.constant(0, 32), Times = Ctx.constant(1, 32);
  NodeId Unit = Commit.Node;
  LoopId L = K.Nodes[Unit].Loop;
  if (K.Nodes[At.Node].Loop == NoId && comesFirst(At, Commit))
    return Count;
  // Loops that do not contain the place.
  for (; L != NoId && !Flow.contains(L, At.Node); L = parent(L)) {
    Expr T = trips(Unit, L);
    if (!T)
      return std::nullopt;
    Times = Ctx.mul(Times, T, NSW);
    Unit = K.Loops[L].Header;
  }
  Point First{Unit, Unit == Commit.Node ? Commit.Event : 0};
  bool Passed = Unit == At.Node ? First.Event < At.Event : Flow.dominates(Unit, At.Node);
  if (Passed) {
    Count = Times;
  } else if (comesFirst(First, At) && !Flow.dominates(At.Node, Unit)) {
    Expr If = passedIf(Unit, L);
    if (!If)
      return std::nullopt; // only some threads pass it
    Count = Ctx.ite(put(If, C), Times, Count);
  }
  for (; L != NoId; L = parent(L)) {
    Expr Before = passes(Unit, L, C, C.lookup(L));
    if (!Before)
      return std::nullopt;
    Count = Ctx.add(Count, Ctx.mul(Before, Times, NSW), NSW);
    if (parent(L) == NoId)
      break;
    Expr T = trips(Unit, L);
    if (!T)
      return std::nullopt;
    Times = Ctx.mul(Times, T, NSW);
    Unit = K.Loops[L].Header;
  }
  return Count;
}

std::optional<Expr> AsyncCopies::commits(Point At, const Counters &C) const {
  Expr Count = Ctx.constant(0, 32);
  for (const AsyncStep &S : K.AsyncSteps) {
    if (S.Wait || Flow.position(S.Node) == NoId)
      continue;
    std::optional<Expr> Times = executions(Steps[S.Id], At, C);
    if (!Times)
      return std::nullopt;
    Count = Ctx.add(Count, *Times, NSW);
  }
  return Count;
}

/// 1 bit: the thread issued the copy before it reached the start.
Expr AsyncCopies::before(Point Copy, const Counters &C, Point Start, const Counters &S) const {
  Expr Before = Ctx.boolean(comesFirst(Copy, Start));
  for (LoopId L = K.Nodes[Copy.Node].Loop; L != NoId; L = parent(L))
    if (Flow.contains(L, Start.Node)) // from inside outwards
      Before = Ctx.lor(Ctx.slt(C.lookup(L), S.lookup(L)),
                       Ctx.land(Ctx.eq(C.lookup(L), S.lookup(L)), Before));
  return Before;
}

/// 1 bit: the thread passed the wait with these counters, and the wait covers the group.
std::optional<Expr> AsyncCopies::waited(Point Wait, unsigned Prior, const Counters &C,
                                        Expr Group) const {
  std::optional<Expr> Count = commits(Wait, C);
  if (!Count)
    return std::nullopt;
  Expr Covers = Ctx.slt(Group, Ctx.sub(*Count, Ctx.constant(Prior, 32), NSW));
  for (auto &[L, At] : C)
    Covers = Ctx.land(Covers, Ctx.sle(Ctx.constant(0, 32), At));
  return Ctx.land(Covers, put(Flow.reached(Wait.Node), C));
}

/// Adds, for each wait, its last executions before the thread reached the start.
void AsyncCopies::addWaits(Point Start, const Counters &S, Expr Group,
                           std::vector<Expr> &Out) const {
  for (const AsyncStep &Step : K.AsyncSteps) {
    Point Wait = Steps[Step.Id];
    if (!Step.Wait || Flow.position(Step.Node) == NoId)
      continue;
    Counters Last; // in loops that the thread left before the start: the last iteration
    LoopId Common = K.Nodes[Step.Node].Loop;
    auto Leave = [&](LoopId L) {
      Expr T = K.Loops[L].TripCount;
      Last[L] = Ctx.sub(T ? T : Ctx.apply(K.Loops[L].Exit), Ctx.constant(1, 32), NSW);
    };
    for (; Common != NoId && !Flow.contains(Common, Start.Node); Common = parent(Common))
      Leave(Common);
    auto Add = [&](const Counters &C) {
      if (std::optional<Expr> Done = waited(Wait, Step.Prior, C, Group))
        Out.push_back(Ctx.lnot(*Done));
    };
    auto WithOuter = [&](LoopId From) {
      Counters C = Last;
      for (LoopId L = From; L != NoId; L = parent(L))
        C[L] = S.lookup(L);
      return C;
    };
    if (comesFirst(Wait, Start))
      Add(WithOuter(Common));
    for (LoopId L = Common; L != NoId; L = parent(L)) {
      Counters C = WithOuter(L);
      C[L] = Ctx.sub(S.lookup(L), Ctx.constant(1, 32), NSW);
      Add(C);
      if (parent(L) != NoId)
        Leave(L);
    }
  }
}

bool AsyncCopies::isOpenAt(AccessId Copy, AccessId Other) const {
  auto Stop = [&](const Event &E) {
    return E.What == Event::Kind::Async
               ? K.AsyncSteps[E.Id].Wait
               : E.What == Event::Kind::Barrier && K.Barriers[E.Id].Kind != BarrierKind::Warp;
  };
  return Paths && Paths->find(Paths->access(Copy), Paths->access(Other), PathKind::Forward, Stop,
                              [](const Event &) { return 0u; });
}

void AsyncCopies::addPending(Phase &P) const {
  if (Copies.empty() || P.From == Phase::Start::Entry)
    return;
  auto What = P.From == Phase::Start::Slot ? Event::Kind::Slot : Event::Kind::Barrier;
  Point Start;
  for (const Node &N : K.Nodes)
    for (auto [I, E] : llvm::enumerate(N.Events))
      if (E.What == What && E.Id == P.Id)
        Start = {N.Id, static_cast<unsigned>(I)};
  Counters S;
  for (LoopId L = K.Nodes[Start.Node].Loop; L != NoId; L = parent(L))
    S[L] = P.Values.front().lookup(K.Loops[L].Counter);
  for (auto &[Id, At] : Copies) {
    Counters C;
    LoopValues Values;
    for (LoopId L = K.Nodes[At.Node].Loop; L != NoId; L = parent(L))
      Values[K.Loops[L].Counter] = C[L] = Fresh[L];
    Expr Group = *commits(At, C);
    std::vector<Expr> Cond{before(At, C, Start, S), put(Flow.reached(At.Node), C)};
    addWaits(Start, S, Group, Cond);
    Expr All = Ctx.land(Cond);
    if (All->isFalse())
      continue;
    Reached R{Reached::Kind::Access, Id, All, static_cast<unsigned>(P.Values.size()), At.Node};
    R.Pending = true;
    P.Values.push_back(std::move(Values));
    P.Places.push_back(R);
  }
}
