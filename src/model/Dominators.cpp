// SPDX-License-Identifier: Apache-2.0

#include "model/Dominators.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using llvm::SmallVector;

static constexpr unsigned None = ~0u;

Graph cudafix::reversed(const Graph &Of) {
  Graph Back(Of.size());
  for (unsigned N = 0; N < Of.size(); ++N)
    for (unsigned S : Of[N])
      Back[S].push_back(N);
  return Back;
}

void cudafix::connectToExit(Graph &To, unsigned Exit) {
  const Graph Back = reversed(To);
  llvm::BitVector Reaches(To.size());
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
  for (unsigned N = To.size(); N-- > 0;)
    if (!Reaches.test(N)) {
      To[N].push_back(Exit);
      Flood(N);
    }
}

/// The nodes reachable from `Root`, each after the nodes first visited from it.
static std::vector<unsigned> postOrder(const Graph &Of, unsigned Root) {
  std::vector<unsigned> Order;
  llvm::BitVector Seen(Of.size());
  SmallVector<std::pair<unsigned, unsigned>, 16> Stack{{Root, 0}};
  Seen.set(Root);
  while (!Stack.empty()) {
    auto &[N, I] = Stack.back();
    if (I == Of[N].size()) {
      Order.push_back(N);
      Stack.pop_back();
      continue;
    }
    unsigned Next = Of[N][I++];
    if (!Seen.test(Next)) {
      Seen.set(Next);
      Stack.push_back({Next, 0});
    }
  }
  return Order;
}

/// Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm".
std::vector<unsigned> cudafix::immediateDominators(const Graph &Of, unsigned Root) {
  const std::vector<unsigned> Order = postOrder(Of, Root);
  std::vector<unsigned> Number(Of.size()), Dominator(Of.size(), None);
  for (unsigned I = 0; I < Order.size(); ++I)
    Number[Order[I]] = I;
  auto Meet = [&](unsigned A, unsigned B) {
    while (A != B) {
      while (Number[A] < Number[B])
        A = Dominator[A];
      while (Number[B] < Number[A])
        B = Dominator[B];
    }
    return A;
  };
  const Graph Preds = reversed(Of);
  Dominator[Root] = Root;
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (unsigned N : llvm::reverse(Order)) {
      if (N == Root)
        continue;
      unsigned New = None;
      for (unsigned P : Preds[N])
        if (Dominator[P] != None)
          New = New == None ? P : Meet(New, P);
      Changed |= New != Dominator[N];
      Dominator[N] = New;
    }
  }
  return Dominator;
}
