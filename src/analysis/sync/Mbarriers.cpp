// SPDX-License-Identifier: Apache-2.0

#include "analysis/sync/Mbarriers.h"
#include "analysis/flow/Flow.h"
#include "analysis/flow/FlowPaths.h"
#include "analysis/sync/KnownBlock.h"
#include "smt/Impossible.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace cudafix;
using namespace cudafix::analysis;
using llvm::SmallVector;

using OpKind = AsyncOp::Kind;

/// Kernels with more nodes are not analysed: they are generated.
static constexpr size_t MaxNodes = 1000;
/// Bytes of an mbarrier.
static constexpr int64_t Size = 8;
/// The largest transaction count (PTX ISA, "Contents of the mbarrier object").
static constexpr uint64_t MostBytes = (1 << 20) - 1;
/// The size of a bulk copy is a multiple of this.
static constexpr uint64_t Unit = 16;

static std::optional<uint64_t> constant(Expr E) {
  return E && E->isConst() ? std::optional(E->value()) : std::nullopt;
}

namespace {

/// One mbarrier and all operations on it.
struct Mbarrier {
  ArrayId Array = NoId;
  int64_t Offset = 0;
  SmallVector<const AsyncOp *, 2> Inits, Arrivals, Waits, Copies;
};

/// Consecutive nodes, each of which is the only predecessor of the next one.
using Chain = SmallVector<NodeId, 4>;

class Mbarriers {
public:
  Mbarriers(const Kernel &K, smt::Workspace &Solving, const Launch &L);

  const std::vector<Mbarrier> &all() const { return All; }
  /// The operations after which all threads of the block have met: all threads only arrive and wait
  /// there. Empty: it is not certain that they meet.
  SmallVector<const AsyncOp *, 2> meetings(const Mbarrier &M) const;
  /// Returns true if its only phase is completed by copies, and no access can overlap them.
  bool isOfCopies(const Mbarrier &M) const;

private:
  bool collect();
  bool isUntouched(const Mbarrier &M) const;
  bool isPassedByAll(NodeId N) const;
  std::optional<NodeId> branchToOne(NodeId N) const;
  NodeId head(NodeId N) const;
  std::optional<Position> next(Position After) const;
  bool isInitialised(const Mbarrier &M, uint64_t Count) const;
  bool isOwnParity(const AsyncOp &Wait) const;
  bool isBeforeAll(Position From, llvm::function_ref<bool(const Event &)> Stop) const;
  bool endsWithoutWaiting(const Mbarrier &M) const;
  bool isAlone(const AsyncOp &Copy, const Mbarrier &M) const;
  const AsyncOp *op(Position At) const {
    const Event &E = K.Nodes[At.Node].Events[At.Event];
    return E.What == Event::Kind::AsyncOp ? &K.AsyncOps[E.Id] : nullptr;
  }

  const Kernel &K;
  smt::Workspace &Solving;
  const FlowInfo Flow;
  const FlowPaths Paths;
  const KnownBlock Block;
  std::vector<Position> At; ///< by AsyncOp::Id
  std::vector<SmallVector<NodeId, 2>> Preds;
  std::vector<Mbarrier> All;
};

} // namespace

Mbarriers::Mbarriers(const Kernel &K, smt::Workspace &Solving, const Launch &L)
    : K(K), Solving(Solving), Flow(K), Paths(K), Block(K, L) {
  if (!Block.threads())
    return;
  At.resize(K.AsyncOps.size());
  Preds.resize(K.Nodes.size());
  for (const Node &N : K.Nodes) {
    for (auto [I, E] : llvm::enumerate(N.Events))
      if (E.What == Event::Kind::AsyncOp)
        At[E.Id] = {N.Id, static_cast<unsigned>(I)};
    for (const Edge &E : N.Succs)
      Preds[E.To].push_back(N.Id);
  }
  if (!collect())
    All.clear();
}

