// SPDX-License-Identifier: Apache-2.0
//
// CUDA graphs: stored work that is executed at each launch of the graph, in an order that its
// dependencies allow. A stream in capture mode adds its work to a graph.
#pragma once

#include "simulate/runtime/Device.h"
#include "simulate/runtime/RuntimeTypes.h"
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <vector>

namespace cudafix::simulate {

/// A stored launch, with copies of its arguments.
struct StoredLaunch {
  const void *Stub = nullptr;
  api::dim3 Grid{1, 1, 1}, Block{1, 1, 1};
  size_t Shared = 0;
  LaunchTogether Together;
  std::vector<std::vector<char>> Values;
  std::vector<void *> Arguments; ///< addresses of the copies
};

struct GraphNode {
  api::cudaGraphNodeType Type = api::cudaGraphNodeTypeEmpty;
  std::function<api::cudaError_t()> Run; ///< may be empty
  std::vector<GraphNode *> After;
  std::shared_ptr<StoredLaunch> Launch; ///< of a kernel node
  const GraphNode *Origin = nullptr;    ///< the original node, for a node of an executable graph
};

struct Graph {
  std::vector<std::unique_ptr<GraphNode>> Nodes;

  /// A copy with new nodes, whose origins are the nodes of this graph.
  std::unique_ptr<Graph> copy() const;
  /// The nodes in an order that their dependencies allow, earlier added ones first; empty: there is
  /// a cycle.
  std::vector<GraphNode *> ordered() const;
  /// Executes the work; stops at the first error.
  api::cudaError_t run() const;
  /// The node that is `Node` or a copy of it.
  GraphNode *find(const void *Node) const;
};

/// A capture: the work of all its streams, one after another in the order of the calls, which is
/// allowed for any order of the streams.
struct Capture {
  api::cudaStream_t Begun = nullptr;
  std::unique_ptr<Graph> G = std::make_unique<Graph>();
};

/// The graphs of a program and its streams under capture.
struct GraphStore {
  std::map<const void *, std::unique_ptr<Graph>> Graphs, Executables;
  std::map<const void *, std::shared_ptr<Capture>> Streams, Events;
  std::set<const void *> Memory; ///< of allocation nodes, kept as long as the program runs
};

} // namespace cudafix::simulate
