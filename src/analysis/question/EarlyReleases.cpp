// SPDX-License-Identifier: Apache-2.0

#include "analysis/question/EarlyReleases.h"
#include "analysis/flow/EventWalk.h"
#include "analysis/flow/Flow.h"
#include "analysis/question/RaceQuestion.h"
#include "analysis/question/TwoThreads.h"
#include "smt/Solver.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::analysis;
using llvm::SmallVector;

namespace {

class EarlyReleaseFinder {
public:
  EarlyReleaseFinder(const Kernel &K, const Launch &L, const RaceOptions &Opts)
      : K(K), Opts(Opts), C(*K.Ctx), Flow(K), Paths(K), Walk(K, false), T(K, L, Scope::SameBlock),
        Solve(Opts.Solving) {}

  std::vector<EarlyRelease> run();

private:
  bool isSignal(const Access &A) const;
  bool isReadHere(const Access &Signal) const;
  void computePlaces();
  SmallVector<Expr, 16> query(const Access &First, const Access &Second) const;
  bool isOfOneThread(const Access &Signal);
  void ask(const Access &Store, const Access &Signal, bool OtherWarp);

  const Kernel &K;
  const RaceOptions &Opts;
  ExprContext &C;
  FlowInfo Flow;
  FlowPaths Paths;
  EventWalk Walk;
  mutable TwoThreads T; ///< 0 stores, 1 posts
  smt::Solver Solve;
  Phase Whole;                          ///< the kernel without barriers
  std::vector<const Reached *> PlaceOf; ///< by AccessId
  std::vector<EarlyRelease> Found;
};

} // namespace

/// Returns true for a store that makes known what its thread has done before.
bool EarlyReleaseFinder::isSignal(const Access &A) const {
  const bool Atomic = A.Kind == AccessKind::Atomic;
  if (K.Arrays[A.Array].Where != Space::Global || A.Kind == AccessKind::Read ||
      A.Atomic == AtomicOp::Load || !(Atomic || A.Volatile) ||
      (Atomic && A.Scope < AtomicScope::Device))
    return false;
  if (A.Release)
    return true;
  bool Fenced = false;
  for (const Event &E : K.Nodes[A.Node].Events) {
    if (E.What == Event::Kind::Access && E.Id == A.Id)
      return Fenced;
    if (E.What == Event::Kind::Fence)
      Fenced = K.fence(E.Id).Scope >= AtomicScope::Device;
    else if (E.What != Event::Kind::Slot)
      Fenced = false;
  }
  return false;
}

bool EarlyReleaseFinder::isReadHere(const Access &Signal) const {
  return llvm::any_of(K.Accesses, [&](const Access &A) {
    return A.Array == Signal.Array && (A.Kind == AccessKind::Read || A.Result);
  });
}

void EarlyReleaseFinder::computePlaces() {
  BarrierSet Off = BarrierSet::all(K);
  Off.On.reset();
  Whole = computePhases(K, Opts.Solving, Off, PhaseLevel::Grid).front();
  PlaceOf.assign(K.Accesses.size(), nullptr);
  for (const Reached &R : Whole.Places)
    if (R.What == Reached::Kind::Access)
      PlaceOf[R.Id] = &R;
}

/// That thread 0 comes to the first access and thread 1 to the second, in the same turns.
SmallVector<Expr, 16> EarlyReleaseFinder::query(const Access &First, const Access &Second) const {
  const Place At[2] = {{&Whole, PlaceOf[First.Id], &First, &C},
                       {&Whole, PlaceOf[Second.Id], &Second, &C}};
  SmallVector<Expr, 16> Query(T.constraints());
  for (unsigned I : {0, 1})
    Query.push_back(T.of(At[I].At->Cond, I));
  for (LoopId L : Flow.loopsAround(First.Node))
    if (Flow.contains(L, Second.Node)) {
      Expr Turn = C.apply(K.Loops[L].Counter);
      Query.push_back(C.eq(At[0].of(T, Turn, 0), At[1].of(T, Turn, 1)));
    }
  return Query;
}

bool EarlyReleaseFinder::isOfOneThread(const Access &Signal) {
  return std::holds_alternative<Unsatisfiable>(
      Solve.satisfiable(query(Signal, Signal), Opts.Budget));
}

void EarlyReleaseFinder::ask(const Access &Store, const Access &Signal, bool OtherWarp) {
  SmallVector<Expr, 16> Query = query(Store, Signal);
  auto WarpOf = [&](unsigned I) {
    return C.binary(Op::UDiv, T.linear(I), C.constant(WarpSize, 32));
  };
  if (OtherWarp)
    Query.push_back(C.ne(WarpOf(0), WarpOf(1)));
  else // who posts a flag itself makes known what it has stored
    Query.push_back(C.lnot(T.of(PlaceOf[Signal.Id]->Cond, 0)));
  const Satisfiability Answer = Solve.satisfiable(Query, Opts.Budget);
  const auto *Yes = std::get_if<Satisfiable>(&Answer);
  if (!Yes)
    return;
  auto Turns = [&](const Access &A, unsigned I) {
    return T.iterations(
        A.Node, [&](Expr Counter) { return T.of(Whole.at(C, Counter, *PlaceOf[A.Id]), I); });
  };
  Found.push_back({Store.Id, Signal.Id, T.witness(*Yes, {Turns(Store, 0), Turns(Signal, 1)})});
}

std::vector<EarlyRelease> EarlyReleaseFinder::run() {
  for (const Access &Signal : K.Accesses) {
    if (!isSignal(Signal) || isReadHere(Signal))
      continue;
    if (PlaceOf.empty())
      computePlaces();
    if (!PlaceOf[Signal.Id])
      continue;
    // Stores on the ways to it, and whether all ways from there pass a barrier of the warp.
    std::map<AccessId, bool> Stores;
    auto Visit = [&](const Event &E, BarrierId Met) {
      if (E.What == Event::Kind::Collective || E.What == Event::Kind::AsyncOp)
        return true;
      if (E.What == Event::Kind::Barrier)
        return K.barrier(E.Id).Kind != BarrierKind::Warp;
      if (E.What != Event::Kind::Access)
        return false;
      const Access &A = K.access(E.Id);
      if (A.Kind == AccessKind::Write && !A.Volatile && A.Array != Signal.Array &&
          K.Arrays[A.Array].Where == Space::Global && PlaceOf[A.Id]) {
        bool &OfWarp = Stores.try_emplace(A.Id, Met != NoId).first->second;
        OfWarp &= Met != NoId;
      }
      return false;
    };
    auto IsTurnBefore = [&](NodeId At, NodeId To, Expr) {
      return llvm::any_of(Flow.loopsAround(Signal.Node), [&](LoopId L) {
        return K.Loops[L].Header == At && Flow.contains(L, To);
      });
    };
    Walk.backward(Paths.access(Signal.Id), Visit, EventWalk::Group::Warp, IsTurnBefore);
    for (auto [Store, OfWarp] : Stores)
      if (!OfWarp || isOfOneThread(Signal))
        ask(K.access(Store), Signal, OfWarp);
  }
  return std::move(Found);
}

std::vector<EarlyRelease> analysis::findEarlyReleases(const Kernel &K, const Launch &L,
                                                      const RaceOptions &Opts) {
  return EarlyReleaseFinder(K, L, Opts).run();
}