/// Groups the operations by mbarrier; returns false if the mbarrier of some operation is not known.
bool Mbarriers::collect() {
  for (const AsyncOp &X : K.AsyncOps) {
    const bool OfOne = X.What == OpKind::Init || X.What == OpKind::Arrive ||
                       X.What == OpKind::Await || X.What == OpKind::CopyIn;
    if (!OfOne)
      continue;
    const std::optional<uint64_t> Offset = constant(X.ObjectOffset);
    if (X.Object == NoId || !Offset || K.array(X.Object).Where != Space::Shared ||
        !K.array(X.Object).Unknown.empty())
      return false;
    auto It = llvm::find_if(All, [&](const Mbarrier &M) {
      return M.Array == X.Object && M.Offset == static_cast<int64_t>(*Offset);
    });
    if (It == All.end()) {
      It = All.insert(All.end(), {X.Object, static_cast<int64_t>(*Offset), {}, {}, {}, {}});
    }
    auto &Of = X.What == OpKind::Init     ? It->Inits
               : X.What == OpKind::Arrive ? It->Arrivals
               : X.What == OpKind::Await  ? It->Waits
                                          : It->Copies;
    Of.push_back(&X);
  }
  return true;
}

/// Returns true if only operations on it access the mbarrier.
bool Mbarriers::isUntouched(const Mbarrier &M) const {
  for (const Access &A : K.Accesses)
    if (K.mayAlias(A.Array, M.Array))
      return false;
  for (const Mbarrier &O : All)
    if (&O != &M && K.mayAlias(O.Array, M.Array) &&
        (O.Array != M.Array || std::abs(O.Offset - M.Offset) < Size))
      return false;
  return llvm::all_of(K.AsyncOps, [&](const AsyncOp &X) {
    if (X.What == OpKind::CopyIn && X.Target == NoId)
      return false;
    return X.Target == NoId || !K.mayAlias(X.Target, M.Array);
  });
}

/// Returns true if all threads of the block pass the node equally often, independent of memory.
bool Mbarriers::isPassedByAll(NodeId N) const {
  if (!Paths.divergentBranches(N).empty())
    return false;
  const ExprContext &C = *K.Ctx;
  auto IsOpen = [&](Expr X) {
    if (X->op() != Op::Apply)
      return false;
    switch (C.symbol(X->symbol()).Kind) {
    case SymbolKind::Parameter:
    case SymbolKind::BlockIdx:
    case SymbolKind::BlockDim:
    case SymbolKind::GridDim:
    case SymbolKind::Counter:
      return false;
    default:
      return true;
    }
  };
  return llvm::all_of(Paths.branches(N), [&](NodeId B) {
    return llvm::all_of(K.Nodes[B].Succs, [&](const Edge &E) {
      return !E.Cond || !ExprContext::any(E.Cond, IsOpen);
    });
  });
}

/// The first node of the chain that ends here: each node has one successor and the next one has one
/// predecessor.
NodeId Mbarriers::head(NodeId N) const {
  while (Preds[N].size() == 1 && K.Nodes[Preds[N].front()].Succs.size() == 1 &&
         K.Nodes[Preds[N].front()].Loop == K.Nodes[N].Loop)
    N = Preds[N].front();
  return N;
}

/// A node that all threads pass once, and from which only one thread goes on to this one.
std::optional<NodeId> Mbarriers::branchToOne(NodeId N) const {
  N = head(N);
  if (Preds[N].size() != 1)
    return std::nullopt;
  const NodeId From = Preds[N].front(), Exit = K.Nodes.size() - 1;
  if (K.Nodes[N].Loop != NoId || K.Nodes[From].Loop != NoId || !Flow.dominates(From, Exit) ||
      !isPassedByAll(From))
    return std::nullopt;
  const auto To = llvm::find_if(K.Nodes[From].Succs, [&](const Edge &E) { return E.To == N; });
  unsigned Going = 0;
  for (unsigned T = 0; T < Block.threads(); ++T) {
    std::optional<uint64_t> Goes = To->Cond ? Block.valueFor(To->Cond, T) : 1;
    if (!Goes)
      return std::nullopt;
    Going += *Goes;
  }
  return Going == 1 ? std::optional(From) : std::nullopt;
}

/// The next event that is neither a slot nor a fence, if only one can follow.
std::optional<Position> Mbarriers::next(Position After) const {
  for (++After.Event;; ++After.Event) {
    while (After.Event == K.Nodes[After.Node].Events.size()) {
      const Node &N = K.Nodes[After.Node];
      if (N.Succs.size() != 1 || Preds[N.Succs.front().To].size() != 1 ||
          K.Nodes[N.Succs.front().To].Loop != N.Loop)
        return std::nullopt;
      After = {N.Succs.front().To, 0};
    }
    const Event &E = K.Nodes[After.Node].Events[After.Event];
    if (E.What != Event::Kind::Slot && E.What != Event::Kind::Fence)
      return After;
  }
}

