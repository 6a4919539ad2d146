// SPDX-License-Identifier: Apache-2.0
//
// One walk per start of a phase. The walk goes over copies of the flow graph: in copy 0
// no loop around the start has been advanced; in copy i the i-th loop around the start
// (counted from outside, from 1) has been advanced over its back edge, the loops outside
// it have not, and those inside it are entered anew. Within a copy back edges are not
// followed: a loop entered anew is represented by one iteration, any that a thread can
// be in, and left at its exit iteration.

#include "analysis/flow/Phases.h"
#include "analysis/flow/Flow.h"
#include "smt/Impossible.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace cudafix;
using namespace cudafix::analysis;

BarrierSet BarrierSet::all(const Kernel &K) {
  BarrierSet B;
  B.On.resize(K.Barriers.size(), true);
  B.SlotOn.resize(K.Slots.size());
  B.SlotWarp.resize(K.Slots.size());
  B.NamesBoth.resize(K.Barriers.size());
  return B;
}

bool cudafix::analysis::knowsLanes(const Kernel &K, const Barrier &B) {
  bool Known = true;
  ExprContext::visit(B.Mask, [&](Expr N) {
    if (N->op() == Op::Apply)
      Known &= K.Ctx->symbol(N->symbol()).Kind <= SymbolKind::Parameter;
  });
  return Known;
}

bool cudafix::analysis::namesSomeLanes(const Kernel &K, const Barrier &B) {
  if (B.Kind != BarrierKind::Warp || !B.Mask)
    return false;
  if (B.Mask->isConst())
    return true;
  bool Given = false; // decided by the thread's index or by host code
  ExprContext::visit(B.Mask, [&](Expr N) {
    if (N->op() == Op::Apply)
      if (SymbolKind Kind = K.Ctx->symbol(N->symbol()).Kind;
          Kind == SymbolKind::ThreadIdx || Kind == SymbolKind::Parameter)
        Given = true;
  });
  return Given;
}

Expr Phase::at(ExprContext &C, Expr E, const Reached &R) const {
  if (!E)
    return E;
  const LoopValues &V = Values[R.Values];
  if (V.empty())
    return E;
  return C.replace(E, [&](Expr A) { return V.lookup(A->symbol()); });
}

/// Returns true if the event ends the phase of a thread that reaches it.
static bool endsPhase(const Kernel &K, const BarrierSet &Barriers, PhaseLevel Level, unsigned Tile,
                      const Event &E) {
  if (E.What == Event::Kind::Slot)
    return (Level != PhaseLevel::Grid && Barriers.SlotOn[E.Id]) ||
           (Level == PhaseLevel::Warp && Barriers.SlotWarp[E.Id]);
  if (E.What != Event::Kind::Barrier || !Barriers.On[E.Id])
    return false;
  switch (K.Barriers[E.Id].Kind) {
  case BarrierKind::Grid:
    return true;
  case BarrierKind::Block:
    return Level != PhaseLevel::Grid || K.Barriers[E.Id].OfGrid;
  case BarrierKind::Warp:
    return Level == PhaseLevel::Warp &&
           (namesSomeLanes(K, K.Barriers[E.Id]) ? Barriers.NamesBoth.test(E.Id)
                                                : K.Barriers[E.Id].TileSize >= Tile);
  case BarrierKind::Group:
    return Level != PhaseLevel::Grid && Barriers.NamesBoth.test(E.Id);
  case BarrierKind::Other:
    return false;
  }
  return false;
}

namespace {

class Walker {
public:
  Walker(const Kernel &K, smt::Workspace &Solving, const FlowInfo &Flow, const BarrierSet &Barriers,
         PhaseLevel Level, unsigned Tile);

  Phase walk(Phase::Start From, uint32_t Id, NodeId Node, unsigned FirstEvent);
  /// Returns true if the event ends a phase.
  bool stops(const Event &E) const;

private:
  struct Copy {
    unsigned Index;          ///< 1 + index into Around; 0: no loop advanced
    std::vector<Expr> Enter; ///< by node: condition of reaching it, null when not reached
    std::vector<Expr> Used;  ///< by node: the same, without conditions that a join makes redundant
    LoopValues Values;
  };
  bool passesFree(LoopId L);
  bool isFree(LoopId L);
  bool alwaysRuns(LoopId L) const;
  bool crosses(NodeId N) const;
  Expr passing(LoopId L);
  Expr passingIf(LoopId L);
  Expr passed(const Copy &C, LoopId L, Expr First, Expr Now);
  void addIterations(Phase &P, const Copy &C);
  void setUp(Copy &C, unsigned Index);
  bool entered(LoopId L, unsigned CopyIndex) const;
  Expr joined(const Copy &C, NodeId N, NodeId StartNode) const;
  void run(Phase &P, Copy &C, NodeId StartNode, unsigned FirstEvent);
  void leave(Phase &P, Copy &C, NodeId N, Expr Cond);
  void follow(Phase &P, Copy &C, NodeId N, const Edge &E, Expr Cond);
  void enter(Copy &C, NodeId N, Expr Cond);
  Expr put(const Copy &C, Expr E) const;
  Expr fresh(const char *What, LoopId L, Uniformity Level, int64_t Lo);

