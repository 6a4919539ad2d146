// SPDX-License-Identifier: Apache-2.0

#include "analysis/question/UnknownOrder.h"
#include "analysis/flow/FlowPaths.h"
#include "model/Convention.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace cudafix;
using namespace cudafix::analysis;

static bool isUnmodelled(const Barrier &B) {
  return B.Kind == BarrierKind::Other || B.AcrossBlocks;
}

/// Returns true if the threads of a block may be at different barriers there. Then two threads that
/// have both passed may still be ordered: threads that take turns.
static bool variesByThread(const Kernel &K, const Barrier &B) {
  const ExprContext &C = *K.Ctx;
  auto Varies = [&](Expr E) {
    return !E || ExprContext::any(E, [&](Expr X) {
      return X->op() == Op::Apply && K.Symbols.level(C, X->symbol()) > Uniformity::Block;
    });
  };
  if (B.Named)
    return Varies(B.Named->Number);
  const std::vector<Event> &Events = K.Nodes[B.Node].Events;
  auto It = llvm::find_if(
      Events, [&](const Event &E) { return E.What == Event::Kind::Barrier && E.Id == B.Id; });
  if (It == Events.begin() || It == Events.end() || (It - 1)->What != Event::Kind::AsyncOp)
    return false;
  const AsyncOp &X = K.AsyncOps[(It - 1)->Id];
  return X.What == AsyncOp::Kind::Await &&
         (Varies(X.ObjectOffset) || (X.ByParity && Varies(X.Phase)));
}

/// The accesses before which threads may wait for each other at barriers that vary by thread.
static llvm::BitVector takingTurns(const Kernel &K) {
  llvm::BitVector Found(K.Accesses.size());
  const FlowPaths Paths(K);
  for (const Barrier &B : K.Barriers)
    if (isUnmodelled(B) && variesByThread(K, B))
      Paths.visitAfter(
          Paths.barrier(B.Id), [](const Event &) { return false; },
          [&](const Event &E) {
            if (E.What == Event::Kind::Access)
              Found.set(E.Id);
          });
  return Found;
}

/// Returns true if a thread gets from its asynchronous copy to the other access only past a barrier
/// that is not modelled and that may wait for the copy.
static bool mayBeAwaited(const Kernel &K, const RaceAnswer &R) {
  const FlowPaths Paths(K);
  const bool First = K.access(R.A).Kind == AccessKind::AsyncCopy;
  const AccessId Copy = First ? R.A : R.B, Other = First ? R.B : R.A;
  bool Reached = false;
  Paths.visitAfter(
      Paths.access(Copy),
      [&](const Event &E) {
        return E.What == Event::Kind::Barrier && K.Barriers[E.Id].Kind == BarrierKind::Other;
      },
      [&](const Event &E) { Reached |= E.What == Event::Kind::Access && E.Id == Other; });
  return !Reached;
}

void analysis::doubtOrdered(const Kernel &K, std::vector<RaceAnswer> &Answers,
                            const ConventionSet &On, AskStrict Ask) {
  if (!On.contains(Convention::WaitsOrder) || llvm::none_of(K.Barriers, isUnmodelled))
    return;
  Kernel Strict = K;
  bool AcrossBlocks = false;
  for (Barrier &B : Strict.Barriers)
    if (isUnmodelled(B)) {
      B.Kind = B.AcrossBlocks ? BarrierKind::Grid : BarrierKind::Block;
      AcrossBlocks |= B.AcrossBlocks;
    }
  using Pair = std::tuple<AccessId, AccessId, Scope>;
  auto PairOf = [](const RaceAnswer &R) {
    Scope Where = R.Where == Scope::SameBlock ? Scope::OtherWarp : R.Where;
    return Pair(std::min(R.A, R.B), std::max(R.A, R.B), Where);
  };
  std::map<Pair, RaceAnswer> Racy;
  for (RaceAnswer &R : Ask(Strict, AcrossBlocks))
    if (std::holds_alternative<Satisfiable>(R.Answer) && R.How != Confidence::Possible)
      Racy.try_emplace(PairOf(R), R);
  const llvm::BitVector Turns = takingTurns(K);
  for (RaceAnswer &R : Answers) {
    if (R.Where == Scope::OtherBlock && !AcrossBlocks)
      continue;
    const bool MayTakeTurns = R.Where != Scope::OtherBlock && Turns.test(R.A) && Turns.test(R.B);
    auto It = Racy.find(PairOf(R));
    if (It != Racy.end() && !MayTakeTurns &&
        !(It->second.NotWaited && mayBeAwaited(K, It->second))) {
      R = It->second; // its example holds although such barriers exist
    } else {
      Premise Order;
      Order.Of = Convention::WaitsOrder;
      Order.Text = "a barrier that is not modelled orders the two accesses";
      Order.OfBarrier = true;
      R.need(std::move(Order));
    }
  }
}
