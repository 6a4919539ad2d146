// SPDX-License-Identifier: Apache-2.0

#include "analysis/question/AsyncOrder.h"
#include "analysis/flow/Flow.h"
#include "analysis/flow/FlowPaths.h"
#include "analysis/question/LaunchView.h"
#include "analysis/question/Support.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <set>

using namespace cudafix;
using namespace cudafix::analysis;
using llvm::SmallVector;

using OpKind = AsyncOp::Kind;
using FaultKind = AsyncFault::Kind;

namespace {

class AsyncOrder {
public:
  AsyncOrder(const Kernel &K, const Launch &L, const RaceOptions &Opts)
      : K(K), L(L), Opts(Opts), C(*K.Ctx), Flow(K), Paths(K), Two(K, L, Scope::SameBlock) {
    At.resize(K.AsyncOps.size());
    for (const Node &N : K.Nodes)
      for (auto [I, E] : llvm::enumerate(N.Events))
        if (E.What == Event::Kind::AsyncOp)
          At[E.Id] = {N.Id, static_cast<unsigned>(I)};
  }
  std::vector<AsyncFault> run();

private:
  using Is = llvm::function_ref<bool(const Event &)>;
  bool isOp(const Event &E, std::initializer_list<OpKind> Kinds) const {
    return E.What == Event::Kind::AsyncOp && llvm::is_contained(Kinds, K.AsyncOps[E.Id].What);
  }
  std::set<std::pair<Event::Kind, uint32_t>> events(Position From, bool Forward, Is Wanted) const;
  bool isBetween(Position From, Position To, Is Wanted) const;
  bool follows(Position From, Position To, Is Stop) const;
  std::optional<Witness> meet(const Access &A, const AsyncOp &X, ArrayId Of, Expr Offset);
  void writes(const AsyncOp &X, Is Wait);
  void copyOut(const AsyncOp &X);
  void multiply(const AsyncOp &X);
  void storeTensor(const AsyncOp &X);
  void copyIn(const AsyncOp &X);
  std::optional<AsyncFault> unseen(const AsyncOp &X, const AsyncOp &Y, bool OtherWarp);
  void init(const AsyncOp &X);
  void dependency(const AsyncOp &X);
  bool isSkippedByOption(NodeId N, const Edge &E) const;
  llvm::BitVector beforeWaits() const;
  void notWaited();
  void add(AsyncFault F);

  const Kernel &K;
  const Launch &L;
  const RaceOptions &Opts;
  ExprContext &C;
  FlowInfo Flow;
  FlowPaths Paths;
  TwoThreads Two;
  std::vector<Position> At; ///< by AsyncOp::Id
  std::set<std::tuple<FaultKind, SourceLoc, SourceLoc>> Seen;
  std::vector<AsyncFault> Faults;
};

} // namespace

static bool nothing(const Event &) { return false; }

std::set<std::pair<Event::Kind, uint32_t>> AsyncOrder::events(Position From, bool Forward,
                                                              Is Wanted) const {
  std::set<std::pair<Event::Kind, uint32_t>> All;
  auto Visit = [&](const Event &E) {
    if (Wanted(E))
      All.insert({E.What, E.Id});
  };
  if (Forward)
    Paths.visitAfter(From, nothing, Visit);
  else
    Paths.visitBefore(From, nothing, Visit);
  return All;
}

/// Returns true if an event `Wanted` can occur between the two.
bool AsyncOrder::isBetween(Position From, Position To, Is Wanted) const {
  auto After = events(From, true, Wanted), Before = events(To, false, Wanted);
  return llvm::any_of(After, [&](const auto &E) { return Before.count(E) != 0; });
}

/// Returns true if the event at `To` can follow the one at `From` without an event `Stop` in
/// between.
bool AsyncOrder::follows(Position From, Position To, Is Stop) const {
  const Event &Last = K.Nodes[To.Node].Events[To.Event];
  bool Found = false;
  Paths.visitAfter(From, Stop,
                   [&](const Event &E) { Found |= E.What == Last.What && E.Id == Last.Id; });
  return Found;
}

