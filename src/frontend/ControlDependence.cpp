// SPDX-License-Identifier: Apache-2.0

#include "frontend/ControlDependence.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace cudafix::frontend;

static constexpr unsigned None = ~0u;

ControlDependence::ControlDependence(Graph G, unsigned Exit) : Succs(std::move(G)), Exit(Exit) {
  connectToExit();
  Preds.resize(Succs.size());
  for (unsigned N = 0; N < Succs.size(); ++N)
    for (unsigned S : Succs[N])
      Preds[S].push_back(N);
  computePostDominators();
  computeDependence();
}

void ControlDependence::connectToExit() {
  std::vector<SmallVector<unsigned, 2>> Back(Succs.size());
  for (unsigned N = 0; N < Succs.size(); ++N)
    for (unsigned S : Succs[N])
      Back[S].push_back(N);
  BitVector Reaches(Succs.size());
  auto Flood = [&](unsigned From) {
    SmallVector<unsigned, 16> Work{From};
    while (!Work.empty()) {
      unsigned N = Work.pop_back_val();
      if (Reaches.test(N))
        continue;
      Reaches.set(N);
      Work.append(Back[N].begin(), Back[N].end());
    }
  };
  Flood(Exit);
  for (unsigned N = Succs.size(); N-- > 0;)
    if (!Reaches.test(N)) {
      Succs[N].push_back(Exit);
      Flood(N);
    }
}

/// Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm", on reversed edges.
void ControlDependence::computePostDominators() {
  Order.assign(Succs.size(), None);
  IPDom.assign(Succs.size(), None);
  std::vector<unsigned> Post;
  SmallVector<std::pair<unsigned, unsigned>, 16> Stack{{Exit, 0}};
  BitVector Seen(Succs.size());
  Seen.set(Exit);
  while (!Stack.empty()) {
    auto &[N, I] = Stack.back();
    if (I == Preds[N].size()) {
      Order[N] = Post.size();
      Post.push_back(N);
      Stack.pop_back();
      continue;
    }
    unsigned P = Preds[N][I++];
    if (!Seen.test(P)) {
      Seen.set(P);
      Stack.push_back({P, 0});
    }
  }
  auto Meet = [&](unsigned A, unsigned B) {
    while (A != B) {
      while (Order[A] < Order[B])
        A = IPDom[A];
      while (Order[B] < Order[A])
        B = IPDom[B];
    }
    return A;
  };
  IPDom[Exit] = Exit;
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (unsigned N : reverse(Post)) {
      if (N == Exit)
        continue;
      unsigned New = None;
      for (unsigned S : Succs[N])
        if (IPDom[S] != None)
          New = New == None ? S : Meet(New, S);
      if (New != IPDom[N]) {
        IPDom[N] = New;
        Changed = true;
      }
    }
  }
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
