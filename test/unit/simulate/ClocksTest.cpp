// SPDX-License-Identifier: Apache-2.0

#include "simulate/machine/Clocks.h"
#include <gtest/gtest.h>

using namespace cudafix::simulate;

namespace {

constexpr uint32_t thread(uint32_t Block, uint32_t Position) { return Block << 10 | Position; }

Release by(uint32_t Thread, uint32_t Epoch) {
  Release R;
  R.Thread = Thread;
  R.ThreadEpoch = Epoch;
  return R;
}

TEST(ClocksTest, WhatWasReleasedIsOrdered) {
  SyncVariable V;
  V.Log.push_back(by(thread(1, 3), 10));
  std::vector<Reference> Seen{{&V, 1}};
  EXPECT_TRUE(isReleased(Seen, thread(1, 3), 10, 0));
  EXPECT_FALSE(isReleased(Seen, thread(1, 3), 11, 0)); // done after the release
  EXPECT_FALSE(isReleased(Seen, thread(1, 40), 5, 0)); // another warp of that block
}

TEST(ClocksTest, LaterEntriesAreNotKnown) {
  SyncVariable V;
  V.Log.push_back(by(thread(1, 0), 5));
  V.Log.push_back(by(thread(2, 0), 6));
  EXPECT_FALSE(isReleased({{&V, 1}}, thread(2, 0), 6, 0));
  EXPECT_TRUE(isReleased({{&V, 2}}, thread(2, 0), 6, 0));
}

TEST(ClocksTest, BarrierInFrontOfTheFenceCoversTheBlock) {
  SyncVariable V;
  Release R = by(thread(4, 0), 20);
  R.BlockEpoch = 15;
  V.Log.push_back(R);
  EXPECT_TRUE(isReleased({{&V, 1}}, thread(4, 99), 15, 0));
  EXPECT_FALSE(isReleased({{&V, 1}}, thread(4, 99), 16, 0));
  EXPECT_FALSE(isReleased({{&V, 1}}, thread(5, 99), 15, 0));
}

TEST(ClocksTest, KnowledgeIsHandedOn) {
  SyncVariable First, Second;
  First.Log.push_back(by(thread(0, 0), 3));
  Knowledge Middle;
  Middle.add({&First, 1});
  Release R = by(thread(1, 0), 9);
  R.Own = &Middle;
  R.OwnSize = 1;
  Second.Log.push_back(R);
  EXPECT_TRUE(isReleased({{&Second, 1}}, thread(0, 0), 3, 2));
  // What the middle thread learnt after its release is not handed on.
  Second.Log.back().OwnSize = 0;
  EXPECT_FALSE(isReleased({{&Second, 1}}, thread(0, 0), 3, 2));
}

TEST(ClocksTest, FenceOfABlockHelpsItsBlockOnly) {
  SyncVariable V;
  V.Log.push_back(by(thread(3, 1), 8));
  V.Log.back().Narrow = true;
  EXPECT_TRUE(isReleased({{&V, 1}}, thread(3, 1), 8, 3));
  EXPECT_FALSE(isReleased({{&V, 1}}, thread(3, 1), 8, 4));
}

} // namespace
