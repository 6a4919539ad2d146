// SPDX-License-Identifier: Apache-2.0
#include "model/Condition.h"
#include <gtest/gtest.h>

using namespace cudafix;

namespace {
using Kind = NeededCondition::Kind;

struct ConditionTest : testing::Test {
  ExprContext C;
  Expr number(uint64_t V) { return C.constant(V, 32); }
  Expr parameter() {
    Symbol S;
    S.Kind = SymbolKind::Parameter;
    S.Width = 32;
    S.Name = "n";
    return C.apply(C.addSymbol(S));
  }
  NeededCondition of(Expr Cond) { return neededCondition(C, Cond, C.toString(Cond)); }
};
} // namespace

TEST_F(ConditionTest, KnowsTheSizeOfABlock) {
  const NeededCondition N = neededSize(C, 1, number(16));
  EXPECT_EQ(N.What, Kind::BlockSize);
  EXPECT_EQ(N.Text, "blockDim.y == 16");
  EXPECT_EQ(N.Named, "blockDim.y");
  EXPECT_EQ(N.Dimension, 1u);
  EXPECT_EQ(N.Value, 16u);
}

TEST_F(ConditionTest, TellsSizesFromWhatALaunchPasses) {
  Expr Early = parameter(), Block = C.blockDim(0), N = parameter();
  for (Expr Other : {Early, N}) { // made before the size and after it: printed before and after it
    EXPECT_EQ(of(C.eq(Block, Other)).What, Kind::Sizes);
    EXPECT_EQ(of(C.eq(Block, Other)).Named, "blockDim.x");
    EXPECT_EQ(of(C.ule(C.mul(Block, Other), number(32))).What, Kind::Sizes);
  }
  EXPECT_EQ(of(C.eq(C.gridDim(0), number(4))).What, Kind::Sizes);
  EXPECT_EQ(of(C.ule(Block, number(32))).What, Kind::Sizes);
  EXPECT_EQ(of(C.eq(N, number(4))).What, Kind::Passed);
  EXPECT_EQ(of(C.ult(number(4), N)).What, Kind::Passed);
}

TEST_F(ConditionTest, NamesWhatAnEquationGivesAValueTo) {
  Expr N = parameter();
  EXPECT_EQ(of(C.eq(N, number(4))).Named, "n");
  EXPECT_EQ(of(C.ult(N, number(4))).Named, "");
}