  const Kernel &K;
  smt::Workspace &Solving;
  const FlowInfo &Flow;
  const BarrierSet &Barriers;
  PhaseLevel Level;
  unsigned Tile;
  ExprContext &Ctx;
  std::vector<char> Free;  ///< by loop: some iteration crosses no barrier
  std::vector<char> Known; ///< by loop: `Free` is set
  /// By loop: the result of passing(), once computed.
  std::vector<std::optional<Expr>> Passing;
  struct LoopSymbols {
    Expr Shared, Steps, Exit, Any;
  };
  std::vector<LoopSymbols> Symbols;
  std::vector<LoopId> Around; ///< loops around the start, outermost first
  std::vector<Copy> Copies;
};

} // namespace

Walker::Walker(const Kernel &K, smt::Workspace &Solving, const FlowInfo &Flow,
               const BarrierSet &Barriers, PhaseLevel Level, unsigned Tile)
    : K(K), Solving(Solving), Flow(Flow), Barriers(Barriers), Level(Level), Tile(Tile),
      Ctx(*K.Ctx) {
  Free.resize(K.Loops.size());
  Known.resize(K.Loops.size());
  Passing.resize(K.Loops.size());
  for (const Loop &L : K.Loops) {
    isFree(L.Id);
    LoopSymbols S;
    S.Shared = fresh("iteration", L.Id, Uniformity::Launch, 0);
    S.Steps = fresh("iterations later", L.Id, Uniformity::Thread, 1);
    S.Exit =
        fresh("last iteration", L.Id, L.UniformTrip ? Uniformity::Block : Uniformity::Thread, 0);
    S.Any = fresh("an iteration", L.Id, Uniformity::Launch, 0);
    Symbols.push_back(S);
  }
}

Expr Walker::fresh(const char *What, LoopId L, Uniformity Shared, int64_t Lo) {
  Symbol S;
  S.Kind = SymbolKind::Fresh;
  S.Level = Shared;
  S.Index = L;
  S.Name = (llvm::Twine(What) + " of the loop at line " + llvm::Twine(K.Loops[L].Loc.Line)).str();
  S.Signed = false;
  S.Lo = Lo;
  S.Hi = Ctx.symbol(K.Loops[L].Exit).Hi;
  return Ctx.apply(Ctx.addSymbol(std::move(S)));
}

bool Walker::stops(const Event &E) const { return endsPhase(K, Barriers, Level, Tile, E); }

bool Walker::crosses(NodeId N) const {
  return llvm::any_of(K.Nodes[N].Events, [&](const Event &E) { return stops(E); });
}

bool Walker::isFree(LoopId L) {
  if (!Known[L]) {
    Free[L] = passesFree(L);
    Known[L] = true;
  }
  return Free[L];
}

/// Returns true if the body runs at least once whenever the loop is entered.
bool Walker::alwaysRuns(LoopId L) const {
  NodeId Header = K.Loops[L].Header;
  Expr Counter = Ctx.apply(K.Loops[L].Counter), Zero = Ctx.constant(0, 32);
  auto First = [&](Expr E) {
    return Ctx.replace(E, [&](Expr A) { return A == Counter ? Zero : Expr(); });
  };
  Expr At = First(Flow.reached(Header));
  for (const Edge &E : K.Nodes[Header].Succs)
    if (!Flow.contains(L, E.To) && (!E.Cond || !smt::impossible(Solving, {At, First(E.Cond)})))
      return false;
  return true;
}

