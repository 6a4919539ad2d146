// SPDX-License-Identifier: Apache-2.0

#include "verify/StaticCost.h"
#include <algorithm>

namespace cudafix::verify {

constexpr int64_t UnknownTrips = 10;
constexpr int64_t Limit = 1'000'000'000; // deep nests say "very often", not a number

static int64_t timesRun(const Kernel &K, NodeId Node) {
  int64_t Times = 1;
  if (Node == NoId)
    return Times;
  for (LoopId L = K.Nodes[Node].Loop; L != NoId; L = K.Loops[L].Parent) {
    Expr Trips = K.Loops[L].TripCount;
    int64_t Rounds = Trips && Trips->isConst() ? int64_t(Trips->value()) : UnknownTrips;
    Times = std::min(Limit, Times * std::clamp<int64_t>(Rounds, 1, Limit / Times));
  }
  return Times;
}

Cost staticCost(const Kernel &K) {
  int64_t Atomics = 0, BlockBarriers = 0, WarpBarriers = 0;
  for (const Access &A : K.Accesses)
    if (A.Kind == AccessKind::Atomic)
      Atomics += timesRun(K, A.Node);
  for (const Barrier &B : K.Barriers) {
    if (B.Kind == BarrierKind::Block)
      BlockBarriers += timesRun(K, B.Node);
    if (B.Kind == BarrierKind::Warp)
      WarpBarriers += timesRun(K, B.Node);
  }
  return {{"atomics", Atomics}, {"block_barriers", BlockBarriers}, {"warp_barriers", WarpBarriers}};
}

} // namespace cudafix::verify
