// SPDX-License-Identifier: Apache-2.0

#include "model/Check.h"
#include "gtest/gtest.h"

using namespace cudafix;

TEST(Check, IdsFollowFromTheNames) {
  EXPECT_EQ(idOf(Check::SharedRace), "shared-race");
  EXPECT_EQ(idOf(Check::NoProgress), "no-progress");
  EXPECT_EQ(idOf(Check::Other), "");
}

TEST(Check, IdsAreFound) {
  EXPECT_EQ(checkOf("barrier-divergence"), Check::BarrierDivergence);
  EXPECT_EQ(checkOf("deadlock"), Check::Deadlock);
  EXPECT_EQ(checkOf("something-else"), Check::Other);
  EXPECT_EQ(checkOf(""), Check::Other);
}