/// Finds two threads, or one, of which one accesses the first byte that the other copies; nullopt:
/// none is found, or only with invented memory contents.
std::optional<Witness> AsyncOrder::meet(const Access &A, const AsyncOp &X, ArrayId Of,
                                        Expr Offset) {
  if (A.Array != Of || !Offset || !K.array(Of).Unknown.empty())
    return std::nullopt;
  for (unsigned By : {0u, 1u}) {
    auto Constraints = By ? Two.constraints() : Two.launchable();
    SmallVector<Expr, 16> Query(Constraints.begin(), Constraints.end());
    SmallVector<Expr, 8> Own;
    Expr First = Two.of(A.Offset, 0), Copied = Two.of(Offset, By);
    Own.push_back(C.sle(First, Copied));
    Own.push_back(C.slt(Copied, C.add(First, Two.of(A.Size, 0), NSW)));
    Own.push_back(Two.of(Flow.reached(A.Node), 0));
    Own.push_back(Two.of(Flow.reached(X.Node), By));
    if (A.Guard)
      Own.push_back(Two.of(A.Guard, 0));
    Support S;
    for (Expr E : Own)
      S.Merge(supportOf(K, Two, E));
    if (S.Data || S.Gap)
      continue;
    llvm::append_range(Query, Own);
    Satisfiability V = smt::Solver(Opts.Solving).satisfiable(Query, Opts.Budget);
    const auto *Yes = std::get_if<Satisfiable>(&V);
    if (!Yes)
      continue;
    auto Itself = [&](Expr Counter) { return Two.of(Counter, 0); };
    TwoThreads::Iterations Loops[2];
    Loops[0] = Two.iterations(A.Node, Itself);
    Witness W = Two.witness(*Yes, Loops);
    if (!By)
      W.Threads[1] = W.Threads[0];
    return W;
  }
  return std::nullopt;
}

void AsyncOrder::add(AsyncFault F) {
  SourceLoc Other = F.Access != NoId  ? K.access(F.Access).Loc
                    : F.Other != NoId ? K.AsyncOps[F.Other].Loc
                                      : SourceLoc();
  SourceLoc Op = F.Op != NoId ? K.AsyncOps[F.Op].Loc : SourceLoc();
  if (Seen.insert({F.What, Op, Other}).second)
    Faults.push_back(std::move(F));
}

/// Finds writes of threads to the memory that the async proxy reads at X.
void AsyncOrder::writes(const AsyncOp &X, Is Wait) {
  // What a copy writes in the meantime is what X reads.
  auto IsFence = [&](const Event &E) {
    return isOp(E, {OpKind::ProxyFence}) ||
           (X.What == OpKind::Multiply && isOp(E, {OpKind::CopyIn}));
  };
  const Position Read = At[X.Id];
  for (const Access &A : K.Accesses) {
    if (X.Source == NoId || A.Array != X.Source || A.Kind == AccessKind::Read ||
        A.Kind == AccessKind::AsyncCopy)
      continue;
    const Position Write = Paths.access(A.Id);
    if (follows(Write, Read, nothing) && !isBetween(Write, Read, IsFence))
      if (auto W = meet(A, X, X.Source, X.SourceOffset))
        add({FaultKind::NoProxyFence, X.Id, A.Id, NoId, std::move(W)});
    if (follows(Read, Write, nothing) && !isBetween(Read, Write, Wait))
      if (auto W = meet(A, X, X.Source, X.SourceOffset))
        add({FaultKind::SourceReused, X.Id, A.Id, NoId, std::move(W)});
  }
}

void AsyncOrder::copyOut(const AsyncOp &X) {
  auto IsWait = [&](const Event &E) { return isOp(E, {OpKind::WaitGroup, OpKind::WaitRead}); };
  auto IsCommit = [&](const Event &E) { return isOp(E, {OpKind::Commit}); };
  writes(X, IsWait);
  if (events(At[X.Id], true, IsWait).empty())
    return add({FaultKind::SourceFreed, X.Id});
  if (events(At[X.Id], true, IsCommit).empty())
    add({FaultKind::NotCommitted, X.Id});
}

void AsyncOrder::multiply(const AsyncOp &X) {
  auto IsWait = [&](const Event &E) { return isOp(E, {OpKind::WaitMultiply}); };
  auto IsCommit = [&](const Event &E) { return isOp(E, {OpKind::CommitMultiply}); };
  writes(X, IsWait);
  if (!events(At[X.Id], true, IsWait).empty() && events(At[X.Id], true, IsCommit).empty())
    add({FaultKind::NotCommitted, X.Id});
}

