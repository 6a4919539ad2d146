// SPDX-License-Identifier: Apache-2.0

#include "model/Dominators.h"
#include "gtest/gtest.h"

using namespace cudafix;

static constexpr unsigned None = ~0u;

TEST(Dominators, BothSidesOfABranchMeet) {
  const Graph Diamond{{1, 2}, {3}, {3}, {}};
  EXPECT_EQ(immediateDominators(Diamond, 0), (std::vector<unsigned>{0, 0, 0, 0}));
  EXPECT_EQ(immediateDominators(reversed(Diamond), 3), (std::vector<unsigned>{3, 3, 3, 3}));
}

TEST(Dominators, LoopsAndSeveralWaysIn) {
  // 1 and 2 are a loop that 0 enters at both, and 2 leaves it.
  const Graph Loop{{1, 2}, {2}, {1, 3}, {}};
  EXPECT_EQ(immediateDominators(Loop, 0), (std::vector<unsigned>{0, 0, 0, 2}));
}

TEST(Dominators, NodesThatAreNotReachedHaveNone) {
  const Graph Apart{{1}, {}, {1}};
  EXPECT_EQ(immediateDominators(Apart, 0), (std::vector<unsigned>{0, 0, None}));
}

TEST(Dominators, AnEndlessLoopGetsOneEdgeToTheExit) {
  Graph Endless{{1, 3}, {2}, {1}, {}};
  connectToExit(Endless, 3);
  EXPECT_EQ(Endless, (Graph{{1, 3}, {2}, {1, 3}, {}}));
  EXPECT_EQ(immediateDominators(reversed(Endless), 3), (std::vector<unsigned>{3, 2, 3, 3}));
}