/// Returns true if a thread can go from the header to the back edge without a barrier.
bool Walker::passesFree(LoopId L) {
  std::vector<char> Reach(K.Nodes.size());
  NodeId Header = K.Loops[L].Header;
  Reach[Header] = true;
  for (NodeId N : Flow.order()) {
    if (!Reach[N] || !Flow.contains(L, N) || crosses(N))
      continue;
    // A loop that always runs and whose iterations all cross a barrier cannot be passed without
    // one.
    LoopId Inner = K.Nodes[N].Loop;
    bool Blocks = Inner != L && K.Loops[Inner].Header == N && !isFree(Inner) && alwaysRuns(Inner);
    for (const Edge &E : K.Nodes[N].Succs) {
      if (Blocks && !Flow.contains(Inner, E.To))
        continue;
      if (E.To == Header)
        return true;
      if (!E.Back)
        Reach[E.To] = true;
    }
  }
  return false;
}

/// 1 bit over the counters of the loop and of the loops around it: holds for an iteration that
/// returns to the header without crossing a barrier. Null: the loop contains no barrier.
Expr Walker::passing(LoopId L) {
  if (!Passing[L])
    Passing[L] = passingIf(L);
  return *Passing[L];
}

Expr Walker::passingIf(LoopId L) {
  if (llvm::none_of(K.Loops[L].Nodes, [&](NodeId N) { return crosses(N); }))
    return Expr();
  NodeId Header = K.Loops[L].Header;
  Copy C;
  C.Enter.assign(K.Nodes.size(), Expr());
  C.Used = C.Enter;
  C.Enter[Header] = Ctx.boolean(true);
  // An inner loop whose iterations all cross a barrier makes no iteration at all.
  for (const Loop &Inner : K.Loops)
    if (Inner.Id != L && Flow.inLoop(Inner.Id, L) && !Free[Inner.Id])
      C.Values[Inner.Counter] = C.Values[Inner.Exit] = Ctx.constant(0, 32);
  // Conditions on iterations of the other inner loops are left open.
  auto IsOpen = [&](Expr Cond) {
    bool Open = false;
    ExprContext::visit(Cond, [&](Expr N) {
      if (N->op() != Op::Apply)
        return;
      const Symbol &S = Ctx.symbol(N->symbol());
      bool OfLoop = S.Kind == SymbolKind::Counter || S.Kind == SymbolKind::Exit;
      Open |= OfLoop && S.Index != L && Flow.inLoop(S.Index, L);
    });
    return Open;
  };
  Expr Back = Ctx.boolean(false);
  for (NodeId N : Flow.order()) {
    if (!Flow.contains(L, N) || crosses(N))
      continue;
    Expr Cond = C.Used[N] = N == Header ? C.Enter[N] : joined(C, N, NoId);
    for (const Edge &E : K.Nodes[N].Succs) {
      if (!Cond || !Flow.contains(L, E.To) || (E.Back && E.To != Header))
        continue;
      Expr Taken = E.Cond ? put(C, E.Cond) : Ctx.boolean(true);
      Taken = IsOpen(Taken) ? Cond : Ctx.land(Cond, Taken);
      Expr &At = E.To == Header ? Back : C.Enter[E.To];
      At = At ? Ctx.lor(At, Taken) : Taken;
    }
  }
  return Back;
}

/// The condition that the first and the last of the iterations before `Now` crossed no barrier.
Expr Walker::passed(const Copy &C, LoopId L, Expr First, Expr Now) {
  Expr One = passing(L);
  if (!One)
    return Ctx.boolean(true);
  auto In = [&](Expr Iteration) {
    return put(C, Ctx.replace(One, [&](Expr A) {
      return A->symbol() == K.Loops[L].Counter ? Iteration : Expr();
    }));
  };
  Expr Last = Ctx.sub(Now, Ctx.constant(1, 32), NSW);
  return Ctx.lor(Ctx.eq(Now, First), Ctx.land(In(First), In(Last)));
}

/// Records, for the loops that this copy advances or enters anew, what passed() says only of the
/// first and the last iteration.
void Walker::addIterations(Phase &P, const Copy &C) {
  for (const Loop &L : K.Loops) {
    bool Advanced = C.Index && Around[C.Index - 1] == L.Id;
    if (!Free[L.Id] || !(Advanced || entered(L.Id, C.Index)))
      continue;
    const LoopSymbols &S = Symbols[L.Id];
    Expr One = passing(L.Id);
    if (!One)
      continue;
    One =
        put(C, Ctx.replace(One, [&](Expr A) { return A->symbol() == L.Counter ? S.Any : Expr(); }));
    Expr First = Ctx.constant(0, 32);
    if (Advanced)
      First = Ctx.add(S.Shared, Ctx.constant(1, 32), NSW | NUW);
    P.Iterations.push_back({L.Id, C.Index, First, S.Any, One});
  }
}

