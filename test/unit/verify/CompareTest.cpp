// SPDX-License-Identifier: Apache-2.0

#include "verify/Judged.h"
#include "verify/StaticCost.h"
#include <gtest/gtest.h>

using namespace cudafix;
using namespace cudafix::verify;

namespace {

NamedFinding named(std::string Line, std::string Text, bool Counts = true,
                   std::string Id = "shared-race") {
  NamedFinding N;
  N.Id = std::move(Id);
  N.Counts = Counts;
  N.ByPlace = N.ByLine = std::move(Line);
  N.ByText = std::move(Text);
  return N;
}

TEST(CompareTest, RepairedFindingIsGone) {
  std::vector<NamedFinding> Old{named("l1", "t1"), named("l2", "t2")};
  Comparison C = compare(Old, 0, {named("l2", "t2")});
  EXPECT_TRUE(C.Gone);
  EXPECT_TRUE(C.Added.empty());
}

TEST(CompareTest, TheSameExpressionsOnOtherLinesStay) {
  std::vector<NamedFinding> Old{named("l1", "t1")};
  Comparison C = compare(Old, 0, {named("rewritten", "t1")});
  EXPECT_FALSE(C.Gone);
  EXPECT_TRUE(C.Added.empty());
}

TEST(CompareTest, OneOfTwoEqualFindingsIsNew) {
  std::vector<NamedFinding> Old{named("l1", "t1")};
  std::vector<NamedFinding> New{named("l1", "t1"), named("l1", "t1")};
  EXPECT_EQ(compare(Old, 0, New).Added.size(), 1u);
}

/// Two findings on lines of the same text: the place says which one is left.
TEST(CompareTest, PlacesGoFirst) {
  std::vector<NamedFinding> Old{named("l", "t"), named("l", "t")};
  Old[0].ByPlace = "6";
  Old[1].ByPlace = "22";
  std::vector<NamedFinding> New{Old[1]};
  EXPECT_TRUE(compare(Old, 0, New).Gone);
  EXPECT_FALSE(compare(Old, 1, New).Gone);
}

TEST(CompareTest, BenignRaceMayTurnOutToBeOne) {
  std::vector<NamedFinding> Old{named("shared-race\nk\n8", "t1"),
                                named("benign-race\nk\n9", "t2", false, "benign-race")};
  std::vector<NamedFinding> New{named("inter-block-race\nk\n9", "t3", true, "inter-block-race")};
  EXPECT_TRUE(compare(Old, 0, New).Added.empty());
}

TEST(CompareTest, WhatIsNotShownDoesNotCount) {
  std::vector<NamedFinding> Old{named("l1", "t1")};
  std::vector<NamedFinding> New{named("l2", "t2", false), named("l3", "t3")};
  Comparison C = compare(Old, 0, New);
  EXPECT_TRUE(C.Gone);
  ASSERT_EQ(C.Added.size(), 1u);
  EXPECT_EQ(C.Added[0]->ByLine, "l3");
}

TEST(StaticCostTest, LoopsMultiply) {
  Kernel K;
  K.Ctx = std::make_shared<ExprContext>();
  K.Nodes.resize(3);
  K.Loops.resize(2);
  K.Loops[0].Id = 0;
  K.Loops[0].TripCount = K.Ctx->constant(4, 32);
  K.Loops[1].TripCount = K.Ctx->constant(10, 32);
  K.Loops[1].Id = 1;
  K.Loops[1].Parent = 0;
  K.Nodes[1].Loop = 0;
  K.Nodes[2].Loop = 1;
  auto Add = [&](NodeId N, BarrierKind Kind) {
    Barrier B;
    B.Node = N;
    B.Kind = Kind;
    K.Barriers.push_back(B);
  };
  Add(0, BarrierKind::Block);
  Add(1, BarrierKind::Block);
  Add(2, BarrierKind::Warp);
  Cost Expected{{"atomics", 0}, {"block_barriers", 5}, {"warp_barriers", 40}};
  EXPECT_EQ(staticCost(K, Launch()), Expected);
}

} // namespace
