// SPDX-License-Identifier: Apache-2.0

#include "analysis/flow/Phases.h"
#include "Builder.h"
#include "gtest/gtest.h"

using namespace cudafix;
using namespace cudafix::analysis;

namespace {
std::vector<AccessId> accessesOf(const Phase &P) {
  std::vector<AccessId> Ids;
  for (const Reached &R : P.Places)
    if (R.What == Reached::Kind::Access)
      Ids.push_back(R.Id);
  return Ids;
}
using Ids = std::vector<AccessId>;
} // namespace

TEST(PhasesTest, ABarrierSplitsStraightLineCode) {
  Builder B;
  ArrayId S = B.array("s");
  NodeId N = B.node();
  B.write(N, S, B.word(B.tid()));
  B.barrier(N);
  B.read(N, S, B.word(B.tid()));
  auto P = computePhases(B.K, *B.Solving, BarrierSet::all(B.K), PhaseLevel::Block);
  ASSERT_EQ(P.size(), 2u);
  EXPECT_EQ(accessesOf(P[0]), Ids({0}));
  EXPECT_EQ(accessesOf(P[1]), Ids({1}));
  BarrierSet Off = BarrierSet::all(B.K);
  Off.On.reset();
  P = computePhases(B.K, *B.Solving, Off, PhaseLevel::Block);
  ASSERT_EQ(P.size(), 1u);
  EXPECT_EQ(accessesOf(P[0]), Ids({0, 1}));
}

TEST(PhasesTest, TheConditionOfBothArmsIsTheConditionBefore) {
  Builder B;
  ArrayId S = B.array("s");
  NodeId Top = B.node(), Then = B.node(false), Else = B.node(false), Join = B.node();
  Expr Cond = B.c().ult(B.tid(), B.c().constant(5, 32));
  B.branch(Top, Cond, Then, Else, true);
  B.edge(Then, Join);
  B.edge(Else, Join);
  B.write(Then, S, B.word(B.tid()));
  B.write(Else, S, B.word(B.tid()));
  B.write(Join, S, B.word(B.tid()));
  auto P = computePhases(B.K, *B.Solving, BarrierSet::all(B.K), PhaseLevel::Block);
  ASSERT_EQ(accessesOf(P[0]), Ids({0, 1, 2}));
  EXPECT_EQ(P[0].Places[0].Cond, Cond);
  EXPECT_EQ(P[0].Places[1].Cond, B.c().lnot(Cond));
  EXPECT_TRUE(P[0].Places[2].Cond->isTrue());
}

namespace {
/// for (i = 0; i < 8; ++i) { write; [barrier 0]; read; [barrier 1] }
struct LoopWithBarriers : testing::Test {
  Builder B;
  ArrayId S = B.array("s");
  NodeId Entry = B.node();
  LoopId L = B.loop();
  NodeId Header = B.node(true, L), Body = B.node(true, L), End = B.node();
  LoopWithBarriers() {
    B.edge(Entry, Header);
    B.branch(Header, B.c().ult(B.counter(L), B.c().constant(8, 32)), Body, End, false);
    B.edge(Body, Header, {}, false, true);
    B.write(Body, S, B.word(B.tid()));
    B.barrier(Body);
    B.read(Body, S, B.word(B.tid()));
    B.barrier(Body);
  }
};
} // namespace

TEST_F(LoopWithBarriers, TheNextIterationBelongsToThePhaseAfterTheLastBarrier) {
  auto P = computePhases(B.K, *B.Solving, BarrierSet::all(B.K), PhaseLevel::Block);
  ASSERT_EQ(P.size(), 3u);
  EXPECT_EQ(accessesOf(P[0]), Ids({0}));
  EXPECT_EQ(accessesOf(P[1]), Ids({1}));
  EXPECT_EQ(accessesOf(P[2]), Ids({0}));
  EXPECT_TRUE(P[2].Places[0].LaterIteration);
}

TEST_F(LoopWithBarriers, WithoutTheLastBarrierTheReadMeetsTheNextWrite) {
  BarrierSet Set = BarrierSet::all(B.K);
  Set.On.reset(1);
  auto P = computePhases(B.K, *B.Solving, Set, PhaseLevel::Block);
  ASSERT_EQ(P.size(), 2u);
  ASSERT_EQ(accessesOf(P[1]), Ids({1, 0}));
  EXPECT_FALSE(P[1].Places[0].LaterIteration);
  const Reached &Write = P[1].Places[1];
  EXPECT_TRUE(Write.LaterIteration);
  // Exactly one iteration further, for both threads: every iteration crosses barrier 0.
  Expr Counter = P[1].at(B.c(), B.counter(L), Write);
  EXPECT_EQ(Counter->op(), Op::Add);
  EXPECT_EQ(Counter->arg(1)->value(), 1u);
}

TEST_F(LoopWithBarriers, AtTheEntryOnlyTheFirstIterationIsReached) {
  auto P = computePhases(B.K, *B.Solving, BarrierSet::all(B.K), PhaseLevel::Block);
  EXPECT_TRUE(P[0].at(B.c(), B.counter(L), P[0].Places[0])->isConst());
}

TEST(PhasesTest, ABarrierFreeLoopHasACounterOfItsOwnAndAnExit) {
  Builder B;
  ArrayId S = B.array("s");
  NodeId Entry = B.node();
  LoopId L = B.loop(NoId, false);
  NodeId Header = B.node(false, L), Body = B.node(false, L), End = B.node();
  Expr Cond = B.c().ult(B.counter(L), B.tid());
  B.edge(Entry, Header);
  B.branch(Header, Cond, Body, End, true);
  B.edge(Body, Header, {}, false, true);
  B.write(Body, S, B.word(B.counter(L)));
  B.write(End, S, B.word(B.c().apply(B.K.Loops[L].Exit)));
  auto P = computePhases(B.K, *B.Solving, BarrierSet::all(B.K), PhaseLevel::Block);
  ASSERT_EQ(accessesOf(P[0]), Ids({0, 1}));
  EXPECT_EQ(P[0].Places[0].Cond, Cond);
  Expr Exit = P[0].at(B.c(), B.c().apply(B.K.Loops[L].Exit), P[0].Places[1]);
  EXPECT_NE(Exit, B.counter(L));
  EXPECT_EQ(P[0].Places[1].Cond, B.c().ule(B.tid(), Exit));
}

TEST(PhasesTest, BarriersThatEndTheSamePhasesAreComputedOnce) {
  Builder B;
  ArrayId S = B.array("s");
  NodeId N = B.node();
  B.write(N, S, B.word(B.tid()));
  B.barrier(N);
  B.read(N, S, B.word(B.tid()));
  PhaseMemory Memory;
  const BarrierSet All = BarrierSet::all(B.K);
  auto First = Memory.phases(B.K, *B.Solving, All, PhaseLevel::Block);
  const size_t Symbols = B.c().numSymbols();
  auto Again = Memory.phases(B.K, *B.Solving, All, PhaseLevel::Warp);
  EXPECT_EQ(B.c().numSymbols(), Symbols);
  ASSERT_EQ(Again.size(), First.size());
  EXPECT_EQ(accessesOf(Again[1]), accessesOf(First[1]));
  // Grid barriers alone end none: the whole kernel is one phase.
  EXPECT_EQ(Memory.phases(B.K, *B.Solving, All, PhaseLevel::Grid).size(), 1u);
}