/// Finds places where other threads learn too early that this thread has written to tensor memory.
void AsyncOrder::storeTensor(const AsyncOp &X) {
  auto IsWait = [&](const Event &E) { return isOp(E, {OpKind::WaitTensor}); };
  auto Tells = [&](const Event &E) {
    return isOp(E, {OpKind::Arrive}) ||
           (E.What == Event::Kind::Barrier && K.barrier(E.Id).Kind != BarrierKind::Warp);
  };
  bool Waits = false;
  std::optional<AsyncFault> Told;
  auto Ends = [&](const Event &E) { return IsWait(E) || Tells(E); };
  Paths.visitAfter(At[X.Id], Ends, [&](const Event &E) {
    Waits |= IsWait(E);
    if (Tells(E) && !Told)
      Told = {FaultKind::StoreOpen, X.Id, NoId, E.What == Event::Kind::AsyncOp ? E.Id : NoId};
  });
  if (Told && !Waits)
    add(std::move(*Told));
}

/// Finds reads of memory that a copy writes, without a wait for the copy.
void AsyncOrder::copyIn(const AsyncOp &X) {
  auto MaySync = [&](const Event &E) {
    return isOp(E, {OpKind::Await}) ||
           (E.What == Event::Kind::Barrier && K.barrier(E.Id).Kind == BarrierKind::Other);
  };
  const Position Copy = At[X.Id];
  for (const Access &A : K.Accesses) {
    if (X.Target == NoId || A.Array != X.Target || A.Kind != AccessKind::Read)
      continue;
    const Position Read = Paths.access(A.Id);
    if (follows(Copy, Read, nothing) && !isBetween(Copy, Read, MaySync))
      if (auto W = meet(A, X, X.Target, X.TargetOffset))
        add({FaultKind::NotAwaited, X.Id, A.Id, NoId, std::move(W)});
  }
}

/// Asks whether a thread other than the one that initialises the mbarrier at X (or a thread of
/// another warp) uses it at Y; nullopt: none is found. There is no example if the model does not
/// show which thread initialises it; then at least two threads use it.
std::optional<AsyncFault> AsyncOrder::unseen(const AsyncOp &X, const AsyncOp &Y, bool OtherWarp) {
  if (!X.ObjectOffset || !Y.ObjectOffset)
    return std::nullopt;
  auto IsKnown = [&](llvm::ArrayRef<Expr> Terms) {
    Support S;
    for (Expr E : Terms)
      S.Merge(supportOf(K, Two, E));
    return !S.Data && !S.Gap;
  };
  SmallVector<Expr, 2> First{Two.of(Flow.reached(X.Node), 0), Two.of(X.ObjectOffset, 0)};
  const Expr Second[] = {Two.of(Flow.reached(Y.Node), 1), Two.of(Y.ObjectOffset, 1)};
  const bool Told = IsKnown(First);
  if (!Told)
    First = {Two.of(Flow.reached(Y.Node), 0), Two.of(Y.ObjectOffset, 0)};
  if (!IsKnown(First) || !IsKnown(Second) || (OtherWarp && !Told))
    return std::nullopt;
  SmallVector<Expr, 16> Query(Two.constraints().begin(), Two.constraints().end());
  llvm::append_values(Query, First[0], Second[0], C.eq(First[1], Second[1]));
  if (OtherWarp) {
    Expr Lanes = C.constant(WarpSize, 32);
    Query.push_back(C.lnot(
        C.eq(C.binary(Op::UDiv, Two.linear(0), Lanes), C.binary(Op::UDiv, Two.linear(1), Lanes))));
  }
  Satisfiability V = smt::Solver(Opts.Solving).satisfiable(Query, Opts.Budget);
  const auto *Yes = std::get_if<Satisfiable>(&V);
  if (!Yes)
    return std::nullopt;
  AsyncFault F{FaultKind::InitUnseen, X.Id, NoId, Y.Id, std::nullopt};
  if (Told)
    F.Example = Two.witness(*Yes, {});
  return F;
}