Expr Walker::put(const Copy &C, Expr E) const {
  return Ctx.replace(E, [&](Expr A) { return C.Values.lookup(A->symbol()); });
}

/// Returns true if this copy enters the loop anew after the start of the phase.
bool Walker::entered(LoopId L, unsigned CopyIndex) const {
  auto It = llvm::find(Around, L);
  if (It == Around.end())
    return true;
  unsigned Depth = It - Around.begin() + 1;
  return CopyIndex != 0 && Depth > CopyIndex;
}

void Walker::setUp(Copy &C, unsigned Index) {
  C.Index = Index;
  C.Enter.assign(K.Nodes.size(), Expr());
  C.Used.assign(K.Nodes.size(), Expr());
  for (auto [I, L] : llvm::enumerate(Around)) {
    if (entered(L, Index))
      continue;
    Expr At = Symbols[L].Shared;
    if (I + 1 == Index)
      At = Ctx.add(At, Free[L] ? Symbols[L].Steps : Ctx.constant(1, 32), NSW | NUW);
    C.Values[K.Loops[L].Counter] = At;
    C.Values[K.Loops[L].Exit] = At;
  }
}

void Walker::enter(Copy &C, NodeId N, Expr Cond) {
  Expr &At = C.Enter[N];
  LoopId L = K.Nodes[N].Loop;
  bool Anew = L != NoId && K.Loops[L].Header == N && entered(L, C.Index);
  if (Anew && !C.Values.contains(K.Loops[L].Exit)) {
    // If an iteration can cross no barrier, any iteration can be reached; else only the first.
    Expr Counter = Ctx.apply(K.Loops[L].Counter), Zero = Ctx.constant(0, 32);
    C.Values[K.Loops[L].Counter] = Free[L] ? Counter : Zero;
    C.Values[K.Loops[L].Exit] = Free[L] ? Symbols[L].Exit : Zero;
  }
  if (Anew && Free[L])
    Cond = Ctx.land(Cond, passed(C, L, Ctx.constant(0, 32), Ctx.apply(K.Loops[L].Counter)));
  else if (C.Index && L == Around[C.Index - 1] && K.Loops[L].Header == N && Free[L])
    Cond = Ctx.land(Cond, passed(C, L, Ctx.add(Symbols[L].Shared, Ctx.constant(1, 32), NSW | NUW),
                                 C.Values.lookup(K.Loops[L].Counter)));
  if (Anew && Free[L])
    if (Expr GoesOn = Flow.goesOn(L)) {
      Expr K0 = Ctx.apply(K.Loops[L].Counter);
      Expr Before = Ctx.replace(put(C, GoesOn), [&](Expr A) {
        return A == K0 ? Ctx.sub(K0, Ctx.constant(1, 32), NSW) : Expr();
      });
      Cond = Ctx.land(Cond, Ctx.lor(Ctx.eq(K0, Ctx.constant(0, 32)), Before));
    }
  At = At ? Ctx.lor(At, Cond) : Cond;
}

void Walker::follow(Phase &P, Copy &C, NodeId N, const Edge &E, Expr Cond) {
  if (E.Cond)
    Cond = Ctx.land(Cond, put(C, E.Cond));
  if (Cond->isFalse())
    return;
  // Loops that the edge leaves were entered anew: their counter is that of the last iteration.
  for (LoopId L = K.Nodes[N].Loop; L != NoId && !Flow.contains(L, E.To); L = K.Loops[L].Parent)
    if (entered(L, C.Index) && Free[L]) {
      Expr Counter = Ctx.apply(K.Loops[L].Counter);
      Cond = Ctx.replace(Cond, [&](Expr A) { return A == Counter ? Symbols[L].Exit : Expr(); });
    }
  if (E.EarlyReturn) {
    P.Places.push_back({Reached::Kind::Exit, NoId, Cond, C.Index, N, C.Index != 0, true});
    return;
  }
  if (!E.Back)
    return enter(C, E.To, Cond);
  auto It = llvm::find(Around, K.Nodes[E.To].Loop);
  if (It == Around.end())
    return;
  unsigned Target = It - Around.begin() + 1;
  if (C.Index == 0 || Target < C.Index)
    enter(Copies[Target], E.To, Cond);
}

void Walker::leave(Phase &P, Copy &C, NodeId N, Expr Cond) {
  if (K.Nodes[N].Succs.empty())
    P.Places.push_back({Reached::Kind::Exit, NoId, Cond, C.Index, N, C.Index != 0, false});
  for (const Edge &E : K.Nodes[N].Succs)
    follow(P, C, N, E, Cond);
}

