// SPDX-License-Identifier: Apache-2.0

#include "model/Convention.h"
#include "gtest/gtest.h"

using namespace cudafix;

TEST(Convention, IdsFollowFromTheNames) {
  EXPECT_EQ(toString(Convention::LoopsTurn), "loops-turn");
  EXPECT_EQ(toString(Convention::PowersOfTwo), "powers-of-two");
}

TEST(Convention, GlobsSelect) {
  EXPECT_TRUE(ConventionSet().contains(Convention::NoWrap));
  ConventionSet Some("*,-loops-turn");
  EXPECT_FALSE(Some.contains(Convention::LoopsTurn));
  EXPECT_TRUE(Some.contains(Convention::NoWrap));
  ConventionSet None("-*");
  EXPECT_FALSE(None.contains(Convention::LoopsTurn));
  EXPECT_FALSE(None.contains(Convention::DistinctPointers));
  EXPECT_TRUE(ConventionSet("no-*").contains(Convention::NoWrap));
  EXPECT_FALSE(ConventionSet("no-*").contains(Convention::LoopsTurn));
}

TEST(Convention, PremisesAsText) {
  Premise Turns{Convention::LoopsTurn, {}, "count >= 1"};
  Premise Rows{Convention::RowsSpanGrid, {}, "n >= 64, m >= 32"};
  EXPECT_EQ(toString({Turns, Rows}), "[loops-turn] count >= 1; [rows-span-grid] n >= 64, m >= 32");
}

TEST(Convention, ConditionsAsPeopleWriteThem) {
  ExprContext C;
  auto Parameter = [&](const char *Name, unsigned Width = 32) {
    Symbol S;
    S.Kind = SymbolKind::Parameter;
    S.Level = Uniformity::Launch;
    S.Width = Width;
    S.Name = Name;
    return C.apply(C.addSymbol(S));
  };
  Expr N = Parameter("n"), M = Parameter("m"), Zero = C.constant(0, 32);
  Expr Threads = C.mul(C.blockDim(0), C.gridDim(0));
  EXPECT_EQ(conditionText(C, C.slt(Zero, N)), "n >= 1");
  EXPECT_EQ(conditionText(C, C.sle(Zero, N)), "n >= 0");
  EXPECT_EQ(conditionText(C, C.ult(Zero, N)), "n >= 1");
  EXPECT_EQ(conditionText(C, C.ult(N, C.constant(32, 32))), "n < 32");
  EXPECT_EQ(conditionText(C, C.sle(Threads, N)), "n >= " + C.toString(Threads));
  EXPECT_EQ(conditionText(C, C.slt(N, M)), "n < m");
  EXPECT_EQ(conditionText(C, C.lnot(C.slt(N, M))), "m <= n");
  EXPECT_EQ(conditionText(C, C.eq(N, C.constant(4, 32))), "n == 4");
  EXPECT_EQ(conditionText(C, C.lor(C.slt(N, M), C.eq(N, C.constant(4, 32)))).find(" or ") !=
                std::string::npos,
            true);
}
