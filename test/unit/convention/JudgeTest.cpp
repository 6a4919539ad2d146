// SPDX-License-Identifier: Apache-2.0

#include "Builder.h"
#include "convention/RaceOptions.h"
#include "convention/Rule.h"
#include "model/Convention.h"
#include "gtest/gtest.h"

using namespace cudafix;
using namespace cudafix::analysis;

namespace {
struct JudgeTest : testing::Test {
  Builder B;
  ExprContext &C = B.c();
  JudgeTest() {
    for (unsigned D : {1, 2})
      B.K.UsesDim[D] = B.K.UsesGridDim[D] = false;
  }
  Expr parameter(const char *Name) {
    Symbol S;
    S.Kind = SymbolKind::Parameter;
    S.Level = Uniformity::Launch;
    S.Name = Name;
    return C.apply(C.addSymbol(S));
  }
  Launch launch(unsigned Block) {
    Launch L;
    L.Block[0] = C.constant(Block, 32);
    L.Block[1] = L.Block[2] = L.Grid[1] = L.Grid[2] = C.constant(1, 32);
    return L;
  }
  std::vector<RaceAnswer> races(const Launch &L, llvm::StringRef Conventions = "*,-strides-apart") {
    Options Opts;
    Opts.Conventions = ConventionSet(Conventions);
    return findRaces(B.K, L, BarrierSet::all(B.K), convention::raceOptions(*B.Solving, Opts))
        .Answers;
  }
  /// Writes out[blockIdx.x * Stride + threadIdx.x].
  void writeRows(Expr Stride) {
    ArrayId Out = B.array("out", Space::Global);
    Expr Row = C.mul(C.sext(C.blockIdx(0), 64), C.sext(Stride, 64), NSW);
    Expr Index = C.add(Row, C.zext(B.tid(), 64), NSW);
    NodeId N = B.node();
    B.write(N, Out, C.mul(Index, C.constant(4, 64), NSW));
  }
};
} // namespace

TEST_F(JudgeTest, APremiseSaysWhatWasAskedWith) {
  Expr Stride = parameter("stride");
  writeRows(Stride);
  auto R = races(launch(256));
  ASSERT_EQ(R.size(), 1u);
  EXPECT_EQ(R[0].How, Confidence::Possible);
  ASSERT_EQ(R[0].Premises.size(), 1u);
  const Premise &P = R[0].Premises[0];
  EXPECT_EQ(P.Of, Convention::RowsSpanGrid);
  ASSERT_EQ(P.Conditions.size(), 1u);
  EXPECT_EQ(P.Text, conditionText(C, P.Conditions[0]));
  EXPECT_EQ(P.Text, "stride >= 256");
  EXPECT_TRUE(P.OfLaunch);
}

TEST_F(JudgeTest, AConventionSaysInWordsWhatTermsOfThreadsMean) {
  writeRows(parameter("stride"));
  auto R = races(launch(256), "*");
  ASSERT_EQ(R.size(), 1u);
  EXPECT_EQ(R[0].How, Confidence::Possible);
  ASSERT_EQ(R[0].Premises.size(), 1u);
  const Premise &P = R[0].Premises[0];
  EXPECT_EQ(P.Of, Convention::StridesApart);
  EXPECT_EQ(P.Text, "elements of 'out' set apart by stride");
  EXPECT_TRUE(P.OfLaunch);
}

TEST_F(JudgeTest, WithoutTheConventionTheRaceIsSure) {
  writeRows(parameter("stride"));
  for (llvm::StringRef Globs : {"*,-rows-span-grid,-strides-apart", "-*"}) {
    auto R = races(launch(256), Globs);
    ASSERT_EQ(R.size(), 1u);
    EXPECT_EQ(R[0].How, Confidence::Proved);
    EXPECT_TRUE(R[0].Premises.empty());
  }
}

TEST_F(JudgeTest, WhatTheLaunchSaysOtherwiseIsNotAskedWith) {
  Expr Stride = parameter("stride");
  writeRows(Stride);
  Launch L = launch(256);
  L.Facts.push_back({C.eq(Stride, C.constant(64, 32)), "stride == 64", {}});
  auto R = races(L);
  ASSERT_EQ(R.size(), 1u);
  EXPECT_EQ(R[0].How, Confidence::Proved);
}