/// The condition of reaching the node. Where branches join again without a barrier, it is the
/// condition of the branch.
Expr Walker::joined(const Copy &C, NodeId N, NodeId StartNode) const {
  const FlowInfo::Diamond &D = Flow.joined(N);
  auto Crosses = [&](NodeId Between) { return Between == StartNode || crosses(Between); };
  if (D.Branch == NoId || !C.Enter[N] || !C.Used[D.Branch] || llvm::any_of(D.Between, Crosses))
    return C.Enter[N];
  return C.Used[D.Branch];
}

void Walker::run(Phase &P, Copy &C, NodeId StartNode, unsigned FirstEvent) {
  for (NodeId N : Flow.order()) {
    Expr Cond = joined(C, N, StartNode);
    unsigned First = 0;
    if (C.Index == 0 && N == StartNode) {
      Cond = Ctx.boolean(true);
      First = FirstEvent;
    }
    if (!Cond || Cond->isFalse())
      continue;
    C.Used[N] = Cond;
    bool Stopped = false;
    for (const Event &E : llvm::drop_begin(K.Nodes[N].Events, First)) {
      Stopped = stops(E);
      if (Stopped || E.What == Event::Kind::Access) {
        auto What = E.What == Event::Kind::Access    ? Reached::Kind::Access
                    : E.What == Event::Kind::Barrier ? Reached::Kind::Barrier
                                                     : Reached::Kind::SlotBarrier;
        P.Places.push_back({What, E.Id, Cond, C.Index, N, C.Index != 0, false});
      }
      if (Stopped)
        break;
    }
    if (!Stopped)
      leave(P, C, N, Cond);
  }
}

Phase Walker::walk(Phase::Start From, uint32_t Id, NodeId Node, unsigned FirstEvent) {
  Phase P;
  P.From = From;
  P.Id = Id;
  Around = From == Phase::Start::Entry ? std::vector<LoopId>() : Flow.loopsAround(Node);
  Copies.assign(Around.size() + 1, Copy());
  for (unsigned I = 0; I < Copies.size(); ++I)
    setUp(Copies[I], I);
  P.Context = From == Phase::Start::Entry ? Ctx.boolean(true) : put(Copies[0], Flow.reached(Node));
  run(P, Copies[0], Node, FirstEvent);
  for (unsigned I = Copies.size(); --I > 0;)
    run(P, Copies[I], NoId, 0);
  for (const Copy &C : Copies)
    addIterations(P, C);
  for (Copy &C : Copies)
    P.Values.push_back(std::move(C.Values));
  for (const LoopSymbols &S : Symbols)
    P.LastIterations.push_back(S.Exit);
  return P;
}

std::vector<Phase> cudafix::analysis::computePhases(const Kernel &K, smt::Workspace &Solving,
                                                    const BarrierSet &Barriers, PhaseLevel Level,
                                                    unsigned Tile) {
  std::vector<Phase> Phases;
  if (K.Nodes.empty())
    return Phases;
  FlowInfo Flow(K);
  Walker W(K, Solving, Flow, Barriers, Level, Tile);
  Phases.push_back(W.walk(Phase::Start::Entry, NoId, 0, 0));
  for (NodeId N : Flow.order())
    for (auto [I, E] : llvm::enumerate(K.Nodes[N].Events))
      if (W.stops(E)) {
        auto From = E.What == Event::Kind::Slot ? Phase::Start::Slot : Phase::Start::Barrier;
        Phases.push_back(W.walk(From, E.Id, N, I + 1));
      }
  return Phases;
}

std::vector<Phase> PhaseMemory::phases(const Kernel &K, smt::Workspace &Solving,
                                       const BarrierSet &Barriers, PhaseLevel Level,
                                       unsigned Tile) {
  constexpr size_t MaxPlaces = 500'000; // bounds the memory kept for one kernel
  std::vector<uint32_t> Ends;
  for (const Node &N : K.Nodes)
    for (const Event &E : N.Events)
      if (endsPhase(K, Barriers, Level, Tile, E))
        Ends.push_back(E.Id * 2 + (E.What == Event::Kind::Slot));
  if (auto It = Known.find(Ends); It != Known.end())
    return It->second;
  std::vector<Phase> Found = computePhases(K, Solving, Barriers, Level, Tile);
  size_t New = 0;
  for (const Phase &P : Found)
    New += P.Places.size();
  if (Places + New <= MaxPlaces) {
    Places += New;
    Known.emplace(std::move(Ends), Found);
  }
  return Found;
}
