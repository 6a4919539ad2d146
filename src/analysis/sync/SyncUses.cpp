// SPDX-License-Identifier: Apache-2.0

#include "analysis/sync/SyncUses.h"
#include "model/Sums.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::analysis;

SyncUses::SyncUses(const Kernel &K, smt::Workspace &Solving, const FlowInfo &Flow, bool OneWarp,
                   Impossible Never)
    : K(K), Solving(Solving), Flow(Flow), C(*K.Ctx), Never(std::move(Never)), Paths(K),
      Walk(K, OneWarp) {
  findReads();
  if (none())
    return;
  BarrierSet Off = BarrierSet::all(K);
  Off.On.reset();
  Whole = computePhases(K, Solving, Off, PhaseLevel::Grid).front();
  PlaceOf.assign(K.Accesses.size(), nullptr);
  for (const Reached &R : Whole.Places)
    if (R.What == Reached::Kind::Access)
      PlaceOf[R.Id] = &R;
}

bool cudafix::analysis::changesNothing(const Access &A) {
  if (A.Atomic == AtomicOp::Load)
    return true;
  bool Zero = A.Value && A.Value->isConst() && A.Value->value() == 0;
  return Zero && (A.Atomic == AtomicOp::Add || A.Atomic == AtomicOp::Sub ||
                  A.Atomic == AtomicOp::Or || A.Atomic == AtomicOp::Xor);
}

void SyncUses::findReads() {
  auto Spins = [&](const Access &A) {
    for (LoopId L = K.Nodes[A.Node].Loop; L != NoId; L = K.Loops[L].Parent)
      if (K.Loops[L].SpinWait)
        return true;
    return false;
  };
  for (const Access &A : K.Accesses) {
    if (!A.Result || A.Result->op() != Op::Apply || K.Arrays[A.Array].Where == Space::Local)
      continue;
    if (A.Kind == AccessKind::Atomic || (A.Kind == AccessKind::Read && (A.Volatile || Spins(A)))) {
      Reads.insert(A.Id);
      Cells.insert(A.Array);
    }
  }
}

bool cudafix::analysis::isBehindCounter(const ExprContext &C, const Access &Y, const Access &X) {
  const bool Counts = X.Atomic == AtomicOp::Add && X.Result && X.Size->isConst();
  if (!Counts || Y.Array != X.Array || Y.Kind == AccessKind::Atomic)
    return false;
  auto [Terms, Bytes] = difference(Y.Offset, X.Offset);
  return Bytes >= X.Size->signedValue() && llvm::all_of(Terms, [&](const auto &Part) {
           Expr E = unwidened(Part.first);
           return Part.second > 0 &&
                  (E == X.Result || (E->op() == Op::Apply && C.symbol(E->symbol()).Lo >= 0));
         });
}

bool SyncUses::isWrite(AccessId Id) const {
  const Access &A = K.access(Id);
  if (!Cells.contains(A.Array) || A.Kind == AccessKind::Read || changesNothing(A))
    return false;
  // Data written behind a counter in the same array is no signal.
  return llvm::any_of(Reads, [&](AccessId R) {
    return K.access(R).Array == A.Array && !isBehindCounter(C, A, K.access(R));
  });
}

Expr SyncUses::close(Expr E, NodeId From, NodeId To) const {
  return C.replace(E, [&](Expr A) {
    const Symbol &S = C.symbol(A->symbol());
    if (S.Kind != SymbolKind::Counter || !Flow.contains(S.Index, From) ||
        Flow.contains(S.Index, To))
      return Expr();
    return C.apply(K.Loops[S.Index].Exit);
  });
}

Expr SyncUses::condition(AccessId Id) const {
  return PlaceOf[Id] ? PlaceOf[Id]->Cond : C.boolean(false);
}

Expr SyncUses::at(AccessId Id, Expr E) const {
  return PlaceOf[Id] ? Whole.at(C, E, *PlaceOf[Id]) : E;
}

static bool mentions(Expr E, SymbolId S) {
  bool Found = false;
  ExprContext::visit(E, [&](Expr N) { Found |= N->op() == Op::Apply && N->symbol() == S; });
  return Found;
}

