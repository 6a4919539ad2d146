// SPDX-License-Identifier: Apache-2.0
#include "transform/barriers/BarrierPlan.h"
#include "Builder.h"
#include "transform/barriers/PlanOracle.h"
#include "gtest/gtest.h"

using namespace cudafix;
using namespace cudafix::transform;
using analysis::RaceOptions;

namespace {

/// A plan for pairs of accesses of a kernel run by one block of 64 threads.
struct Planned {
  PlanResult R;
  Planned(Builder &B, const PlanProblem &P, const PlanOptions &O = {}, bool Ask = true)
      : Launches{B.launch(64)} {
    std::vector<std::pair<AccessId, AccessId>> Pairs;
    for (const PlanPair &Q : P.Pairs)
      Pairs.push_back({Q.A, Q.B});
    PlanKernel PK(B.K, Pairs);
    RaceOptions Race{*B.Solving};
    R = planBarriers(PK, *B.Solving, P, Ask ? planOracle(Launches, Race) : PlanOracle(), O);
  }
  const BarrierChange &change() { return R.Plans.at(0).Change; }
  std::vector<Launch> Launches;
};

/// write s[t]; slot; slot; read s[t + 1]; exit.
struct Straight : Builder {
  ArrayId S = array("s");
  NodeId N = node();
  AccessId W = write(N, S, word(tid()));
  SlotId First = slot(N);
  SlotId Second = slot(N);
  AccessId R = read(N, S, word(plus(tid(), 1)));
};

TEST(BarrierPlan, PutsOneBarrierBehindTheFirstAccess) {
  Straight K;
  Planned P(K, {{{K.W, K.R, false, 7}}, {}});
  ASSERT_EQ(P.R.Plans.size(), 1u);
  EXPECT_EQ(P.change().Block, std::vector<SlotId>{K.First});
  EXPECT_EQ(P.R.Plans[0].RepairId, "insert-barrier");
  EXPECT_EQ(P.R.Plans[0].Findings, std::vector<unsigned>{7});
}

TEST(BarrierPlan, TakesTheNextBestPlaceWhenTheFirstIsForbidden) {
  Straight K;
  Planned Best(K, {{{K.W, K.R, false, 0}}, {}});
  PlanOptions O;
  O.Forbidden = {Best.R.Plans.at(0).Dominant};
  Planned P(K, {{{K.W, K.R, false, 0}}, {}}, O);
  EXPECT_EQ(P.change().Block, std::vector<SlotId>{K.Second});
}

TEST(BarrierPlan, UsesAWarpBarrierForLanesOfOneWarp) {
  Straight K;
  Planned P(K, {{{K.W, K.R, true, 0}}, {}}, {}, false);
  EXPECT_TRUE(P.change().Block.empty());
  // Without an oracle the answer to "only one warp" is the finding's.
  EXPECT_EQ(P.change().Warp, std::vector<SlotId>{K.First});
}

TEST(BarrierPlan, SkipsMacrosAndSaysWhenNothingIsLeft) {
  Straight K;
  K.K.Slots[K.First].Editable = false;
  Planned P(K, {{{K.W, K.R, false, 0}}, {}});
  EXPECT_EQ(P.change().Block, std::vector<SlotId>{K.Second});
  EXPECT_TRUE(P.R.Plans[0].Editable);
  K.K.Slots[K.Second].Editable = false;
  Planned Q(K, {{{K.W, K.R, false, 0}}, {}});
  EXPECT_FALSE(Q.R.Plans.at(0).Editable);
}

TEST(BarrierPlan, PrefersAConvergentPlaceBehindTheBranch) {
  Builder B;
  ArrayId S = B.array("s");
  NodeId Entry = B.node(), Then = B.node(false), Join = B.node();
  B.branch(Entry, B.c().ult(B.tid(), B.c().constant(40, 32)), Then, Join, true);
  AccessId W = B.write(Then, S, B.word(B.tid()));
  B.slot(Then);
  B.edge(Then, Join);
  SlotId After = B.slot(Join);
  AccessId R = B.read(Join, S, B.word(B.plus(B.tid(), 1)));
  Planned P(B, {{{W, R, false, 0}}, {}});
  EXPECT_EQ(P.change().Block, std::vector<SlotId>{After});
  EXPECT_EQ(P.R.Plans[0].RepairId, "insert-barrier");
}

TEST(BarrierPlan, SplitsABranchThatHoldsBothAccesses) {
  Builder B;
  ArrayId S = B.array("s");
  NodeId Entry = B.node(), Then = B.node(false), Join = B.node();
  B.branch(Entry, B.c().ult(B.tid(), B.c().constant(40, 32)), Then, Join, true);
  AccessId W = B.write(Then, S, B.word(B.tid()));
  SlotId Between = B.slot(Then);
  AccessId R = B.read(Then, S, B.word(B.plus(B.tid(), 1)));
  B.edge(Then, Join);
  Planned P(B, {{{W, R, false, 0}}, {}});
  EXPECT_EQ(P.change().Block, std::vector<SlotId>{Between});
  EXPECT_EQ(P.R.Plans[0].RepairId, "split-branch");
}

TEST(BarrierPlan, OrdersTwoBranchesByTheSourceAndSaysSo) {
  Builder B;
  ArrayId S = B.array("s");
  NodeId Entry = B.node(), Then = B.node(false), Else = B.node(false), Join = B.node();
  B.branch(Entry, B.c().ult(B.tid(), B.c().constant(32, 32)), Then, Else, true);
  SlotId BeforeWrite = B.slot(Then);
  AccessId W = B.write(Then, S, B.word(B.tid()));
  B.edge(Then, Join);
  SlotId BeforeRead = B.slot(Else);
  AccessId R = B.read(Else, S, B.word(B.c().sub(B.tid(), B.c().constant(32, 32), NSW)));
  B.edge(Else, Join);
  Planned P(B, {{{W, R, false, 0}}, {}});
  EXPECT_EQ(P.change().Block, std::vector<SlotId>{BeforeRead});
  ASSERT_EQ(P.R.Plans[0].Assumptions.size(), 1u);
  EXPECT_NE(P.R.Plans[0].Assumptions[0].find("write in line"), std::string::npos);
  PlanOptions O;
  O.OtherOrder = true;
  Planned Q(B, {{{W, R, false, 0}}, {}}, O);
  EXPECT_EQ(Q.change().Block, std::vector<SlotId>{BeforeWrite});
}

/// for (..) { s[t] = ..; __syncthreads(); .. = s[t + 1]; }
struct Tile : Builder {
  ArrayId S = array("s");
  NodeId Entry = node();
  LoopId L = loop();
  NodeId Body = node(true, L);
  SlotId Start = slot(Body);
  AccessId W = write(Body, S, word(tid()));
  SlotId Mid = slot(Body);
  BarrierId Sync = barrier(Body);
  AccessId R = read(Body, S, word(plus(tid(), 1)));
  SlotId End = slot(Body);
  NodeId Exit = node();
  SlotId Behind = slot(Exit);
  Tile() {
    Expr Last = c().constant(8, 32);
    edge(Entry, Body);
    edge(Body, Body, c().slt(counter(L), Last), false, true);
    edge(Body, Exit, c().sle(Last, counter(L)));
  }
};

TEST(BarrierPlan, CutsTheBackEdgeOnceAtTheEndOfTheBody) {
  Tile K;
  Planned P(K, {{{K.W, K.R, false, 0}}, {}});
  EXPECT_EQ(P.change().Block, std::vector<SlotId>{K.End});
}

TEST(BarrierPlan, SplitsAStatementThatReadsAndWrites) {
  Builder B;
  ArrayId S = B.array("s");
  NodeId N = B.node();
  B.slot(N);
  AccessId R = B.read(N, S, B.word(B.plus(B.tid(), 1)));
  AccessId W = B.write(N, S, B.word(B.tid()));
  B.slot(N);
  Planned P(B, {{{R, W, false, 0}}, {}});
  ASSERT_EQ(P.change().SplitStatements.size(), 1u);
  EXPECT_EQ(P.change().SplitStatements[0].Read, R);
  EXPECT_EQ(P.change().SplitStatements[0].Write, W);
  EXPECT_FALSE(P.change().SplitStatements[0].Warp);
  EXPECT_TRUE(P.change().Block.empty());
}

TEST(BarrierPlan, LeavesAStatementThatRacesWithItself) {
  Builder B;
  ArrayId S = B.array("s");
  NodeId N = B.node();
  AccessId W = B.write(N, S, B.word(B.c().constant(0, 32)));
  B.slot(N);
  Planned P(B, {{{W, W, false, 3}}, {}});
  EXPECT_TRUE(P.R.Plans.empty());
  ASSERT_EQ(P.R.Uncut.size(), 1u);
  EXPECT_EQ(P.R.Uncut[0].first, 3u);
}

TEST(BarrierPlan, RacesThatShareAPlaceAreOneRepair) {
  Straight K;
  AccessId Other = K.read(K.N, K.S, K.word(K.plus(K.tid(), 2)));
  SlotId Third = K.slot(K.N);
  ArrayId T = K.array("t");
  AccessId W2 = K.write(K.N, T, K.word(K.tid()));
  SlotId Fourth = K.slot(K.N);
  AccessId R2 = K.read(K.N, T, K.word(K.plus(K.tid(), 1)));
  Planned P(K, {{{K.W, K.R, false, 0}, {K.W, Other, false, 1}, {W2, R2, false, 2}}, {}});
  ASSERT_EQ(P.R.Plans.size(), 2u);
  EXPECT_EQ(P.R.Plans[0].Findings, (std::vector<unsigned>{0, 1}));
  EXPECT_EQ(P.R.Plans[1].Findings, std::vector<unsigned>{2});
  EXPECT_EQ(P.R.Plans[1].Change.Block, std::vector<SlotId>{Fourth});
  (void)Third;
}

/// if (t < 40) { s[t] = ..; __syncthreads(); } .. = s[t + 1];
struct Guarded : Builder {
  ArrayId S = array("s");
  NodeId Entry = node(), Then = node(false), Join = node();
  AccessId W = write(Then, S, word(tid()));
  SlotId Before = slot(Then);
  BarrierId Sync = barrier(Then);
  SlotId After = slot(Join);
  AccessId R = read(Join, S, word(plus(tid(), 1)));
  Guarded() {
    branch(Entry, c().ult(tid(), c().constant(40, 32)), Then, Join, true);
    edge(Then, Join);
  }
};

TEST(BarrierPlan, HoistsADivergentBarrier) {
  Guarded K;
  Planned P(K, {{}, {{K.Sync, 0}}});
  ASSERT_EQ(P.R.Plans.size(), 1u);
  EXPECT_EQ(P.change().Remove, std::vector<BarrierId>{K.Sync});
  EXPECT_EQ(P.change().Block, std::vector<SlotId>{K.After});
  EXPECT_EQ(P.R.Plans[0].RepairId, "hoist-barrier");
}

TEST(BarrierPlan, SplitsAroundADivergentBarrierInPlace) {
  Guarded K;
  PlanOptions O;
  O.InPlace = true;
  Planned P(K, {{}, {{K.Sync, 0}}}, O);
  ASSERT_EQ(P.R.Plans.size(), 1u);
  EXPECT_EQ(P.change().Block, std::vector<SlotId>{K.Before});
  EXPECT_EQ(P.R.Plans[0].RepairId, "split-branch");
}

TEST(BarrierPlan, DropsADivergentBarrierThatOrdersNothing) {
  Guarded K;
  K.K.Accesses[K.R].Offset = K.word(K.tid());
  Planned P(K, {{}, {{K.Sync, 0}}});
  ASSERT_EQ(P.R.Plans.size(), 1u);
  EXPECT_TRUE(P.change().Block.empty());
  EXPECT_EQ(P.change().Remove, std::vector<BarrierId>{K.Sync});
  EXPECT_EQ(P.R.Plans[0].RepairId, "remove-barrier");
}

TEST(BarrierPlan, PutsNoBarrierIntoACriticalSection) {
  Builder B;
  ArrayId Lock = B.array("lock", Space::Global), S = B.array("s");
  NodeId Entry = B.node();
  LoopId L = B.loop(NoId, false);
  B.K.Loops[L].SpinWait = true;
  NodeId Spin = B.node(true, L);
  AccessId Cas = B.access(Spin, Lock, AccessKind::Atomic, B.c().constant(0, 64));
  B.K.Accesses[Cas].Atomic = AtomicOp::Cas;
  NodeId Held = B.node();
  AccessId R = B.read(Held, S, B.c().constant(0, 64));
  SlotId Inside = B.slot(Held);
  AccessId W = B.write(Held, S, B.c().constant(0, 64));
  AccessId Free = B.access(Held, Lock, AccessKind::Atomic, B.c().constant(0, 64));
  B.K.Accesses[Free].Atomic = AtomicOp::Exch;
  SlotId Outside = B.slot(Held);
  B.edge(Entry, Spin);
  B.edge(Spin, Spin, B.c().eq(B.tid(), B.c().constant(0, 32)), true, true);
  B.edge(Spin, Held, B.c().ne(B.tid(), B.c().constant(0, 32)), true);
  PlanKernel PK(B.K, {});
  EXPECT_TRUE(PK.Groups[PK.GroupOf[Inside]].Forbidden);
  EXPECT_FALSE(PK.Groups[PK.GroupOf[Outside]].Forbidden);
  Planned P(B, {{{R, W, false, 0}}, {}}, {}, false);
  EXPECT_TRUE(P.R.Plans.empty());
  EXPECT_EQ(P.R.Uncut.size(), 1u);
}

TEST(BarrierPlan, GuardsTheRestAfterAnEarlyReturn) {
  Builder B;
  ArrayId S = B.array("s");
  NodeId Entry = B.node(), Rest = B.node(), Exit = B.node();
  B.branch(Entry, B.c().ule(B.c().constant(40, 32), B.tid()), Exit, Rest, true);
  B.K.Nodes[Entry].Succs[0].EarlyReturn = true;
  B.write(Rest, S, B.word(B.tid()));
  SlotId Before = B.slot(Rest);
  BarrierId Sync = B.barrier(Rest);
  B.slot(Rest);
  B.read(Rest, S, B.word(B.plus(B.tid(), 1)));
  B.edge(Rest, Exit);
  Planned P(B, {{}, {{Sync, 0}}});
  ASSERT_EQ(P.R.Plans.size(), 1u);
  EXPECT_EQ(P.change().Block, std::vector<SlotId>{Before});
  EXPECT_EQ(P.change().Remove, std::vector<BarrierId>{Sync});
  EXPECT_EQ(P.R.Plans[0].RepairId, "guard-early-return");
}

TEST(BarrierPlan, MakesALoopUniformForABarrierInside) {
  Builder B;
  ArrayId S = B.array("s");
  NodeId Entry = B.node();
  LoopId L = B.loop(NoId, false);
  NodeId Head = B.node(false, L), Body = B.node(false, L), Exit = B.node();
  Expr Goes = B.c().slt(B.counter(L), B.tid());
  B.edge(Entry, Head);
  B.branch(Head, Goes, Body, Exit, true);
  B.write(Body, S, B.word(B.tid()));
  SlotId Between = B.slot(Body);
  BarrierId Sync = B.barrier(Body);
  B.read(Body, S, B.word(B.plus(B.tid(), 1)));
  SlotId End = B.slot(Body);
  B.edge(Body, Head, {}, false, true);
  Planned P(B, {{}, {{Sync, 0}}});
  ASSERT_EQ(P.R.Plans.size(), 1u);
  EXPECT_EQ(P.change().Block, std::vector<SlotId>{Between});
  EXPECT_EQ(P.R.Plans[0].RepairId, "uniform-loop");
  (void)End;
}

/// if (t < 32) { s[t] = ..; sync; .. = s[t ^ 1]; } else { the same on t; }
TEST(BarrierPlan, BarriersOfBothBranchesAreOneRepair) {
  Builder B;
  ArrayId S = B.array("s");
  NodeId Entry = B.node(), Then = B.node(false), Else = B.node(false), Join = B.node();
  B.branch(Entry, B.c().ult(B.tid(), B.c().constant(32, 32)), Then, Else, true);
  BarrierId Sync[2];
  SlotId Slots[2];
  for (unsigned I = 0; I < 2; ++I) {
    NodeId N = I ? Else : Then;
    B.write(N, S, B.word(B.tid()));
    Slots[I] = B.slot(N);
    Sync[I] = B.barrier(N);
    B.read(N, S, B.word(B.c().make(Op::Xor, {B.tid(), B.c().constant(33, 32)}, 32)));
    B.edge(N, Join);
  }
  Planned P(B, {{}, {{Sync[0], 0}, {Sync[1], 0}}});
  ASSERT_EQ(P.R.Plans.size(), 1u);
  EXPECT_EQ(P.change().Remove, (std::vector<BarrierId>{Sync[0], Sync[1]}));
  PlanOptions O;
  O.InPlace = true;
  Planned Q(B, {{}, {{Sync[0], 0}, {Sync[1], 0}}}, O);
  ASSERT_EQ(Q.R.Plans.size(), 1u);
  EXPECT_EQ(Q.change().Block, (std::vector<SlotId>{Slots[0], Slots[1]}));
}

/// if (t < 32) { s[t] += s[t + 16]; s[t] += s[t + 8]; }
TEST(BarrierPlan, OrdersTheLanesOfAWarpSynchronousTail) {
  Builder B;
  ArrayId S = B.array("s");
  NodeId Entry = B.node(), Then = B.node(false), Exit = B.node();
  B.branch(Entry, B.c().ult(B.tid(), B.c().constant(32, 32)), Then, Exit, true);
  PlanProblem Problem;
  AccessId Read[2], Write[2];
  SlotId Behind[2];
  for (unsigned I = 0; I < 2; ++I) {
    unsigned Step = I ? 8 : 16;
    ++B.Line;
    AccessId Old = B.read(Then, S, B.word(B.tid()));
    Read[I] = B.read(Then, S, B.word(B.plus(B.tid(), Step)));
    Write[I] = B.write(Then, S, B.word(B.tid()));
    B.K.Accesses[Old].Partner = Write[I];
    B.K.Accesses[Write[I]].Partner = Old;
    Behind[I] = B.slot(Then);
  }
  B.edge(Then, Exit);
  Problem.Pairs = {
      {Read[0], Write[0], true, 0}, {Write[0], Read[1], true, 1}, {Read[1], Write[1], true, 2}};
  Planned P(B, Problem);
  EXPECT_TRUE(P.R.Uncut.empty());
  std::vector<SlotId> Warp;
  unsigned Splits = 0;
  for (const BarrierPlan &Plan : P.R.Plans) {
    EXPECT_TRUE(Plan.Change.Block.empty());
    Warp.insert(Warp.end(), Plan.Change.Warp.begin(), Plan.Change.Warp.end());
    for (const StatementSplit &Split : Plan.Change.SplitStatements) {
      EXPECT_TRUE(Split.Warp);
      ++Splits;
    }
  }
  EXPECT_EQ(Warp, std::vector<SlotId>{Behind[0]});
  EXPECT_EQ(Splits, 2u);
}

/// Half of a warp takes the branch: it is split for the warp barrier.
TEST(BarrierPlan, SplitsABranchWhereLanesPart) {
  Builder B;
  ArrayId S = B.array("s");
  NodeId Entry = B.node(), Then = B.node(false), Exit = B.node();
  B.branch(Entry, B.c().ult(B.tid(), B.c().constant(16, 32)), Then, Exit, true);
  AccessId W = B.write(Then, S, B.word(B.tid()));
  SlotId Between = B.slot(Then);
  AccessId R = B.read(Then, S, B.word(B.plus(B.tid(), 1)));
  B.edge(Then, Exit);
  Planned P(B, {{{W, R, true, 0}}, {}});
  ASSERT_EQ(P.R.Plans.size(), 1u);
  EXPECT_TRUE(P.change().Block.empty());
  EXPECT_EQ(P.change().Warp, std::vector<SlotId>{Between});
  EXPECT_EQ(P.R.Plans[0].RepairId, "split-branch");
}

/// if (t < 40) { s[t] = ..; __syncthreads(); } .. = s[t + 1], which was racing all along.
TEST(BarrierPlan, ABarrierForTheSamePairIsTheDivergentOneMoved) {
  Guarded K;
  Planned P(K, {{{K.W, K.R, false, 0}}, {{K.Sync, 1}}});
  ASSERT_EQ(P.R.Plans.size(), 1u);
  EXPECT_EQ(P.R.Plans[0].Findings, (std::vector<unsigned>{0, 1}));
  EXPECT_EQ(P.R.Plans[0].RepairId, "hoist-barrier");
}

TEST(BarrierPlan, KeepsADivergentBarrierNextToOtherSynchronization) {
  Guarded K;
  K.K.Accesses[K.R].Offset = K.word(K.tid());
  K.K.Nodes[K.Join].Events.push_back({Event::Kind::Fence, 1});
  Planned P(K, {{}, {{K.Sync, 0}}});
  ASSERT_EQ(P.R.Plans.size(), 1u);
  EXPECT_EQ(P.change().Block, std::vector<SlotId>{K.Before});
  EXPECT_EQ(P.R.Plans[0].RepairId, "split-branch");
}

/// if (t < 40) { s[t] = ..; .. = s[t + 1]; } .. = s[t + 2]: behind the split the last read
/// is ordered for the threads that skip the branch, too.
TEST(BarrierPlan, ThreadsThatSkipASplitBranchWaitBehindIt) {
  Builder B;
  ArrayId S = B.array("s");
  NodeId Entry = B.node(), Then = B.node(false), Join = B.node();
  B.branch(Entry, B.c().ult(B.tid(), B.c().constant(40, 32)), Then, Join, true);
  AccessId W = B.write(Then, S, B.word(B.tid()));
  SlotId Between = B.slot(Then);
  AccessId R = B.read(Then, S, B.word(B.plus(B.tid(), 1)));
  B.edge(Then, Join);
  B.slot(Join);
  AccessId Last = B.read(Join, S, B.word(B.plus(B.tid(), 2)));
  Planned P(B, {{{W, R, false, 0}, {W, Last, false, 1}}, {}});
  ASSERT_EQ(P.R.Plans.size(), 1u);
  EXPECT_EQ(P.change().Block, std::vector<SlotId>{Between});
  EXPECT_TRUE(P.R.Plans[0].Assumptions.empty());
}

/// for (k = 0; ..; ++k) if (t < 32) s[t] += s[t + 32]: only iterations race; the statement
/// is left whole.
TEST(BarrierPlan, LeavesAStatementWholeWhenABarrierInTheLoopDoes) {
  Builder B;
  ArrayId S = B.array("s");
  NodeId Entry = B.node();
  LoopId L = B.loop();
  NodeId Head = B.node(true, L), Body = B.node(true, L), Then = B.node(false, L),
         Latch = B.node(true, L), Exit = B.node();
  Expr Last = B.c().constant(2, 32);
  B.edge(Entry, Head);
  B.branch(Head, B.c().slt(B.counter(L), Last), Body, Exit, false);
  SlotId InLoop = B.slot(Body);
  // Iteration 0 writes the upper half, iteration 1 reads it.
  Expr First = B.c().eq(B.counter(L), B.c().constant(0, 32));
  B.branch(Body, B.c().ult(B.tid(), B.c().constant(32, 32)), Then, Latch, true);
  Expr Shift = B.c().ite(First, B.c().constant(64, 32), B.c().constant(0, 32));
  AccessId R = B.read(Then, S, B.word(B.c().add(B.plus(B.tid(), 31), Shift, NSW)));
  AccessId W = B.write(
      Then, S,
      B.word(B.c().add(B.tid(), B.c().ite(First, B.c().constant(32, 32), B.c().constant(128, 32)),
                       NSW)));
  B.edge(Then, Latch);
  B.edge(Latch, Head, {}, false, true);
  Planned P(B, {{{R, W, false, 0}}, {}});
  ASSERT_EQ(P.R.Plans.size(), 1u);
  EXPECT_EQ(P.change().Block, std::vector<SlotId>{InLoop});
  EXPECT_TRUE(P.change().SplitStatements.empty());
}

} // namespace
