// SPDX-License-Identifier: Apache-2.0
#include "simulate/runtime/Graph.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

namespace cudafix::simulate {

using namespace api;

std::unique_ptr<Graph> Graph::copy() const {
  auto New = std::make_unique<Graph>();
  llvm::DenseMap<const GraphNode *, GraphNode *> Copies;
  for (const std::unique_ptr<GraphNode> &N : Nodes) {
    New->Nodes.push_back(std::make_unique<GraphNode>(*N));
    New->Nodes.back()->Origin = N->Origin ? N->Origin : N.get();
    Copies[N.get()] = New->Nodes.back().get();
  }
  for (const std::unique_ptr<GraphNode> &N : New->Nodes)
    for (GraphNode *&Before : N->After)
      Before = Copies.lookup(Before);
  return New;
}

std::vector<GraphNode *> Graph::ordered() const {
  std::vector<GraphNode *> Order;
  std::set<const GraphNode *> Done;
  for (bool Further = true; Further;) {
    Further = false;
    for (const std::unique_ptr<GraphNode> &N : Nodes) {
      if (Done.count(N.get()) ||
          !llvm::all_of(N->After, [&](GraphNode *Before) { return Done.count(Before); }))
        continue;
      Done.insert(N.get());
      Order.push_back(N.get());
      Further = true;
    }
  }
  return Order.size() == Nodes.size() ? Order : std::vector<GraphNode *>();
}

cudaError_t Graph::run() const {
  for (GraphNode *N : ordered())
    if (N->Run)
      if (cudaError_t E = N->Run(); E != cudaSuccess)
        return E;
  return cudaSuccess;
}

GraphNode *Graph::find(const void *Node) const {
  for (const std::unique_ptr<GraphNode> &N : Nodes)
    if (N.get() == Node || N->Origin == Node)
      return N.get();
  return nullptr;
}

} // namespace cudafix::simulate
