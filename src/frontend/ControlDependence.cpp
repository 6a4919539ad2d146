// SPDX-License-Identifier: Apache-2.0

#include "frontend/ControlDependence.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace cudafix;
using namespace cudafix::frontend;

ControlDependence::ControlDependence(Graph G, unsigned Exit) : Succs(std::move(G)), Exit(Exit) {
  connectToExit(Succs, Exit);
  IPDom = immediateDominators(reversed(Succs), Exit);
  computeDependence();
}

void ControlDependence::computeDependence() {
  Parents.resize(Succs.size());
  Children.resize(Succs.size());
  for (unsigned B = 0; B < Succs.size(); ++B) {
    if (Succs[B].size() < 2)
      continue;
    for (unsigned S : Succs[B])
      for (unsigned N = S; N != IPDom[B] && N != Exit; N = IPDom[N])
        if (!is_contained(Parents[N], B)) {
          Parents[N].push_back(B);
          Children[B].push_back(N);
        }
  }
  for (auto &P : Parents)
    sort(P);
}

BitVector ControlDependence::dependents(const BitVector &Seeds) const {
  BitVector Result(Succs.size());
  SmallVector<unsigned, 16> Work;
  for (unsigned S : Seeds.set_bits())
    Work.push_back(S);
  while (!Work.empty()) {
    unsigned B = Work.pop_back_val();
    for (unsigned N : Children[B])
      if (!Result.test(N)) {
        Result.set(N);
        Work.push_back(N);
      }
  }
  return Result;
}