/// The condition and result of `Op` for the block's first thread when it reaches the barrier.
std::optional<SyncGuard> SyncUses::atBarrier(BarrierId B, const Access &Op) {
  auto [It, New] = AtBarrier.try_emplace(B);
  if (New) {
    BarrierSet Only = BarrierSet::all(K);
    Only.On.reset();
    Only.On.set(B);
    const bool OfWarp = K.barrier(B).Kind == BarrierKind::Warp; // the block has only one warp
    It->second.first =
        computePhases(K, Solving, Only, OfWarp ? PhaseLevel::Warp : PhaseLevel::Block).front();
    for (const Reached &R : It->second.first.Places)
      if (R.What == Reached::Kind::Barrier && R.Id == B)
        It->second.second = R.Cond;
  }
  const auto &[Phase, Cond] = It->second;
  for (const Reached &R : Phase.Places)
    if (R.What == Reached::Kind::Barrier && R.Id == B)
      return SyncGuard{forLeader(Cond),
                       forLeader(Phase.at(C, close(Op.Result, Op.Node, R.Node), R)), true};
  return std::nullopt;
}

/// The condition and result of `Op` for the warp's first lane when it reaches the barrier.
std::optional<SyncGuard> SyncUses::atWarpBarrier(BarrierId B, const Access &Op) {
  auto [It, New] = AtWarpBarrier.try_emplace(B);
  if (New) {
    BarrierSet Only = BarrierSet::all(K);
    Only.On.reset();
    Only.On.set(B);
    It->second = computePhases(K, Solving, Only, PhaseLevel::Warp).front();
  }
  const Phase &First = It->second;
  for (const Reached &R : First.Places)
    if (R.What == Reached::Kind::Barrier && R.Id == B)
      return SyncGuard{forFirstLane(R.Cond),
                       forFirstLane(First.at(C, close(Op.Result, Op.Node, R.Node), R)), false};
  return std::nullopt;
}

std::optional<SyncGuard> SyncUses::guard(const SyncUse &Use, AccessId At) {
  const Access &Op = K.access(Use.Op);
  if (Use.OfWarp) {
    auto First = atWarpBarrier(Use.Crossed, Op);
    return First && mentions(First->Cond, Op.Result->symbol()) ? First : std::nullopt;
  }
  bool Leader = Use.Crossed != NoId && leaderOnly(Use.Op);
  if (Leader)
    if (auto First = atBarrier(Use.Crossed, Op);
        First && mentions(First->Cond, Op.Result->symbol()))
      return First;
  SyncGuard Own{forward(condition(At)), at(At, close(Op.Result, Op.Node, K.access(At).Node)),
                Leader};
  return mentions(Own.Cond, Op.Result->symbol()) ? std::optional(Own) : std::nullopt;
}

bool SyncUses::implies(const SyncUse &Use, AccessId At, llvm::function_ref<Expr(Expr)> Claim) {
  auto G = guard(Use, At);
  return G && Never({G->Cond, C.lnot(Claim(G->Result))});
}

/// Finds the widest fence scope that every path has.
void SyncUses::findFence(AccessId At, bool Forward, SyncUse &Use) const {
  for (AtomicScope Scope : {AtomicScope::Device, AtomicScope::Block}) {
    bool Bare = false;
    auto Visit = [&](const Event &E, BarrierId) {
      if (E.What == Event::Kind::Access && E.Id == Use.Op)
        return Bare = true;
      bool Fence = E.What == Event::Kind::Fence;
      if (Fence && K.fence(E.Id).Scope < Scope)
        Use.Narrow = E.Id;
      return Fence && K.fence(E.Id).Scope >= Scope;
    };
    Forward ? Walk.forward(position(At), Visit) : Walk.backward(position(At), Visit);
    if (!Bare) {
      Use.Fence = Scope;
      return;
    }
  }
}

/// Returns true if blocks with a thread at the access never take that edge: in `if (block > 0) {
/// wait } ... if (block > 0) { access }`, no block reaches the access without the wait.
bool SyncUses::isNeverOfBlock(AccessId Id, NodeId To, Expr Cond) const {
  auto [It, New] = NodesOfBlock.try_emplace(Id);
  llvm::BitVector &Nodes = It->second;
  auto IsNever = [&](Expr Way) {
    auto OfThread = [&](Expr N) {
      return N->op() == Op::Apply && C.symbol(N->symbol()).Kind == SymbolKind::ThreadIdx;
    };
    if (!Way || !isFixed(Way) || ExprContext::any(Way, OfThread))
      return false;
    auto [Known, Asked] = NeverOfBlock.try_emplace({Id, Way});
    if (Asked)
      Known->second = Never({condition(Id), Way});
    return Known->second;
  };
  if (New) { // the nodes that such a block may reach
    Nodes.resize(K.Nodes.size());
    std::vector<NodeId> Work{0};
    Nodes.set(0);
    while (!Work.empty()) {
      const Node &N = K.Nodes[Work.back()];
      Work.pop_back();
      for (const Edge &E : N.Succs)
        if (!Nodes.test(E.To) && !IsNever(E.Cond)) {
          Nodes.set(E.To);
          Work.push_back(E.To);
        }
    }
  }
  return !Nodes.test(To) || IsNever(Cond);
}

