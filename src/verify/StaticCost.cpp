// SPDX-License-Identifier: Apache-2.0

#include "verify/StaticCost.h"
#include "cost/Turns.h"
#include <algorithm>

namespace cudafix::verify {

static int64_t timesRun(const Kernel &K, NodeId Node, llvm::ArrayRef<double> Turns) {
  constexpr double Most = 1e9; // deep nests mean "very often", not a number
  double Times = 1;
  if (Node != NoId)
    for (LoopId L = K.Nodes[Node].Loop; L != NoId && !Turns.empty(); L = K.Loops[L].Parent)
      Times = std::min(Most, Times * Turns[L]);
  return int64_t(Times);
}

Cost staticCost(const Kernel &K, llvm::ArrayRef<Launch> Launches) {
  std::vector<double> Turns;
  if (!Launches.empty())
    Turns = cost::expectedTurns(K, Launches.front());
  int64_t Atomics = 0, BlockBarriers = 0, WarpBarriers = 0;
  for (const Access &A : K.Accesses)
    if (A.Kind == AccessKind::Atomic)
      Atomics += timesRun(K, A.Node, Turns);
  for (const Barrier &B : K.Barriers) {
    if (B.Kind == BarrierKind::Block)
      BlockBarriers += timesRun(K, B.Node, Turns);
    if (B.Kind == BarrierKind::Warp)
      WarpBarriers += timesRun(K, B.Node, Turns);
  }
  return {{"atomics", Atomics}, {"block_barriers", BlockBarriers}, {"warp_barriers", WarpBarriers}};
}

} // namespace cudafix::verify
