// SPDX-License-Identifier: Apache-2.0
#include "analysis/flow/FlowPaths.h"
#include "Builder.h"
#include "gtest/gtest.h"

using namespace cudafix;
using namespace cudafix::analysis;

namespace {

bool nothing(const Event &) { return false; }
unsigned slots(const Event &E) { return E.What == Event::Kind::Slot; }

TEST(FlowPaths, FindsTheSlotsOfAStraightLine) {
  Builder B;
  ArrayId S = B.array("s");
  NodeId N = B.node();
  AccessId W = B.write(N, S, B.word(B.tid()));
  SlotId First = B.slot(N);
  SlotId Second = B.slot(N);
  AccessId R = B.read(N, S, B.word(B.tid()));
  FlowPaths P(B.K);
  auto Path = P.find(P.access(W), P.access(R), PathKind::Forward, nothing, slots);
  ASSERT_TRUE(Path);
  EXPECT_EQ(Path->Slots, (std::vector<SlotId>{First, Second}));
  EXPECT_FALSE(P.find(P.access(R), P.access(W), PathKind::Forward, nothing, slots));
  EXPECT_FALSE(P.find(P.access(W), P.access(R), PathKind::AroundLoop, nothing, slots));
}

TEST(FlowPaths, StopsAtABarrierAndGoesAroundTheLoop) {
  Builder B;
  ArrayId S = B.array("s");
  NodeId Entry = B.node();
  LoopId L = B.loop();
  NodeId Body = B.node(true, L);
  AccessId W = B.write(Body, S, B.word(B.tid()));
  BarrierId Sync = B.barrier(Body);
  AccessId R = B.read(Body, S, B.word(B.tid()));
  SlotId End = B.slot(Body);
  NodeId Exit = B.node();
  B.edge(Entry, Body);
  B.edge(Body, Body, B.c().slt(B.counter(L), B.c().constant(8, 32)), false, true);
  B.edge(Body, Exit, B.c().sle(B.c().constant(8, 32), B.counter(L)));
  FlowPaths P(B.K);
  auto Stop = [&](const Event &E) { return E.What == Event::Kind::Barrier; };
  EXPECT_FALSE(P.find(P.access(W), P.access(R), PathKind::Forward, Stop, slots));
  auto Around = P.find(P.access(R), P.access(W), PathKind::AroundLoop, Stop, slots);
  ASSERT_TRUE(Around);
  EXPECT_EQ(Around->Slots, std::vector<SlotId>{End});
  auto Through = P.find(P.access(W), P.access(R), PathKind::Forward, nothing, slots);
  ASSERT_TRUE(Through);
  EXPECT_EQ(Through->Barriers, std::vector<BarrierId>{Sync});
}

TEST(FlowPaths, NamesTheDivergentBranchesAroundANode) {
  Builder B;
  Expr Odd = B.c().eq(B.tid(), B.c().constant(1, 32));
  NodeId Entry = B.node(), Outer = B.node(false), Inner = B.node(false), Mid = B.node(false),
         Join = B.node();
  B.branch(Entry, Odd, Outer, Join, true);
  B.branch(Outer, B.c().ult(B.tid(), B.c().constant(9, 32)), Inner, Mid, true);
  B.edge(Inner, Mid);
  B.edge(Mid, Join);
  FlowPaths P(B.K);
  EXPECT_TRUE(P.divergentBranches(Join).empty());
  EXPECT_EQ(P.divergentBranches(Mid), std::vector<NodeId>{Entry});
  EXPECT_EQ(P.divergentBranches(Inner), (std::vector<NodeId>{Entry, Outer}));
  EXPECT_EQ(P.postDominator(Outer), Mid);
  EXPECT_TRUE(P.reaches(Entry, Join));
  EXPECT_FALSE(P.reaches(Join, Entry));
}

TEST(FlowPaths, AfterAnEarlyReturnEveryPlaceDependsOnIt) {
  Builder B;
  NodeId Entry = B.node(), Rest = B.node(), Exit = B.node();
  Expr Out = B.c().ule(B.c().constant(99, 32), B.tid());
  B.branch(Entry, Out, Exit, Rest, true);
  B.K.Nodes[Entry].Succs[0].EarlyReturn = true;
  B.edge(Rest, Exit);
  FlowPaths P(B.K);
  EXPECT_EQ(P.divergentBranches(Rest), std::vector<NodeId>{Entry});
  EXPECT_TRUE(P.divergentBranches(Exit).empty());
}

TEST(FlowPaths, VisitsAPhaseOnBothSidesOfABarrier) {
  Builder B;
  ArrayId S = B.array("s");
  NodeId N = B.node();
  AccessId A = B.write(N, S, B.word(B.tid()));
  B.barrier(N);
  AccessId Second = B.write(N, S, B.word(B.tid()));
  BarrierId Mid = B.barrier(N);
  AccessId Third = B.read(N, S, B.word(B.tid()));
  FlowPaths P(B.K);
  auto Stop = [](const Event &E) { return E.What == Event::Kind::Barrier; };
  std::vector<AccessId> Before, After;
  P.visitBefore(P.barrier(Mid), Stop, [&](const Event &E) {
    if (E.What == Event::Kind::Access)
      Before.push_back(E.Id);
  });
  P.visitAfter(P.barrier(Mid), Stop, [&](const Event &E) {
    if (E.What == Event::Kind::Access)
      After.push_back(E.Id);
  });
  EXPECT_EQ(Before, std::vector<AccessId>{Second});
  EXPECT_EQ(After, std::vector<AccessId>{Third});
  (void)A;
}

} // namespace
