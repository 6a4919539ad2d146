// SPDX-License-Identifier: Apache-2.0
//
// Dominators of a graph given as lists of successors, and post-dominators: those of the graph with
// its edges turned around. Used instead of LLVM's where edges are left out, and where there is no
// IR.
#pragma once

#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace cudafix {

/// The successors of each node.
using Graph = std::vector<llvm::SmallVector<unsigned, 2>>;

/// The graph with every edge turned around.
Graph reversed(const Graph &Of);

/// Adds edges to `Exit` so that every node has a path to it: endless loops get one each.
void connectToExit(Graph &To, unsigned Exit);

/// The immediate dominator of each node that a path from `Root` leads to; ~0u for the others. That
/// of `Root` is `Root`.
std::vector<unsigned> immediateDominators(const Graph &Of, unsigned Root);

} // namespace cudafix