const std::vector<SyncUse> &SyncUses::before(AccessId Id) {
  auto [It, New] = Before.try_emplace(Id);
  if (!New)
    return It->second;
  llvm::DenseSet<AccessId> Candidates;
  Walk.backward(position(Id), [&](const Event &E, BarrierId) {
    if (E.What == Event::Kind::Access && isRead(E.Id))
      Candidates.insert(E.Id);
    return false;
  });
  for (const Access &A : K.Accesses) {
    if (!Candidates.contains(A.Id) || A.Id == Id)
      continue;
    SyncUse Use;
    Use.Op = A.Id;
    bool Own = false, Several = false;
    auto Visit = [&](const Event &E, BarrierId Crossed) {
      if (E.What != Event::Kind::Access || E.Id != A.Id)
        return false;
      Several |= Use.Crossed != NoId && Use.Crossed != Crossed;
      Use.Crossed = Crossed;
      Own |= Crossed == NoId;
      return true;
    };
    auto Excluded = [&](NodeId, NodeId To, Expr Cond) { return isNeverOfBlock(Id, To, Cond); };
    bool Around = Walk.backward(position(Id), Visit, EventWalk::Group::Block, Excluded);
    if (Around) { // perhaps the warp's first lane executes it for the others
      Use.Crossed = NoId;
      Own = Several = false;
      Around = Walk.backward(position(Id), Visit, EventWalk::Group::Warp, Excluded) || Own ||
               Several || Use.Crossed == NoId || !firstLaneOnly(A.Id);
      Use.OfWarp = true;
    }
    if (Own)
      Use.Crossed = NoId;
    auto Known = Around ? std::nullopt : guard(Use, Id);
    if (!Known)
      continue;
    Use.Leader = Known->Leader;
    findFence(Id, false, Use);
    It->second.push_back(Use);
  }
  return It->second;
}

const std::vector<SyncUse> &SyncUses::after(AccessId Id) {
  auto [It, New] = After.try_emplace(Id);
  if (!New)
    return It->second;
  std::map<AccessId, BarrierId> Found;
  Walk.forward(position(Id), [&](const Event &E, BarrierId Crossed) {
    if (E.What == Event::Kind::Access && isWrite(E.Id) && E.Id != Id) {
      auto [F, First] = Found.try_emplace(E.Id, Crossed);
      if (Crossed == NoId)
        F->second = NoId;
    }
    return false;
  });
  for (auto [Op, Crossed] : Found) {
    SyncUse Use;
    Use.Op = Op;
    Use.Crossed = Crossed;
    Use.Leader = Crossed != NoId;
    findFence(Id, true, Use);
    It->second.push_back(Use);
    if (firstLaneOnly(Op) && firstLaneFollows(Id, Op)) {
      Use.Crossed = NoId;
      Use.Leader = false;
      Use.OfWarp = true;
      It->second.push_back(Use);
    }
  }
  return It->second;
}

bool SyncUses::firstLaneFollows(AccessId A, AccessId B) const {
  bool Own = false;
  auto Stop = [&](const Event &E, BarrierId Crossed) {
    const bool Is = E.What == Event::Kind::Access && E.Id == B;
    Own |= Is && Crossed == NoId;
    return Is;
  };
  return A != B && !Walk.forward(position(A), Stop, EventWalk::Group::Warp) && !Own;
}

bool SyncUses::isOwnAfter(AccessId A, AccessId B) const {
  if (K.Nodes[K.access(A).Node].Loop != NoId || K.Nodes[K.access(B).Node].Loop != NoId)
    return false;
  bool Meets = false;
  Walk.backward(position(B), [&](const Event &E, BarrierId) {
    Meets |= E.What == Event::Kind::Barrier;
    return E.What == Event::Kind::Access && E.Id == A;
  });
  return !Meets;
}

bool SyncUses::canFollow(AccessId A, AccessId B) const {
  if (A == B)
    return false;
  Position From = position(A), To = position(B);
  if (From.Node == To.Node)
    return To.Event > From.Event;
  std::vector<char> Seen(K.Nodes.size());
  std::vector<NodeId> Work{From.Node};
  while (!Work.empty()) {
    NodeId N = Work.back();
    Work.pop_back();
    for (const Edge &E : K.Nodes[N].Succs) {
      if (E.Back || Seen[E.To])
        continue;
      if (E.To == To.Node)
        return true;
      Seen[E.To] = true;
      Work.push_back(E.To);
    }
  }
  return false;
}

