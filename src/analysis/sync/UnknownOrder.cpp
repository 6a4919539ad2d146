// SPDX-License-Identifier: Apache-2.0

#include "analysis/sync/UnknownOrder.h"
#include "analysis/flow/FlowPaths.h"
#include "model/Convention.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace cudafix;
using namespace cudafix::analysis;

static bool isUnmodelled(const Barrier &B) {
  return B.Kind == BarrierKind::Other || B.AcrossBlocks;
}

/// Returns true if a thread comes from its asynchronous copy to the other access only past a
/// barrier that is not modelled, which may be what waits for the copy.
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
  for (RaceAnswer &R : Answers) {
    if (R.Where == Scope::OtherBlock && !AcrossBlocks)
      continue;
    auto It = Racy.find(PairOf(R));
    if (It != Racy.end() && !(It->second.NotWaited && mayBeAwaited(K, It->second))) {
      R = It->second; // with an example that such a barrier does not exclude
    } else {
      Premise Order;
      Order.Of = Convention::WaitsOrder;
      Order.Text = "a barrier that is not modelled orders the two accesses";
      Order.OfBarrier = true;
      R.need(std::move(Order));
    }
  }
}
