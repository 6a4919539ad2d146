// SPDX-License-Identifier: Apache-2.0

#include "simulate/machine/SmallFloats.h"
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

using namespace cudafix::simulate;

TEST(SmallFloats, Widen) {
  const double Infinite = std::numeric_limits<double>::infinity();
  EXPECT_EQ(SmallFloat::half().widen(0x3c00), 1);
  EXPECT_EQ(SmallFloat::half().widen(0xfbff), -65504);
  EXPECT_EQ(SmallFloat::half().widen(0x0001), 0x1p-24);
  EXPECT_TRUE(std::signbit(SmallFloat::half().widen(0x8000)));
  EXPECT_EQ(SmallFloat::half().widen(0xfc00), -Infinite);
  EXPECT_TRUE(std::isnan(SmallFloat::half().widen(0x7e00)));
  EXPECT_EQ(SmallFloat::brain().widen(0x3f80), 1);
  EXPECT_EQ(SmallFloat::brain().widen(0x0001), 0x1p-133);
  EXPECT_EQ(SmallFloat::e5m2().widen(0x3c), 1);
  EXPECT_EQ(SmallFloat::e5m2().widen(0x7c), Infinite);
  EXPECT_EQ(SmallFloat::e4m3().widen(0x7e), 448);
  EXPECT_TRUE(std::isnan(SmallFloat::e4m3().widen(0xff)));
}

TEST(SmallFloats, Narrow) {
  for (const SmallFloat *F : {&SmallFloat::half(), &SmallFloat::brain()})
    for (uint32_t Bits = 0; Bits < 1 << 16; ++Bits)
      if (double V = F->widen(Bits); !std::isnan(V))
        ASSERT_EQ(F->narrow(V), Bits);
  EXPECT_EQ(SmallFloat::half().narrow(1 + 0x1p-11), 0x3c00); // between two: the even one
  EXPECT_EQ(SmallFloat::half().narrow(1 + 0x3p-11), 0x3c02);
  EXPECT_EQ(SmallFloat::half().narrow(65520), 0x7c00);
  // Not first to a float, which would make a tie of it.
  EXPECT_EQ(SmallFloat::half().narrow(1 + 0x1p-11 + 0x1p-40), 0x3c01);
}
