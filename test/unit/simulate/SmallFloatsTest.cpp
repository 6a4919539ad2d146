// SPDX-License-Identifier: Apache-2.0

#include "simulate/machine/SmallFloats.h"
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

using namespace cudafix::simulate;

TEST(SmallFloats, Widen) {
  const float Infinite = std::numeric_limits<float>::infinity();
  EXPECT_EQ(fromHalf(0x3c00), 1);
  EXPECT_EQ(fromHalf(0xfbff), -65504);
  EXPECT_EQ(fromHalf(0x0001), 0x1p-24f);
  EXPECT_TRUE(std::signbit(fromHalf(0x8000)));
  EXPECT_EQ(fromHalf(0xfc00), -Infinite);
  EXPECT_TRUE(std::isnan(fromHalf(0x7e00)));
  EXPECT_EQ(fromBrain(0x3f80), 1);
  EXPECT_EQ(fromBrain(0x0001), 0x1p-133f);
  EXPECT_EQ(fromE5M2(0x3c), 1);
  EXPECT_EQ(fromE5M2(0x7c), Infinite);
  EXPECT_EQ(fromE4M3(0x7e), 448);
  EXPECT_TRUE(std::isnan(fromE4M3(0xff)));
}

TEST(SmallFloats, NarrowGivesBackWhatWasWidened) {
  for (uint32_t Bits = 0; Bits < 1 << 16; ++Bits) {
    if (float V = fromHalf(Bits); !std::isnan(V)) {
      ASSERT_EQ(toHalf(V), Bits);
      ASSERT_EQ(toHalf(double(V)), Bits);
    }
    if (float V = fromBrain(Bits); !std::isnan(V)) {
      ASSERT_EQ(toBrain(V), Bits);
      ASSERT_EQ(toBrain(double(V)), Bits);
    }
  }
}

TEST(SmallFloats, NarrowRoundsToTheEvenOneOfTwo) {
  EXPECT_EQ(toHalf(1 + 0x1p-11f), 0x3c00);
  EXPECT_EQ(toHalf(1 + 0x3p-11f), 0x3c02);
  EXPECT_EQ(toHalf(65520.f), 0x7c00);
  EXPECT_EQ(toBrain(1 + 0x1p-8f), 0x3f80);
  EXPECT_EQ(toBrain(1 + 0x3p-8f), 0x3f82);
  EXPECT_EQ(toBrain(std::numeric_limits<float>::max()), 0x7f80);
  EXPECT_EQ(toBrain(1e300), 0x7f80);
}

TEST(SmallFloats, NarrowRoundsADoubleOnce) {
  // A float between the two would be a tie.
  EXPECT_EQ(toHalf(1 + 0x1p-11 + 0x1p-40), 0x3c01);
  EXPECT_EQ(toBrain(1 + 0x1p-8 + 0x1p-40), 0x3f81);
}

TEST(SmallFloats, NarrowKeepsWhatIsNotANumber) {
  const double None = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isnan(fromHalf(toHalf(None))));
  EXPECT_TRUE(std::isnan(fromBrain(toBrain(None))));
  EXPECT_TRUE(std::isnan(fromBrain(toBrain(llvm::bit_cast<float>(0x7f800001u)))));
}