bool SyncUses::alwaysFollowedBy(AccessId A, AccessId B, bool Leader) const {
  if (A == B)
    return true;
  auto Stop = [&](const Event &E, BarrierId) { return E.What == Event::Kind::Access && E.Id == B; };
  return !(Leader ? Walk.leaderForward(position(A), Stop) : Walk.forward(position(A), Stop));
}

bool SyncUses::byThreadAlone(AccessId Id) const {
  bool Alone = true;
  ExprContext::visit(condition(Id), [&](Expr N) {
    Alone &= N->op() != Op::Apply || C.symbol(N->symbol()).Kind == SymbolKind::ThreadIdx;
  });
  return Alone;
}

bool SyncUses::leaderOnly(AccessId Id) {
  for (unsigned D = 0; D < 3; ++D)
    if (K.UsesDim[D] && !Never({condition(Id), C.ne(C.threadIdx(D), C.constant(0, 32))}))
      return false;
  return K.UsesDim[0] || K.UsesDim[1] || K.UsesDim[2];
}

bool SyncUses::firstLaneOnly(AccessId Id) {
  auto [It, New] = ByFirstLane.try_emplace(Id);
  if (New) {
    Expr Lane = C.binary(Op::URem, C.threadIdx(0), C.constant(32, 32));
    It->second = K.UsesDim[0] && Never({condition(Id), C.ne(Lane, C.constant(0, 32))});
  }
  return It->second;
}

Expr SyncUses::blocksBelow(AccessId Id, unsigned Dim) {
  Expr Block = C.blockIdx(Dim), Found;
  auto IsOfLaunch = [&](Expr E) {
    return !ExprContext::any(E, [&](Expr N) {
      return N->op() == Op::Apply && C.symbol(N->symbol()).Kind != SymbolKind::Parameter;
    });
  };
  ExprContext::visit(condition(Id), [&](Expr N) {
    const bool Compares = N->op() == Op::Slt || N->op() == Op::Ult;
    if (!Found && Compares && N->arg(0) == Block && IsOfLaunch(N->arg(1)) &&
        Never({condition(Id), C.lnot(C.ult(Block, N->arg(1)))}))
      Found = N->arg(1);
  });
  return Found;
}

/// The store by which the block's first thread put the read value into shared memory. It is the
/// only one to that place; all other stores to the array come before it or after the read (those
/// that race are separate findings). Null: there is no such store.
const Access *SyncUses::broadcastOf(const Access &Read) {
  const Access *Put = nullptr;
  for (const Access &W : K.Accesses)
    if (W.Array == Read.Array && W.Kind == AccessKind::Write && W.Offset == Read.Offset &&
        W.Size == Read.Size && W.Value && W.Value->width() == Read.Result->width() &&
        K.Nodes[W.Node].Loop == NoId && leaderOnly(W.Id)) {
      if (Put)
        return nullptr;
      Put = &W;
    }
  bool Alone = Put && canFollow(Put->Id, Read.Id) && llvm::all_of(K.Accesses, [&](const Access &W) {
                 if (W.Array != Read.Array || W.Kind == AccessKind::Read || &W == Put)
                   return true;
                 return K.Nodes[Read.Node].Loop == NoId &&
                        (!canFollow(Put->Id, W.Id) || !canFollow(W.Id, Read.Id));
               });
  return Alone ? Put : nullptr;
}

/// Replaces values that are read after a barrier, and that the block's first thread alone has
/// stored, by the stored value.
Expr SyncUses::forward(Expr E) {
  return C.replace(E, [&](Expr A) {
    if (C.symbol(A->symbol()).Kind != SymbolKind::Load)
      return Expr();
    auto [It, New] = Forwarded.try_emplace(A->symbol());
    if (!New)
      return It->second;
    const Access *Read = nullptr;
    for (const Access &R : K.Accesses)
      if (R.Kind == AccessKind::Read && R.Result && R.Result->op() == Op::Apply &&
          R.Result->symbol() == A->symbol())
        Read = &R;
    if (!Read || K.Arrays[Read->Array].Where != Space::Shared)
      return Expr();
    const Access *Write = broadcastOf(*Read);
    if (!Write)
      return Expr();
    return It->second = forLeader(at(Write->Id, Write->Value));
  });
}