/// Finds threads that may use an mbarrier before it is initialised.
void AsyncOrder::init(const AsyncOp &X) {
  const std::vector<NodeId> &Alone = Paths.divergentBranches(X.Node);
  if (X.Object == NoId || Alone.empty())
    return;
  // An operation on an mbarrier comes before the barrier that models it. An operation on the
  // mbarrier that is being initialised makes no thread wait.
  std::set<BarrierId> OfObject;
  for (const Node &N : K.Nodes)
    for (size_t I = 1; I < N.Events.size(); ++I)
      if (N.Events[I].What == Event::Kind::Barrier &&
          isOp(N.Events[I - 1], {OpKind::Arrive, OpKind::Await}) &&
          K.AsyncOps[N.Events[I - 1].Id].Object == X.Object)
        OfObject.insert(N.Events[I].Id);
  auto Meets = [&](const Event &E) {
    return E.What == Event::Kind::Barrier && K.barrier(E.Id).Kind != BarrierKind::Warp &&
           !OfObject.count(E.Id);
  };
  auto IsOfWarp = [&](const Event &E) {
    return E.What == Event::Kind::Barrier && K.barrier(E.Id).Kind == BarrierKind::Warp;
  };
  for (const AsyncOp &Y : K.AsyncOps) {
    if (Y.Object != X.Object ||
        (Y.What != OpKind::Arrive && Y.What != OpKind::Await && Y.What != OpKind::CopyIn))
      continue;
    if (!follows(At[X.Id], At[Y.Id], nothing) || isBetween(At[X.Id], At[Y.Id], Meets))
      continue;
    if (auto F = unseen(X, Y, isBetween(At[X.Id], At[Y.Id], IsOfWarp)))
      return add(std::move(*F));
  }
}

static bool isGlobal(const Kernel &K, const Access &A) {
  return K.array(A.Array).Where == Space::Global;
}

/// Finds accesses, before the wait for earlier kernels, to what such a kernel may still write or
/// use. Loading data that no earlier kernel writes is allowed there, so reads count only if nothing
/// else is left for the wait to guard, or if the kernel also uses the same array after it.
void AsyncOrder::dependency(const AsyncOp &X) {
  auto IsGlobal = [&](const Event &E) {
    return E.What == Event::Kind::Access && isGlobal(K, K.access(E.Id));
  };
  auto Before = events(At[X.Id], false, IsGlobal), After = events(At[X.Id], true, IsGlobal);
  // The same access may follow later, in a loop around both or after another wait.
  auto Waited = After;
  for (const AsyncOp &Y : K.AsyncOps)
    if (Y.What == OpKind::Dependency)
      Waited.merge(events(At[Y.Id], true, IsGlobal));
  auto Reads = [&](const auto &E) { return K.access(E.second).Kind == AccessKind::Read; };
  auto MayRead = [](const ModelGap &G) { return G.MayAccessMemory; };
  auto Copies = [](const AsyncOp &Y) { return Y.What == OpKind::CopyIn; };
  const bool GuardsReads = llvm::any_of(After, Reads) || llvm::any_of(K.Gaps, MayRead) ||
                           llvm::any_of(K.AsyncOps, Copies);
  for (const auto &[What, Id] : Before) {
    auto IsKnown = [Id = Id](const AsyncFault &F) {
      return F.What == FaultKind::NotWaited && F.Access == Id;
    };
    if (Waited.count({What, Id}) || llvm::any_of(Faults, IsKnown))
      continue;
    const Access &A = K.access(Id);
    if (A.Kind != AccessKind::Read) {
      add({FaultKind::WrittenEarly, X.Id, Id});
      continue;
    }
    bool Again = llvm::any_of(
        After, [&](const auto &E) { return K.mayAlias(K.access(E.second).Array, A.Array); });
    if (!GuardsReads || Again)
      add({FaultKind::ReadEarly, X.Id, Id});
  }
}

