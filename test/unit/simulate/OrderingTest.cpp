// SPDX-License-Identifier: Apache-2.0

#include "simulate/machine/Ordering.h"
#include "llvm/ADT/STLExtras.h"
#include <gtest/gtest.h>
#include <random>

using namespace cudafix::simulate;

namespace {

/// A block that writes, fences between the proxies and orders its threads in many ways.
class Fences : public testing::Test {
protected:
  static constexpr unsigned Threads = 40, Variables = 3;

  Fences() {
    B.Number = 2;
    B.Lanes.resize(Threads);
    for (unsigned I = 0; I < Threads; ++I) {
      Lane &L = B.Lanes[I];
      L.Id = B.Number << 10 | I;
      L.LaneId = I % 32;
      L.B = &B;
      L.Known = nullptr;
      L.FenceEpoch = 0;
      L.WarpSeen.fill(0);
    }
    Past.start(B);
    for (unsigned I = 0; I < Variables; ++I)
      Shared.push_back(Past.make());
  }

  Lane &any() { return B.Lanes[Random() % Threads]; }

  void step() {
    Lane &L = any();
    switch (Random() % 16) {
    case 0:
      if (Random() % 4 == 0)
        Past.meet(B, 0);
      break;
    case 1:
    case 2: {
      const uint32_t Mask = static_cast<uint32_t>(Random());
      std::vector<Lane *> Met;
      for (unsigned I = 0; I < 32; ++I)
        if (Mask >> I & 1)
          Met.push_back(&B.Lanes[I]);
      Past.meetLanes(Met, Mask);
      break;
    }
    case 3:
    case 4:
      Past.release(L, *Shared[Random() % Variables], /*Everything=*/true, /*Narrow=*/false);
      break;
    case 5:
      Past.acquire(L, *Shared[Random() % Variables], /*AtOnce=*/true);
      break;
    case 6:
    case 7:
    case 8:
      // What the block keeps of them is less.
      Past.release(L, All, /*Everything=*/true, /*Narrow=*/false);
      Past.fenceProxies(L);
      break;
    default:
      Writes.push_back(Past.mark(L));
    }
  }

  /// Asks each fence there was.
  bool isFenced(const Lane &L, Mark Write) const {
    return llvm::any_of(All.Log, [&](const Release &R) {
      SyncVariable One;
      One.Log.push_back(R);
      return Past.isBefore(L, uint64_t(R.ThreadEpoch) << 32 | R.Thread, /*Shared=*/false) &&
             isReleased({{&One, 1}}, Ordering::threadOf(Write), Ordering::epochOf(Write), B.Number);
    });
  }

  std::mt19937 Random{7};
  Ordering Past{1, 8, false};
  Block B;
  std::vector<SyncVariable *> Shared;
  SyncVariable All;
  std::vector<Mark> Writes;
};

TEST_F(Fences, AnswerLikeEachOfThem) {
  unsigned Yes = 0, No = 0;
  for (unsigned Round = 0; Round < 60; ++Round) {
    for (unsigned I = 0; I < 12; ++I)
      step();
    for (unsigned I = 0; I < 4; ++I) {
      const Lane &L = any();
      FencesBefore Before(Past, L);
      for (Mark W : Writes) {
        const bool Fenced = isFenced(L, W);
        ASSERT_EQ(Before.follow(W), Fenced);
        ++(Fenced ? Yes : No);
      }
    }
  }
  EXPECT_GT(Yes, 1000u);
  EXPECT_GT(No, 1000u);
}

TEST_F(Fences, OfEarlierBarriersOneIsKept) {
  Lane &L = B.Lanes[3];
  for (unsigned I = 0; I < 1000; ++I) {
    Past.fenceProxies(L);
    Past.meet(B, 0);
  }
  EXPECT_LE(B.ProxyFences[3].Log.size(), 2u);
}

} // namespace