/// Returns true if one thread initialises it once with this count, before a block barrier that
/// precedes all other uses.
bool Mbarriers::isInitialised(const Mbarrier &M, uint64_t Count) const {
  if (M.Inits.size() != 1 || !M.Inits.front()->Count)
    return false;
  const AsyncOp &Init = *M.Inits.front();
  std::optional<NodeId> From = branchToOne(Init.Node);
  if (!From || Block.valueFor(Init.Count, 0) != Count || !Paths.branches(*From).empty())
    return false;
  auto IsUse = [&](const Event &E) {
    if (E.What != Event::Kind::AsyncOp)
      return false;
    const AsyncOp &X = K.AsyncOps[E.Id];
    return X.What != OpKind::Init && X.Object == M.Array && &X != &Init &&
           constant(X.ObjectOffset) == static_cast<uint64_t>(M.Offset);
  };
  auto Meets = [&](const Event &E) {
    return E.What == Event::Kind::Barrier && K.barrier(E.Id).Kind == BarrierKind::Block;
  };
  bool Early = false;
  const auto End = static_cast<unsigned>(K.Nodes[*From].Events.size());
  if (End)
    Paths.visitAfter({*From, End - 1}, Meets, [&](const Event &E) { Early |= IsUse(E); });
  for (const Edge &E : K.Nodes[*From].Succs)
    if (!End) {
      const Node &To = K.Nodes[E.To];
      if (To.Events.empty())
        return false;
      if (Early |= IsUse(To.Events.front()); !Meets(To.Events.front()))
        Paths.visitAfter({E.To, 0}, Meets, [&](const Event &X) { Early |= IsUse(X); });
    }
  if (Early)
    return false;
  auto IsAfter = [&](const AsyncOp *X) {
    return X->Node != *From && Flow.dominates(*From, X->Node);
  };
  return llvm::all_of(M.Arrivals, IsAfter) && llvm::all_of(M.Waits, IsAfter) &&
         llvm::all_of(M.Copies, IsAfter);
}

/// Returns true if the parity belongs to the number of completed phases, which equals the
/// iterations of the loop around; all threads make each iteration.
bool Mbarriers::isOwnParity(const AsyncOp &Wait) const {
  ExprContext &C = *K.Ctx;
  const LoopId In = K.Nodes[Wait.Node].Loop;
  if (!Wait.Phase)
    return false;
  if (In == NoId)
    return constant(Wait.Phase) == 0;
  const Loop &L = K.Loops[In];
  if (L.Parent != NoId || !Flow.dominates(L.Header, K.Nodes.size() - 1))
    return false;
  for (NodeId N : L.Nodes)
    for (const Edge &E : K.Nodes[N].Succs)
      if (E.Back && E.To == L.Header && !Flow.dominates(Wait.Node, N))
        return false;
  Expr Counter = C.apply(L.Counter);
  if (ExprContext::any(Wait.Phase, [&](Expr X) { return X->op() == Op::Apply && X != Counter; }))
    return false;
  const unsigned Width = Wait.Phase->width();
  Expr Turn = Width > Counter->width() ? C.zext(Counter, Width) : C.trunc(Counter, Width);
  Expr Parity = C.binary(Op::And, Turn, C.constant(1, Width));
  return smt::impossible(Solving, {C.lnot(C.eq(Wait.Phase, Parity))});
}

SmallVector<const AsyncOp *, 2> Mbarriers::meetings(const Mbarrier &M) const {
  if (!M.Copies.empty() || M.Arrivals.empty() || M.Arrivals.size() != M.Waits.size() ||
      !isUntouched(M) || !isInitialised(M, Block.threads()))
    return {};
  SmallVector<const AsyncOp *, 2> Found;
  for (const AsyncOp *X : M.Arrivals) {
    std::optional<Position> After = next(At[X->Id]);
    // Skip the barrier that models the arrival.
    if (After && K.Nodes[After->Node].Events[After->Event].What == Event::Kind::Barrier)
      After = next(*After);
    const AsyncOp *Wait = After ? op(*After) : nullptr;
    if (constant(X->Count) != 1 || X->Bytes || !Wait || !llvm::is_contained(M.Waits, Wait) ||
        !Wait->Surely || !Wait->Phase || !isPassedByAll(X->Node))
      return {};
    const bool Own =
        Wait->ByParity ? M.Arrivals.size() == 1 && isOwnParity(*Wait) : Wait->Phase == X->Phase;
    if (!Own)
      return {};
    Found.push_back(Wait);
  }
  return Found;
}

