// SPDX-License-Identifier: Apache-2.0
//
// CUDA graphs: work that is kept and done at each launch of the graph, in an order that its
// dependencies allow. A stream that is being captured adds its work to a graph.
#pragma once

#include "simulate/runtime/Device.h"
#include "simulate/runtime/RuntimeTypes.h"
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <vector>

namespace cudafix::simulate {

/// A launch for later, with the values of its arguments.
struct StoredLaunch {
  const void *Stub = nullptr;
  api::dim3 Grid{1, 1, 1}, Block{1, 1, 1};
  size_t Shared = 0;
  LaunchTogether Together;
  std::vector<std::vector<char>> Values;
  std::vector<void *> Arguments; ///< addresses of these
};

struct GraphNode {
  api::cudaGraphNodeType Type = api::cudaGraphNodeTypeEmpty;
  std::function<api::cudaError_t()> Run; ///< may be empty
  std::vector<GraphNode *> After;
  std::shared_ptr<StoredLaunch> Launch; ///< of a kernel node
  const GraphNode *Origin = nullptr;    ///< the program's node that an executable one is of
};

struct Graph {
  std::vector<std::unique_ptr<GraphNode>> Nodes;

  /// A copy with nodes of its own, whose origins are those of this.
  std::unique_ptr<Graph> copy() const;
  /// The nodes in an order that their dependencies allow, the first added first; empty: there
  /// is a cycle.
  std::vector<GraphNode *> ordered() const;
  /// Does the work; stops at the first error.
  api::cudaError_t run() const;
  /// A node that is one of these, or the copy of one.
  GraphNode *find(const void *Node) const;
};

/// What is being captured: the work of all its streams, one after another in the order of the
/// calls, which every order of the streams allows.
struct Capture {
  api::cudaStream_t Begun = nullptr;
  std::unique_ptr<Graph> G = std::make_unique<Graph>();
};

/// The graphs of a program and its streams under capture.
struct GraphStore {
  std::map<const void *, std::unique_ptr<Graph>> Graphs, Executables;
  std::map<const void *, std::shared_ptr<Capture>> Streams, Events;
  std::set<const void *> Memory; ///< of allocation nodes: kept as long as the program runs
};

} // namespace cudafix::simulate
