// SPDX-License-Identifier: Apache-2.0

#include "analysis/question/Race.h"
#include "Builder.h"
#include "gtest/gtest.h"

using namespace cudafix;
using namespace cudafix::analysis;

namespace {
struct RaceTest : testing::Test {
  Builder B;
  ArrayId S = B.array("s");
  ExprContext &C = B.c();
  RaceTest() {
    for (unsigned D : {1, 2})
      B.K.UsesDim[D] = B.K.UsesGridDim[D] = false;
  }
  Expr k(uint64_t V) { return C.constant(V, 32); }
  std::vector<RaceAnswer> races(const Launch &L) {
    return findRaces(B.K, L, BarrierSet::all(B.K), {*B.Solving}).Answers;
  }
};
bool racy(const RaceAnswer &A) { return std::holds_alternative<Satisfiable>(A.Answer); }
} // namespace

TEST_F(RaceTest, OwnCellsAreFreeAndNeighboursRace) {
  NodeId N = B.node();
  B.write(N, S, B.word(B.tid()));
  EXPECT_TRUE(races(Launch()).empty());
  B.read(N, S, B.word(B.plus(B.tid(), 1)));
  auto R = races(Launch());
  ASSERT_EQ(R.size(), 1u);
  ASSERT_TRUE(racy(R[0]));
  EXPECT_EQ(R[0].Where, Scope::OtherWarp);
  EXPECT_EQ(R[0].How, Confidence::Proved);
  auto &T = R[0].Example.Threads;
  EXPECT_EQ(T[0].Thread[0], T[1].Thread[0] + 1);
  EXPECT_NE(T[0].Thread[0] / 32, T[1].Thread[0] / 32);
}

TEST_F(RaceTest, NeighboursOfOneWarpRaceOnlyWithoutLockstep) {
  NodeId N = B.node();
  B.write(N, S, B.word(B.tid()));
  B.read(N, S, B.word(B.plus(B.tid(), 1)));
  Launch L = B.launch(32);
  auto R = races(L);
  ASSERT_EQ(R.size(), 1u);
  EXPECT_EQ(R[0].Where, Scope::SameWarp);
  L.Lockstep = true;
  EXPECT_TRUE(races(L).empty());
}

TEST_F(RaceTest, AWarpBarrierOrdersTheLanesOfAWarp) {
  NodeId N = B.node();
  B.write(N, S, B.word(B.tid()));
  B.barrier(N, BarrierKind::Warp);
  B.read(N, S, B.word(B.plus(B.tid(), 1)));
  EXPECT_TRUE(races(B.launch(32)).empty());
  EXPECT_EQ(races(B.launch(64)).size(), 1u);
}

TEST_F(RaceTest, ATileBarrierOrdersItsTileOnly) {
  NodeId N = B.node();
  B.write(N, S, B.word(B.tid()));
  B.K.Barriers[B.barrier(N, BarrierKind::Warp)].TileSize = 8;
  B.read(N, S, B.word(C.binary(Op::Xor, B.tid(), k(1))));
  EXPECT_TRUE(races(B.launch(32)).empty());
  B.read(N, S, B.word(C.binary(Op::Xor, B.tid(), k(8))));
  EXPECT_EQ(races(B.launch(32)).size(), 1u);
}

TEST_F(RaceTest, HalvingReductionNeedsItsBarrier) {
  // for (k = 0; (s = blockDim >> (k + 1)) > 0; ++k) { if (tid < s) s[tid] += s[tid + s]; barrier }
  NodeId Entry = B.node();
  LoopId L = B.loop();
  NodeId Header = B.node(true, L), Then = B.node(false, L), Join = B.node(true, L), End = B.node();
  Expr Half = C.binary(Op::LShr, C.blockDim(0), C.add(B.counter(L), k(1), NSW | NUW));
  B.edge(Entry, Header);
  NodeId Body = B.node(true, L);
  B.branch(Header, C.ult(k(0), Half), Body, End, false);
  B.branch(Body, C.ult(B.tid(), Half), Then, Join, true);
  B.edge(Then, Join);
  B.edge(Join, Header, {}, false, true);
  B.read(Then, S, B.word(C.add(B.tid(), Half, NSW | NUW)));
  B.write(Then, S, B.word(B.tid()));
  BarrierId Bar = B.barrier(Join);
  EXPECT_TRUE(races(Launch()).empty());
  BarrierSet Off = BarrierSet::all(B.K);
  Off.On.reset(Bar);
  auto R = findRaces(B.K, Launch(), Off, {*B.Solving}).Answers;
  ASSERT_FALSE(R.empty());
  EXPECT_TRUE(racy(R[0]));
}