/// Returns true if every path from the start of the kernel to the place passes such an event.
bool Mbarriers::isBeforeAll(Position From, llvm::function_ref<bool(const Event &)> Stop) const {
  std::vector<char> Seen(K.Nodes.size());
  SmallVector<Position, 8> Work{From};
  while (!Work.empty()) {
    const Position P = Work.pop_back_val();
    if (llvm::any_of(llvm::ArrayRef(K.Nodes[P.Node].Events).take_front(P.Event), Stop))
      continue;
    if (P.Node == 0)
      return false;
    for (NodeId N : Preds[P.Node])
      if (!Seen[N]) {
        Seen[N] = true;
        Work.push_back({N, static_cast<unsigned>(K.Nodes[N].Events.size())});
      }
  }
  return true;
}

/// Returns true if one thread arrives once and starts all copies that the phase waits for, and if
/// it never waits between the branch that all threads pass and the last copy.
bool Mbarriers::endsWithoutWaiting(const Mbarrier &M) const {
  const AsyncOp &Arrival = *M.Arrivals.front();
  const std::optional<uint64_t> Expected = constant(Arrival.Bytes);
  if (constant(Arrival.Count) != 1 || !Expected || *Expected > MostBytes)
    return false;
  uint64_t Brought = 0;
  for (const AsyncOp *X : M.Copies) {
    const std::optional<uint64_t> Bytes = constant(X->Bytes);
    if (!Bytes || *Bytes % Unit || *Bytes > MostBytes || head(X->Node) != head(Arrival.Node))
      return false;
    Brought += *Bytes;
  }
  if (Brought != *Expected)
    return false;
  unsigned Left = 1 + M.Copies.size();
  const NodeId First = head(Arrival.Node);
  std::optional<Position> P = Position{First, 0};
  if (K.Nodes[First].Events.empty())
    return false;
  const Event &Begin = K.Nodes[First].Events.front();
  if (Begin.What == Event::Kind::Slot || Begin.What == Event::Kind::Fence)
    P = next(*P);
  const AsyncOp *Before = nullptr;
  for (; P && Left; P = next(*P)) {
    const AsyncOp *X = op(*P);
    const Event &E = K.Nodes[P->Node].Events[P->Event];
    const bool MayWait = E.What == Event::Kind::Barrier || E.What == Event::Kind::Collective ||
                         E.What == Event::Kind::Async || (X && X->What == OpKind::Await);
    if (MayWait && !(E.What == Event::Kind::Barrier && Before && Before->What == OpKind::Arrive))
      return false;
    Left -= X == &Arrival || llvm::is_contained(M.Copies, X);
    Before = X;
  }
  return !Left;
}

/// Returns true if no other access can overlap the copy's reads and writes.
bool Mbarriers::isAlone(const AsyncOp &Copy, const Mbarrier &M) const {
  if (Copy.ToOthers || Copy.Target == NoId || Copy.Source == NoId || !Copy.TargetOffset ||
      K.array(Copy.Target).Where != Space::Shared || !K.array(Copy.Target).Unknown.empty() ||
      K.array(Copy.Source).Where == Space::Shared)
    return false;
  auto IsWait = [&](const Event &E) {
    return E.What == Event::Kind::AsyncOp && llvm::is_contained(M.Waits, &K.AsyncOps[E.Id]);
  };
  for (const Access &A : K.Accesses) {
    if (A.Kind != AccessKind::Read && K.mayAlias(A.Array, Copy.Source))
      return false;
    if (K.mayAlias(A.Array, Copy.Target) && !isBeforeAll(Paths.access(A.Id), IsWait))
      return false;
  }
  const std::optional<uint64_t> First = constant(Copy.TargetOffset), Bytes = constant(Copy.Bytes);
  const uint64_t Extent = K.array(Copy.Target).Bytes;
  if (First && Extent && *First + *Bytes > Extent)
    return false;
  for (const AsyncOp &X : K.AsyncOps) {
    if (&X == &Copy)
      continue;
    if (X.Target != NoId && K.mayAlias(X.Target, Copy.Source))
      return false;
    if (X.Source != NoId && K.mayAlias(X.Source, Copy.Target))
      return false;
    if (X.Target == NoId || !K.mayAlias(X.Target, Copy.Target))
      continue;
    const std::optional<uint64_t> Other = constant(X.TargetOffset), Size = constant(X.Bytes);
    const bool Apart = X.Target == Copy.Target && First && Other && Size &&
                       (*First + *Bytes <= *Other || *Other + *Size <= *First);
    if (!Apart)
      return false;
  }
  return true;
}