/// Returns true if launch-wide values alone decide that the kernel takes this branch around every
/// wait: the host then launches the kernel so that it need not wait.
bool AsyncOrder::isSkippedByOption(NodeId N, const Edge &E) const {
  auto IsOfLaunch = [&](Expr Leaf) {
    return Leaf->op() != Op::Apply || C.symbol(Leaf->symbol()).Kind == SymbolKind::Parameter;
  };
  if (!E.Cond || E.Cond->isConst() ||
      ExprContext::any(E.Cond, [&](Expr Leaf) { return !IsOfLaunch(Leaf); }))
    return false;
  return llvm::any_of(K.AsyncOps, [&](const AsyncOp &X) {
    auto Leads = [&](const Edge &S) { return S.To == X.Node || Paths.reaches(S.To, X.Node); };
    return X.What == OpKind::Dependency && !Leads(E) && llvm::any_of(K.Nodes[N].Succs, Leads);
  });
}

/// The accesses on paths from the entry on which the thread neither waits for earlier kernels nor
/// meets a thread that may have waited.
llvm::BitVector AsyncOrder::beforeWaits() const {
  auto IsWait = [&](const Event &E) { return isOp(E, {OpKind::Dependency}); };
  llvm::BitVector Found(K.Accesses.size()), Entered(K.Nodes.size());
  SmallVector<NodeId, 16> Work{0};
  Entered.set(0);
  while (!Work.empty()) {
    const Node &N = K.Nodes[Work.pop_back_val()];
    bool Ordered = false;
    for (auto [I, E] : llvm::enumerate(N.Events)) {
      const bool Meets = E.What == Event::Kind::Barrier || isOp(E, {OpKind::Await});
      Ordered |= IsWait(E) || (Meets && !events({N.Id, unsigned(I)}, false, IsWait).empty());
      if (Ordered)
        break;
      if (E.What == Event::Kind::Access)
        Found.set(E.Id);
    }
    for (const Edge &E : N.Succs)
      if (!Ordered && !Entered.test(E.To) && !isSkippedByOption(N.Id, E)) {
        Entered.set(E.To);
        Work.push_back(E.To);
      }
  }
  return Found;
}

/// Handles a launch that may begin while earlier kernels run: finds accesses to what those use on
/// paths without a wait, or the lack of any wait.
void AsyncOrder::notWaited() {
  if (!L.Overlaps)
    return;
  uint32_t Wait = NoId;
  for (const AsyncOp &X : K.AsyncOps)
    if (X.What == OpKind::Dependency && Wait == NoId)
      Wait = X.Id;
  const llvm::BitVector Early = beforeWaits();
  for (const Access &A : K.Accesses) {
    if (!Early.test(A.Id) || !isGlobal(K, A))
      continue;
    for (const EarlierUse &U : L.Earlier)
      if (K.mayAlias(U.Array, A.Array) && (U.Writes || A.Kind != AccessKind::Read)) {
        add({FaultKind::NotWaited, Wait, A.Id, NoId, std::nullopt, U});
        break;
      }
  }
  // Without any wait, the first read is reported.
  if (Wait != NoId || !Faults.empty() || !K.Gaps.empty())
    return;
  for (const Access &A : K.Accesses)
    if (Early.test(A.Id) && isGlobal(K, A) && A.Kind == AccessKind::Read)
      return add({FaultKind::NotWaited, NoId, A.Id});
}

std::vector<AsyncFault> AsyncOrder::run() {
  notWaited();
  for (const AsyncOp &X : K.AsyncOps) {
    if (X.What == OpKind::CopyOut)
      copyOut(X);
    else if (X.What == OpKind::Multiply)
      multiply(X);
    else if (X.What == OpKind::StoreTensor)
      storeTensor(X);
    else if (X.What == OpKind::CopyIn)
      copyIn(X);
    else if (X.What == OpKind::Init)
      init(X);
    else if (X.What == OpKind::Dependency)
      dependency(X);
  }
  return std::move(Faults);
}

std::vector<AsyncFault> analysis::findAsyncFaults(const Kernel &Whole, const Launch &Of,
                                                  const RaceOptions &Opts) {
  // An unseen call may contain what is missing.
  auto IsUnseen = [](const ModelGap &G) { return G.MayAccessMemory && G.MaySynchronize; };
  if ((Whole.AsyncOps.empty() && !Of.Overlaps) || Of.Unreached ||
      llvm::any_of(Whole.Gaps, IsUnseen))
    return {};
  LaunchView View(Whole, Opts.Solving, Of);
  if (!View.impossible().empty())
    return {};
  return AsyncOrder(View.kernel(), View.launch(), Opts).run();
}
