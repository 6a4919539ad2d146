// SPDX-License-Identifier: Apache-2.0
#include "analysis/question/RedundantBarriers.h"
#include "Builder.h"
#include "gtest/gtest.h"

using namespace cudafix;
using namespace cudafix::analysis;

namespace {

RaceAnswer race(AccessId A, AccessId B, Scope Where) {
  RaceAnswer R;
  R.A = A;
  R.B = B;
  R.Where = Where;
  R.Answer = Satisfiable{};
  return R;
}

/// write; b0; read; b1; write; b2; read of another array.
struct Chain : Builder {
  ArrayId S = array("s"), T = array("t");
  NodeId N = node();
  AccessId W0 = write(N, S, word(tid()));
  BarrierId B0 = barrier(N);
  AccessId R0 = read(N, S, word(plus(tid(), 1)));
  BarrierId B1 = barrier(N);
  AccessId W1 = write(N, T, word(tid()));
  BarrierId B2 = barrier(N);
  AccessId R1 = read(N, T, word(tid()));
  std::vector<BarrierPlace> places() { return {{B0}, {B1}, {B2}}; }
};

TEST(RedundantBarriers, RemovesTheLargestSetThatLeavesNoRace) {
  Chain C;
  // Needed: B0, because of W0 against R0. B1 and B2 can both go.
  auto Ask = [&](const BarrierSet &Set, bool) {
    std::vector<RaceAnswer> A;
    if (!Set.On.test(C.B0))
      A.push_back(race(C.W0, C.R0, Scope::OtherWarp));
    return A;
  };
  RedundantBarriers R = searchRedundant(C.K, *C.Solving, C.places(), Ask);
  EXPECT_EQ(R.Remove, (std::vector<BarrierPlace>{{C.B1}, {C.B2}}));
  EXPECT_TRUE(R.Weaken.empty());
}

TEST(RedundantBarriers, KeepsOneOfTwoThatOrderTheSamePair) {
  Chain C;
  auto Ask = [&](const BarrierSet &Set, bool) {
    std::vector<RaceAnswer> A;
    if (!Set.On.test(C.B0))
      A.push_back(race(C.W0, C.R0, Scope::OtherWarp));
    if (!Set.On.test(C.B1) && !Set.On.test(C.B2))
      A.push_back(race(C.R0, C.R1, Scope::OtherWarp));
    return A;
  };
  RedundantBarriers R = searchRedundant(C.K, *C.Solving, C.places(), Ask);
  EXPECT_EQ(R.Remove.size(), 1u);
}

TEST(RedundantBarriers, WeakensWhereAllHazardsStayInOneWarp) {
  Chain C;
  auto Ask = [&](const BarrierSet &Set, bool WithinWarps) {
    std::vector<RaceAnswer> A;
    if (!Set.On.test(C.B0) && WithinWarps)
      A.push_back(race(C.W0, C.R0, Scope::SameWarp));
    if (!Set.On.test(C.B1))
      A.push_back(race(C.R0, C.W1, Scope::OtherWarp));
    return A;
  };
  RedundantBarriers R = searchRedundant(C.K, *C.Solving, C.places(), Ask);
  EXPECT_EQ(R.Remove, std::vector<BarrierPlace>{{C.B2}});
  EXPECT_EQ(R.Weaken, std::vector<BarrierPlace>{{C.B0}});
}

TEST(RedundantBarriers, UndecidedAccessesKeepTheirBarriers) {
  Chain C;
  llvm::BitVector Undecided(C.K.Accesses.size());
  EXPECT_EQ(removableCandidates(C.K, Undecided).size(), 3u);
  Undecided.set(C.W1); // between B1 and B2
  EXPECT_EQ(removableCandidates(C.K, Undecided), std::vector<BarrierPlace>{{C.B0}});
}

TEST(RedundantBarriers, SynchronizationBeyondTheBlockKeepsABarrier) {
  llvm::BitVector None(3);
  auto Candidates = [&](auto Change) {
    Builder B;
    ArrayId G = B.array("g", Space::Global);
    NodeId N = B.node();
    B.write(N, G, B.word(B.tid()));
    B.barrier(N);
    AccessId Second = B.read(N, G, B.word(B.tid()));
    Change(B, Second);
    return removableCandidates(B.K, None).size();
  };
  EXPECT_EQ(Candidates([](Builder &, AccessId) {}), 1u);
  EXPECT_EQ(Candidates([](Builder &B, AccessId A) { B.K.Accesses[A].Kind = AccessKind::Atomic; }),
            0u);
  EXPECT_EQ(Candidates([](Builder &B, AccessId A) { B.K.Accesses[A].Volatile = true; }), 0u);
  EXPECT_EQ(Candidates([](Builder &B, AccessId) {
              B.K.Nodes[0].Events.push_back({Event::Kind::Fence, 1});
            }),
            0u);
  EXPECT_EQ(Candidates([](Builder &B, AccessId) { B.K.Barriers[0].ReturnsValue = true; }), 0u);
  EXPECT_EQ(Candidates([](Builder &B, AccessId) {
              B.K.Gaps.push_back({{}, "indirect call", 0, true, false});
            }),
            0u);
}

TEST(RedundantBarriers, CopiesOfOneCallGoTogether) {
  Chain C;
  C.K.Barriers[C.B2].Loc = C.K.Barriers[C.B0].Loc;
  llvm::BitVector None(C.K.Accesses.size());
  std::vector<BarrierPlace> Places = removableCandidates(C.K, None);
  ASSERT_EQ(Places.size(), 2u);
  EXPECT_EQ(Places[0], (BarrierPlace{C.B0, C.B2}));
  auto Ask = [&](const BarrierSet &Set, bool) {
    return Set.On.test(C.B2) ? std::vector<RaceAnswer>()
                             : std::vector<RaceAnswer>{race(C.W1, C.R1, Scope::OtherWarp)};
  };
  EXPECT_EQ(searchRedundant(C.K, *C.Solving, Places, Ask).Remove,
            std::vector<BarrierPlace>{{C.B1}});
}

} // namespace
