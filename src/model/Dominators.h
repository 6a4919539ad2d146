// SPDX-License-Identifier: Apache-2.0
//
// Dominators of a graph given as successor lists. Post-dominators are the dominators of the graph
// with reversed edges. Used instead of LLVM's where edges are left out, and where there is no IR.
#pragma once

#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace cudafix {

/// The successors of each node.
using Graph = std::vector<llvm::SmallVector<unsigned, 2>>;

/// The graph with every edge reversed.
Graph reversed(const Graph &Of);

/// Adds edges to `Exit` so that every node has a path to it; each endless loop gets one edge.
void connectToExit(Graph &To, unsigned Exit);

/// The immediate dominator of each node that is reachable from `Root`; ~0u for the others. That of
/// `Root` is `Root`.
std::vector<unsigned> immediateDominators(const Graph &Of, unsigned Root);

} // namespace cudafix
