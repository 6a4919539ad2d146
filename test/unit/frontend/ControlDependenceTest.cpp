// SPDX-License-Identifier: Apache-2.0

#include "frontend/ControlDependence.h"
#include "gtest/gtest.h"

using namespace cudafix::frontend;
using llvm::BitVector;

static BitVector seeds(unsigned Size, unsigned Seed) {
  BitVector B(Size);
  B.set(Seed);
  return B;
}

TEST(ControlDependence, Diamond) {
  ControlDependence D({{1, 2}, {3}, {3}, {}}, 3);
  EXPECT_EQ(D.postDominator(0), 3u);
  EXPECT_EQ(D.parents(1), llvm::ArrayRef<unsigned>({0u}));
  EXPECT_TRUE(D.parents(3).empty());
}

TEST(ControlDependence, LoopDependsOnItsOwnExit) {
  // 0 -> 1 (header) -> 2 -> 1, 1 -> 3
  ControlDependence D({{1}, {2, 3}, {1}, {}}, 3);
  BitVector B = D.dependents(seeds(4, 1));
  EXPECT_TRUE(B.test(1));
  EXPECT_TRUE(B.test(2));
  EXPECT_FALSE(B.test(0));
  EXPECT_FALSE(B.test(3));
}

TEST(ControlDependence, IsTransitive) {
  // A uniform branch (1) inside a divergent one (0).
  ControlDependence D({{1, 4}, {2, 3}, {3}, {4}, {}}, 4);
  BitVector B = D.dependents(seeds(5, 0));
  EXPECT_TRUE(B.test(1));
  EXPECT_TRUE(B.test(2));
  EXPECT_TRUE(B.test(3));
  EXPECT_FALSE(B.test(4));
}

TEST(ControlDependence, EndlessLoopReachesNoExit) {
  ControlDependence D({{1, 2}, {1}, {3}, {}}, 3);
  EXPECT_EQ(D.postDominator(0), 3u);
  EXPECT_TRUE(D.dependents(seeds(4, 0)).test(1));
}
