// SPDX-License-Identifier: Apache-2.0
#include "analysis/footprint/Footprint.h"
#include "Builder.h"
#include "gtest/gtest.h"

using namespace cudafix;
using namespace cudafix::analysis;

namespace {

struct FootprintTest : testing::Test {
  Builder B;
  Launch Blocks = B.launch(256);
  FootprintTest() { Blocks.Grid[0] = Expr(); }
  NodeId N = B.node();
  ExprContext &C = B.c();

  Expr num(uint64_t V) { return C.constant(V, 32); }
  Expr parameter(const char *Name) {
    Symbol S;
    S.Kind = SymbolKind::Parameter;
    S.Level = Uniformity::Launch;
    S.Name = Name;
    return C.apply(C.addSymbol(S));
  }
  /// The only access of the kernel reads an int at `Index`.
  Footprint of(Expr Index, Space Where = Space::Global) {
    B.read(N, B.array("a", Where), B.word(Index));
    B.edge(N, B.node());
    return computeFootprints(B.K, Blocks).Accesses.at(0);
  }
};

TEST_F(FootprintTest, NeighboursAreCoalescedWhereverTheyBegin) {
  Expr Base = C.mul(C.blockIdx(0), num(256), NSW);
  Footprint F = of(C.add(Base, B.tid(), NSW));
  EXPECT_EQ(F.Shape, Pattern::Exact);
  EXPECT_TRUE(F.Aligned);
  EXPECT_EQ(F.Worst.Sectors, 4u);
  EXPECT_EQ(F.Worst.IdealSectors, 4u);
  EXPECT_EQ(F.Total.Requests, 8u);
}

TEST_F(FootprintTest, AKnownShiftTakesOneSectorMore) {
  Footprint F = of(B.plus(B.tid(), 1));
  EXPECT_EQ(F.Worst.Sectors, 5u);
  EXPECT_EQ(F.Worst.SectorsFree, 4u);
}

TEST_F(FootprintTest, AnUnknownShiftIsTakenAtItsBest) {
  Footprint F = of(C.add(B.tid(), parameter("n"), NSW));
  EXPECT_EQ(F.Shape, Pattern::Exact);
  EXPECT_FALSE(F.Aligned);
  EXPECT_EQ(F.Worst.Sectors, 4u);
}

TEST_F(FootprintTest, AParameterAsStrideKeepsLanesApart) {
  Footprint F = of(C.mul(B.tid(), parameter("n"), NSW));
  EXPECT_EQ(F.Shape, Pattern::Strided);
  EXPECT_EQ(F.Worst.Sectors, 32u);
  EXPECT_EQ(F.StrideText, "n * 4");
  EXPECT_EQ(F.StrideFrom, "n >= 8");
}

TEST_F(FootprintTest, WhatTheLaunchFixesIsPutIn) {
  Expr Stride = parameter("n");
  Blocks.Facts.push_back({C.eq(Stride, num(1)), "n == 1", {}, FactClass::Constant});
  Footprint F = of(C.mul(B.tid(), Stride, NSW));
  EXPECT_EQ(F.Shape, Pattern::Exact);
  EXPECT_EQ(F.Worst.Sectors, 4u);
}

TEST_F(FootprintTest, RemaindersOfABaseAreGoneThrough) {
  // (8 b + t) / 32 * 32: where a warp straddles two multiples it depends on b.
  Expr I = C.add(C.mul(C.blockIdx(0), num(8), NSW), B.tid(), NSW);
  Footprint F = of(C.mul(C.binary(Op::UDiv, I, num(32)), num(32), NSW));
  EXPECT_EQ(F.Shape, Pattern::Exact);
  EXPECT_EQ(F.Cases, 8u * 4u);
  EXPECT_EQ(F.Worst.Sectors, 2u);
  EXPECT_EQ(F.Total.Sectors, 8u * (1 + 2 + 2 + 2));
}

TEST_F(FootprintTest, DivisionByAParameterStaysInARow) {
  Expr W = parameter("w");
  Expr I = C.add(C.mul(C.blockIdx(0), num(256), NSW), B.tid(), NSW);
  Expr X = C.binary(Op::SRem, I, W), Y = C.binary(Op::SDiv, I, W);
  Footprint F = of(C.add(C.mul(Y, parameter("pitch"), NSW), X, NSW));
  EXPECT_EQ(F.Shape, Pattern::Exact);
  EXPECT_TRUE(F.Assumed);
  EXPECT_EQ(F.Worst.SectorsFree, 4u);
}

TEST_F(FootprintTest, AnOwnValueIsData) {
  Symbol S;
  S.Kind = SymbolKind::Opaque;
  S.Level = Uniformity::Thread;
  S.Name = "own";
  Footprint F = of(C.apply(C.addSymbol(S)));
  EXPECT_EQ(F.Shape, Pattern::Irregular);
  EXPECT_EQ(C.toString(F.Data), "own");
}

TEST_F(FootprintTest, SmallBlocksFillAWarpRowByRow) {
  Blocks.Block[0] = Blocks.Block[1] = num(8);
  Expr I = C.add(C.mul(C.threadIdx(1), parameter("n"), NSW), B.tid(), NSW);
  Footprint F = of(I);
  EXPECT_EQ(F.Warps, 2u);
  EXPECT_EQ(F.Run, 8u);
  EXPECT_EQ(F.Worst.Sectors, 4u);
  EXPECT_EQ(F.Worst.Lines, 4u);
  EXPECT_EQ(F.Worst.IdealLines, 1u);
}

TEST_F(FootprintTest, ColumnsOfATileShareABank) {
  Footprint F = of(C.mul(B.tid(), num(32), NSW), Space::Shared);
  EXPECT_EQ(F.Worst.Ways, 32u);
  EXPECT_EQ(F.Worst.Passes, 32u);
}

TEST_F(FootprintTest, ASwizzleSpreadsThem) {
  Expr Bank = C.binary(Op::Xor, C.binary(Op::URem, B.tid(), num(32)), num(5));
  Footprint F = of(C.add(C.mul(B.tid(), num(32), NSW), Bank, NSW), Space::Shared);
  EXPECT_EQ(F.Worst.Ways, 1u);
}

TEST_F(FootprintTest, GuardsLeaveLanesOut) {
  NodeId Then = B.node(), End = B.node();
  B.branch(N, C.eq(C.binary(Op::URem, B.tid(), num(2)), num(0)), Then, End, true);
  B.edge(Then, End);
  B.read(Then, B.array("a", Space::Global), B.word(B.tid()));
  Footprints All = computeFootprints(B.K, Blocks);
  EXPECT_EQ(All.Accesses.at(0).Worst.Lanes, 16u);
  EXPECT_EQ(All.Accesses.at(0).Worst.Bytes, 64u);
  ASSERT_EQ(All.Branches.size(), 1u);
  EXPECT_EQ(All.Branches[0].Split, 8u);
  EXPECT_EQ(All.Branches[0].Sides[0].Warps, 8u);
  EXPECT_EQ(All.Branches[0].Sides[0].Needed, 4u);
}

TEST_F(FootprintTest, FieldsNextToEachOtherAreJoined) {
  ArrayId A = B.array("a", Space::Global);
  Expr At = C.mul(C.sext(B.tid(), 64), C.constant(8, 64), NSW);
  B.read(N, A, At);
  B.read(N, A, B.plus(At, 4));
  B.edge(N, B.node());
  Footprint F = computeFootprints(B.K, Blocks).Accesses.at(0);
  EXPECT_EQ(F.Worst.Sectors, 8u);
  EXPECT_EQ(F.Neighbours, 1u);
  EXPECT_EQ(F.Together.Sectors, 8u);
  EXPECT_EQ(F.Together.IdealSectors, 8u);
}

} // namespace
