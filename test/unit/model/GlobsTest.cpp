// SPDX-License-Identifier: Apache-2.0
#include "model/Globs.h"
#include <gtest/gtest.h>

using namespace cudafix;

TEST(Globs, LastMatchDecides) {
  GlobList G("*,-shared-*,shared-race");
  EXPECT_TRUE(G.contains("global-race"));
  EXPECT_FALSE(G.contains("shared-other"));
  EXPECT_TRUE(G.contains("shared-race"));
}

TEST(Globs, LeadingExclusionStartsFromEverything) {
  GlobList G("-redundant-barrier");
  EXPECT_TRUE(G.contains("shared-race"));
  EXPECT_FALSE(G.contains("redundant-barrier"));
}

TEST(Globs, OnlyWhatIsNamed) {
  GlobList G(" shared-race , global-race");
  EXPECT_TRUE(G.contains("global-race"));
  EXPECT_FALSE(G.contains("barrier-divergence"));
  EXPECT_FALSE(G.contains("shared-race-extra"));
}

TEST(Globs, PunctuationIsLiteral) {
  EXPECT_FALSE(GlobList("shared.race").contains("shared-race"));
  EXPECT_FALSE(GlobList("").contains("shared-race"));
}

TEST(Globs, NamesGlobsThatMatchNothing) {
  GlobList G("shared-*,nonsense,-other");
  EXPECT_EQ(G.unmatched({"shared-race"}), std::vector<std::string>{"nonsense"});
}
