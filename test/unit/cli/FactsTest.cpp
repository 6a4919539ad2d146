// SPDX-License-Identifier: Apache-2.0
#include "detect/RaceFindings.h"
#include <gtest/gtest.h>

using namespace cudafix;

// What a run made up for a launch has no words of its own: the repeat line says it.
TEST(Facts, ThoseWithWordsArePrinted) {
  ExprContext C;
  Launch L;
  L.Facts.push_back({C.boolean(true), "n == gridDim.x", {}});
  L.Facts.push_back({C.boolean(true), "", {}});
  Finding F;
  detect::addFacts(F, L);
  EXPECT_EQ(F.Facts, std::vector<std::string>{"n == gridDim.x"});
}