bool Mbarriers::isOfCopies(const Mbarrier &M) const {
  if (M.Copies.empty() || M.Arrivals.size() != 1 || !isUntouched(M) || !isInitialised(M, 1))
    return false;
  // All threads pass the branch before they wait, so none of them blocks the one that arrives.
  const std::optional<NodeId> From = branchToOne(M.Arrivals.front()->Node);
  if (!From || !endsWithoutWaiting(M))
    return false;
  // A thread that waits keeps the block alive until the copies have ended.
  if (llvm::none_of(M.Waits,
                    [&](const AsyncOp *X) { return Flow.dominates(X->Node, K.Nodes.size() - 1); }))
    return false;
  for (const AsyncOp *X : M.Waits)
    if (!X->Surely || !X->ByParity || constant(X->Phase) != 0 || X->Node == *From ||
        !Flow.dominates(*From, X->Node))
      return false;
  return llvm::all_of(M.Copies, [&](const AsyncOp *X) { return isAlone(*X, M); });
}

/// The barrier that models the operation; NoId: there is none.
static BarrierId barrierOf(const Kernel &K, const AsyncOp &X) {
  const std::vector<Event> &Events = K.Nodes[X.Node].Events;
  for (size_t I = 0; I + 1 < Events.size(); ++I)
    if (Events[I].What == Event::Kind::AsyncOp && Events[I].Id == X.Id &&
        Events[I + 1].What == Event::Kind::Barrier)
      return Events[I + 1].Id;
  return NoId;
}

bool analysis::resolveMbarriers(const Kernel &K, smt::Workspace &Solving, const Launch &L,
                                llvm::function_ref<Kernel &()> Own) {
  auto IsInit = [](const AsyncOp &X) { return X.What == OpKind::Init; };
  // Threads' own copies may also complete at an mbarrier.
  auto IsCopy = [](const Access &A) { return A.Kind == AccessKind::AsyncCopy; };
  // Shared memory that is not known may belong to other blocks.
  auto IsAny = [](const Array &A) { return A.Where == Space::Shared && !A.Unknown.empty(); };
  if (llvm::none_of(K.AsyncOps, IsInit) || llvm::any_of(K.Accesses, IsCopy) ||
      llvm::any_of(K.Arrays, IsAny) || K.Nodes.size() > MaxNodes)
    return false;
  std::vector<BarrierId> Meetings, Others;
  std::vector<uint32_t> Known;
  std::vector<ArrayId> Targets;
  {
    const Mbarriers Of(K, Solving, L);
    for (const Mbarrier &M : Of.all()) {
      auto HasNone = [&](const AsyncOp *X) { return barrierOf(K, *X) == NoId; };
      if (llvm::any_of(M.Arrivals, HasNone) || llvm::any_of(M.Waits, HasNone))
        continue;
      const auto Meet = Of.meetings(M);
      if (Meet.empty() && !Of.isOfCopies(M))
        continue;
      for (const AsyncOp *X : Meet)
        Meetings.push_back(barrierOf(K, *X));
      for (const auto &Ops : {M.Arrivals, M.Waits})
        for (const AsyncOp *X : Ops)
          Others.push_back(barrierOf(K, *X));
      for (const auto &Ops : {M.Inits, M.Copies})
        for (const AsyncOp *X : Ops)
          Known.push_back(X->Id);
      for (const AsyncOp *X : M.Copies)
        Targets.push_back(X->Target);
    }
  }
  if (Known.empty())
    return false;
  Kernel &V = Own();
  for (BarrierId Id : Meetings) {
    V.Barriers[Id].Kind = BarrierKind::Block;
    V.Barriers[Id].AcrossBlocks = false;
  }
  llvm::erase_if(V.Gaps, [&](const ModelGap &G) {
    return (G.Barrier != NoId && llvm::is_contained(Others, G.Barrier)) ||
           (G.AsyncOp != NoId && llvm::is_contained(Known, G.AsyncOp));
  });
  // What copies write is not known and may differ between blocks.
  const ExprContext &C = *V.Ctx;
  for (ArrayId T : Targets) {
    V.Arrays[T].Written = true;
    for (SymbolId S = 0; S < C.numSymbols(); ++S)
      if (C.symbol(S).Kind == SymbolKind::Load && C.symbol(S).Index == T)
        V.Symbols.setWritten(S);
  }
  return true;
}