TEST_F(RaceTest, BlocksWriteDisjointPartsOfGlobalMemory) {
  ArrayId G = B.array("out", Space::Global);
  NodeId N = B.node();
  Expr I = C.add(C.mul(C.blockIdx(0), C.blockDim(0)), B.tid());
  B.write(N, G, B.word(I));
  EXPECT_TRUE(races(Launch()).empty());
  B.read(N, G, B.word(B.plus(I, 1)));
  auto R = races(Launch());
  ASSERT_EQ(R.size(), 2u);
  EXPECT_EQ(R[1].Where, Scope::OtherBlock);
  EXPECT_EQ(R[1].Example.Threads[0].Thread[0], 0u);
}

TEST_F(RaceTest, OneValueByAllThreadsIsBenign) {
  NodeId N = B.node();
  AccessId W = B.write(N, S, C.constant(0, 64));
  B.K.Accesses[W].Value = k(1);
  auto R = races(Launch());
  ASSERT_EQ(R.size(), 1u);
  EXPECT_TRUE(R[0].SameValue);
  B.K.Accesses[W].Value = B.tid();
  EXPECT_FALSE(races(Launch())[0].SameValue);
}

namespace {
struct DivergenceTest : RaceTest {
  std::vector<DivergenceAnswer> ask() {
    return findDivergence(B.K, Launch(), BarrierSet::all(B.K), {*B.Solving}).Answers;
  }
  NodeId Top = B.node(), Then = B.node(false), End = B.node();
};
} // namespace

TEST_F(DivergenceTest, ABarrierUnderAUniformConditionIsFree) {
  Symbol N;
  N.Kind = SymbolKind::Parameter;
  N.Level = Uniformity::Launch;
  N.Name = "n";
  B.branch(Top, C.ult(C.apply(C.addSymbol(N)), k(5)), Then, End, false);
  B.edge(Then, End);
  B.barrier(Then);
  EXPECT_TRUE(ask().empty());
}

TEST_F(DivergenceTest, ABarrierUnderAThreadConditionIsMissed) {
  B.branch(Top, C.ult(B.tid(), k(5)), Then, End, true);
  B.edge(Then, End);
  B.barrier(Then);
  auto A = ask();
  ASSERT_EQ(A.size(), 1u);
  EXPECT_FALSE(A[0].ExitedOnly);
  EXPECT_LT(A[0].Example.Threads[0].Thread[0], 5u);
  EXPECT_GE(A[0].Example.Threads[1].Thread[0], 5u);
}

TEST_F(DivergenceTest, ABarrierThatAllThreadsMeetBeforeTheGuardsDecideIsFree) {
  // Both threads of the condition below are below 1024: always true.
  B.branch(Top, C.ult(B.tid(), k(1024)), Then, End, true);
  B.edge(Then, End);
  B.barrier(Then);
  EXPECT_TRUE(ask().empty());
}

TEST_F(DivergenceTest, ThreadsThatReturnedEarlyAreToldApart) {
  B.branch(Top, C.ult(B.tid(), k(5)), Then, End, true);
  B.K.Nodes[Top].Succs[1].EarlyReturn = true;
  B.edge(Then, End);
  B.barrier(Then);
  auto A = ask();
  ASSERT_EQ(A.size(), 1u);
  EXPECT_TRUE(A[0].ExitedOnly);
}

TEST_F(RaceTest, ALaunchLeavesTheTermsOfTheNextAlone) {
  ArrayId In = B.array("in", Space::Global), Out = B.array("out", Space::Global);
  Symbol Load;
  Load.Kind = SymbolKind::Load;
  Load.Level = Uniformity::Launch;
  Load.Index = In;
  Load.ReadOnly = true;
  Load.Name = "in[...]";
  SymbolId Read = C.addSymbol(Load);
  NodeId N = B.node();
  B.write(N, Out, B.word(C.apply(Read, {C.constant(0, 64)})));
  Launch L = B.launch(64);
  L.Origins = {{In, 0, C.constant(0, 64), {}, {}}, {Out, 0, Expr(), {}, {}}};
  races(L); // the two are one object: what is read may be written
  EXPECT_TRUE(std::as_const(C).symbol(Read).ReadOnly);
  EXPECT_EQ(std::as_const(C).symbol(Read).Level, Uniformity::Launch);
}

TEST_F(RaceTest, AnArrayThatMayOverlapAWrittenOneIsAskedAbout) {
  ArrayId In = B.array("in", Space::Global), Out = B.array("out", Space::Global);
  NodeId N = B.node();
  B.read(N, In, B.word(B.plus(B.tid(), 1)));
  B.write(N, Out, B.word(B.tid()));
  EXPECT_TRUE(races(B.launch(64)).empty());
  B.K.Arrays[In].AliasGroup = B.K.Arrays[Out].AliasGroup = 1;
  EXPECT_FALSE(races(B.launch(64)).empty());
}
