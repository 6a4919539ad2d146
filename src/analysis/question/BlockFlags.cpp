// SPDX-License-Identifier: Apache-2.0

#include "analysis/question/BlockFlags.h"
#include "analysis/flow/EventWalk.h"
#include "analysis/flow/Flow.h"
#include "analysis/question/RaceQuestion.h"
#include "analysis/question/TwoThreads.h"
#include "smt/Solver.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace cudafix;
using namespace cudafix::analysis;
using llvm::SmallVector;

namespace {

class UnmetFlagFinder {
public:
  UnmetFlagFinder(const Kernel &K, const Launch &L, const RaceOptions &Opts)
      : K(K), Opts(Opts), C(*K.Ctx), Flow(K), Paths(K), Walk(K, false), T(K, L, Scope::SameBlock),
        Solve(Opts.Solving) {}

  std::vector<UnmetFlag> run();

private:
  using Kind = UnmetFlag::Kind;
  bool isPost(const Access &A) const;
  bool isWait(const Access &A) const;
  bool isReached(AccessId Id);
  SmallVector<Expr, 16> query(const Access &First, const Access &Second);
  bool isOfOneThread(const Access &Flag);
  void lookBefore(const Access &Post);
  void lookBehind(const Access &Wait);
  void askAll(Kind What, const Access &Flag);
  void ask(Kind What, const Access &Other, const Access &Flag, bool OtherWarp);
  bool isOther(const Access &A, const Access &Flag, AccessKind Kind);

  const Kernel &K;
  const RaceOptions &Opts;
  ExprContext &C;
  FlowInfo Flow;
  FlowPaths Paths;
  EventWalk Walk;
  TwoThreads T; ///< thread 0 stores or reads, thread 1 is at the flag
  smt::Solver Solve;
  Phase Whole;                          ///< the kernel without barriers
  std::vector<const Reached *> PlaceOf; ///< by AccessId
  /// Accesses before a post or after a wait, and whether the warp meets on all paths in between.
  std::map<AccessId, bool> Others;
  std::vector<UnmetFlag> Found;
};

} // namespace