TEST_F(JudgeTest, AConstantRowIsNoConvention) {
  writeRows(C.constant(64, 32));
  auto R = races(launch(256));
  ASSERT_EQ(R.size(), 1u);
  EXPECT_EQ(R[0].How, Confidence::Proved);
}

TEST_F(JudgeTest, APositionThatIsAddedIsNoRow) {
  Expr First = parameter("first");
  ArrayId Out = B.array("out", Space::Global);
  NodeId N = B.node();
  B.read(N, Out, B.word(C.add(B.tid(), First, NSW)));
  B.write(N, Out, B.word(B.tid()));
  auto R = races(launch(256));
  ASSERT_FALSE(R.empty());
  EXPECT_EQ(R[0].How, Confidence::Proved);
}

TEST_F(JudgeTest, BothAccessesStillHappen) {
  // if (n < 0) s[0] = ...: under n >= 0 there is no access at all.
  Expr N = parameter("n");
  ArrayId S = B.array("s");
  NodeId Entry = B.node(), Then = B.node(), End = B.node();
  B.branch(Entry, C.slt(N, C.constant(0, 32)), Then, End, false);
  B.write(Then, S, C.constant(0, 64));
  B.edge(Then, End);
  auto R = races(launch(256));
  ASSERT_FALSE(R.empty());
  EXPECT_EQ(R[0].How, Confidence::Proved);
}

TEST_F(JudgeTest, WhatIsNotDecidedDoesNotVanish) {
  writeRows(parameter("stride"));
  Options Opts;
  RaceOptions Race = convention::raceOptions(*B.Solving, Opts);
  unsigned Sure = 0, Possible = 0;
  for (Race.MaxQueries = 1; Race.MaxQueries < 40; ++Race.MaxQueries)
    for (const RaceAnswer &R : findRaces(B.K, launch(256), BarrierSet::all(B.K), Race).Answers) {
      if (!std::holds_alternative<Satisfiable>(R.Answer))
        continue;
      (R.How == Confidence::Possible ? Possible : Sure) += 1;
      if (R.How == Confidence::Likely) {
        EXPECT_NE(R.Premises.front().Text.find("not decided"), std::string::npos);
      }
    }
  EXPECT_GT(Sure, 0u);
  EXPECT_GT(Possible, 0u);
}

TEST_F(JudgeTest, TwoDoubtsMakeARacePossible) {
  // if (in[threadIdx.x] != 0) out[blockIdx.x * stride + threadIdx.x] = ...
  Symbol Read;
  Read.Kind = SymbolKind::Load;
  Read.Index = B.array("in", Space::Global);
  Read.Name = "in[...]";
  Expr Value = C.apply(C.addSymbol(Read), B.word(B.tid()));
  NodeId Entry = B.node();
  writeRows(parameter("stride"));
  NodeId Then = B.K.Nodes.back().Id, End = B.node();
  B.branch(Entry, C.ne(Value, C.constant(0, 32)), Then, End, true);
  B.edge(Then, End);
  RaceOptions Race = convention::raceOptions(*B.Solving);
  unsigned Likely = 0, Doubted = 0;
  for (Race.MaxQueries = 1; Race.MaxQueries < 60; ++Race.MaxQueries)
    for (const RaceAnswer &R : findRaces(B.K, launch(256), BarrierSet::all(B.K), Race).Answers) {
      auto Needs = [&](auto Is) { return llvm::any_of(R.Premises, Is); };
      if (!Needs([](const Premise &P) { return P.Of == Convention::DataReached; }))
        continue;
      bool Open =
          Needs([](const Premise &P) { return P.Text.find("not decided") != std::string::npos; });
      if (Open) {
        EXPECT_EQ(R.How, Confidence::Possible);
      }
      ++(Open ? Doubted : Likely);
    }
  EXPECT_GT(Doubted, 0u);
  EXPECT_GT(Likely, 0u);
}

TEST_F(JudgeTest, EachRuleStandsWhereTheListHasIt) {
  unsigned Next = 0;
  for (const convention::Rule &R : convention::rules()) {
    EXPECT_EQ(static_cast<unsigned>(R.Id), Next++);
    EXPECT_FALSE(R.Explanation.empty());
  }
  EXPECT_EQ(Next, NumConventions);
}
