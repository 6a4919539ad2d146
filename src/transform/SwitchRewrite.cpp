// SPDX-License-Identifier: Apache-2.0
#include "transform/SplitterImpl.h"

using namespace clang;

namespace cudafix::transform {

Nodes Splitter::buildSwitch(const Item &It, const SwitchStmt *Switch, const Place &At) {
  fail(Switch, "a barrier inside a switch");
  return {};
}

Nodes Splitter::buildStatementCut(const Item &It, const StatementCut &Cut, const Place &At) {
  fail(Cut.S, "a statement that cannot be cut");
  return {};
}

} // namespace cudafix::transform