/// Returns true for a store to an array that the kernel does not read, which publishes what its
/// thread has done before.
bool UnmetFlagFinder::isPost(const Access &A) const {
  const bool Atomic = A.Kind == AccessKind::Atomic;
  auto IsReadHere = [&](const Access &X) {
    return X.Array == A.Array && (X.Kind == AccessKind::Read || X.Result);
  };
  if (K.Arrays[A.Array].Where != Space::Global || A.Kind == AccessKind::Read ||
      A.Atomic == AtomicOp::Load || !(Atomic || A.Volatile) ||
      (Atomic && A.Scope < AtomicScope::Device) || llvm::any_of(K.Accesses, IsReadHere))
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

/// Returns true for a read of an array that the kernel does not write, repeated until it returns
/// the awaited value.
bool UnmetFlagFinder::isWait(const Access &A) const {
  const LoopId L = K.Nodes[A.Node].Loop;
  const bool Reads = A.Kind == AccessKind::Read ? A.Volatile : A.Atomic == AtomicOp::Load;
  return Reads && A.Result && L != NoId && K.Loops[L].SpinWait &&
         K.Arrays[A.Array].Where == Space::Global &&
         llvm::none_of(K.Accesses, [&](const Access &X) {
           return X.Array == A.Array && X.Kind != AccessKind::Read && X.Atomic != AtomicOp::Load;
         });
}

bool UnmetFlagFinder::isReached(AccessId Id) {
  if (PlaceOf.empty()) {
    BarrierSet Off = BarrierSet::all(K);
    Off.On.reset();
    Whole = computePhases(K, Opts.Solving, Off, PhaseLevel::Grid).front();
    PlaceOf.assign(K.Accesses.size(), nullptr);
    for (const Reached &R : Whole.Places)
      if (R.What == Reached::Kind::Access)
        PlaceOf[R.Id] = &R;
  }
  return PlaceOf[Id] != nullptr;
}

/// The conditions that thread 0 reaches the first access and thread 1 the second, in the same
/// turns.
SmallVector<Expr, 16> UnmetFlagFinder::query(const Access &First, const Access &Second) {
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

bool UnmetFlagFinder::isOfOneThread(const Access &Flag) {
  return std::holds_alternative<Unsatisfiable>(Solve.satisfiable(query(Flag, Flag), Opts.Budget));
}

void UnmetFlagFinder::ask(Kind What, const Access &Other, const Access &Flag, bool OtherWarp) {
  SmallVector<Expr, 16> Query = query(Other, Flag);
  auto WarpOf = [&](unsigned I) {
    return C.binary(Op::UDiv, T.linear(I), C.constant(WarpSize, 32));
  };
  if (OtherWarp)
    Query.push_back(C.ne(WarpOf(0), WarpOf(1)));
  else // a thread that reaches the flag itself does not depend on another thread
    Query.push_back(C.lnot(T.of(PlaceOf[Flag.Id]->Cond, 0)));
  const Satisfiability Answer = Solve.satisfiable(Query, Opts.Budget);
  const auto *Yes = std::get_if<Satisfiable>(&Answer);
  if (!Yes)
    return;
  auto Turns = [&](const Access &A, unsigned I) {
    return T.iterations(
        A.Node, [&](Expr Counter) { return T.of(Whole.at(C, Counter, *PlaceOf[A.Id]), I); });
  };
  Found.push_back({What, Other.Id, Flag.Id, T.witness(*Yes, {Turns(Other, 0), Turns(Flag, 1)})});
}

void UnmetFlagFinder::askAll(Kind What, const Access &Flag) {
  for (auto [Other, OfWarp] : Others)
    if (!OfWarp || isOfOneThread(Flag))
      ask(What, K.access(Other), Flag, OfWarp);
}

bool UnmetFlagFinder::isOther(const Access &A, const Access &Flag, AccessKind Kind) {
  return A.Kind == Kind && !A.Volatile && A.Array != Flag.Array &&
         K.Arrays[A.Array].Where == Space::Global && isReached(A.Id);
}

/// Returns true for events at which threads of a block may meet.
static bool isMeeting(const Kernel &K, const Event &E) {
  if (E.What == Event::Kind::Barrier)
    return K.barrier(E.Id).Kind != BarrierKind::Warp;
  return E.What == Event::Kind::Collective || E.What == Event::Kind::AsyncOp;
}

/// Looks for stores on the paths to a post, in the same turn.
void UnmetFlagFinder::lookBefore(const Access &Post) {
  Others.clear();
  auto Visit = [&](const Event &E, BarrierId Met) {
    if (E.What == Event::Kind::Access && isOther(K.access(E.Id), Post, AccessKind::Write))
      Others.try_emplace(E.Id, true).first->second &= Met != NoId;
    return isMeeting(K, E);
  };
  auto IsTurnBefore = [&](NodeId At, NodeId To, Expr) {
    return llvm::any_of(Flow.loopsAround(Post.Node),
                        [&](LoopId L) { return K.Loops[L].Header == At && Flow.contains(L, To); });
  };
  Walk.backward(Paths.access(Post.Id), Visit, EventWalk::Group::Warp, IsTurnBefore);
  askAll(Kind::Posted, Post);
}

/// Looks for reads after a wait, in the same turn, if no other thread meets the one that has
/// waited.
void UnmetFlagFinder::lookBehind(const Access &Wait) {
  Others.clear();
  bool Meets = false;
  auto Visit = [&](const Event &E, BarrierId Met) {
    if (E.What == Event::Kind::Access && isOther(K.access(E.Id), Wait, AccessKind::Read))
      Others.try_emplace(E.Id, true).first->second &= Met != NoId;
    Meets |= isMeeting(K, E);
    return false;
  };
  auto IsNextTurn = [&](NodeId, NodeId To, Expr) {
    return llvm::any_of(Flow.loopsAround(Wait.Node),
                        [&](LoopId L) { return K.Loops[L].Header == To && !K.Loops[L].SpinWait; });
  };
  Walk.forward(Paths.access(Wait.Id), Visit, EventWalk::Group::Warp, IsNextTurn);
  if (!Meets)
    askAll(Kind::Awaited, Wait);
}

std::vector<UnmetFlag> UnmetFlagFinder::run() {
  for (const Access &A : K.Accesses) {
    if (isPost(A) && isReached(A.Id))
      lookBefore(A);
    if (isWait(A) && isReached(A.Id))
      lookBehind(A);
  }
  return std::move(Found);
}

std::vector<UnmetFlag> analysis::findUnmetFlags(const Kernel &K, const Launch &L,
                                                const RaceOptions &Opts) {
  return UnmetFlagFinder(K, L, Opts).run();
}
