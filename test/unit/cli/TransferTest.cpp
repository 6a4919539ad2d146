// SPDX-License-Identifier: Apache-2.0
#include "cli/pipeline/Transfer.h"
#include <gtest/gtest.h>

using namespace cudafix;
using namespace cudafix::cli;

static UnitResult sample() {
  UnitResult R;
  R.Unread = true;
  R.Dump = std::string("a\0b", 3);
  R.Report.File = "a.cu";
  R.Report.Status = UnitStatus::Partial;
  R.Report.Seconds.Parse = 0.25;
  KernelReport K;
  K.Name = "k";
  K.Race = RaceVerdict::Racy;
  PrintedLaunch &Launch = K.Printed.emplace_back();
  Launch.Loc = {"a.cu", 9, 2};
  Launch.Grid = {"n", "1", "1"};
  Launch.Block = {"256", "1", "1"};
  Launch.KnowsBlock = true;
  Launch.UnreadLine = 8;
  Launch.Facts = {"n > 0"};
  Launch.FactPlaces = {{"b.cu", 4, 5}};
  K.Questions = {{"asked", 7}};
  R.Report.Kernels.push_back(K);
  Finding F;
  F.Id = "shared-race";
  F.Object = "tile";
  F.Loc = {"a.cu", 3, 4, 50, 6, true};
  F.Example.emplace();
  F.Example->Values = {{1, "n", -7}};
  F.Example->Threads = {{{1, 0, 0}, {2, 3, 4}}};
  F.Accesses = {1, 2};
  F.SameWarp = true;
  Repair Fix;
  Fix.Edits = {{"a.cu", 10, 2, "\xff\n"}};
  Fix.AlsoFixes = {4};
  Fix.BarrierLines = {12};
  Fix.Notes.emplace_back("no IR form: it has two loops", /*OnIR=*/true);
  Fix.Check.After = {{"block_barriers", 1}};
  F.Repairs.push_back(Fix);
  R.Report.Findings.push_back(F);
  return R;
}

TEST(Transfer, EveryFieldArrives) {
  std::string Bytes = pack(sample());
  UnitResult R;
  ASSERT_TRUE(unpack(Bytes, R));
  EXPECT_EQ(pack(R), Bytes);
  EXPECT_EQ(R.Dump.size(), 3u);
  EXPECT_EQ(R.Report.Kernels[0].Printed[0].Grid[0], "n");
  EXPECT_EQ(R.Report.Kernels[0].Printed[0].UnreadLine, 8u);
  EXPECT_EQ(R.Report.Kernels[0].Questions, (Cost{{"asked", 7}}));
  const Finding &F = R.Report.Findings[0];
  EXPECT_EQ(F.Object, "tile");
  EXPECT_EQ(F.Loc.Length, 6u);
  EXPECT_EQ(F.Example->Values[0].Value, -7);
  EXPECT_EQ(F.Example->Threads[0].Thread[2], 4u);
  EXPECT_EQ(F.Repairs[0].Edits[0].Text, "\xff\n");
  EXPECT_EQ(F.Repairs[0].BarrierLines, (std::vector<unsigned>{12}));
  EXPECT_TRUE(F.Repairs[0].Notes[0].OnIR);
}

/// The bytes of `R` with one of them, which `Change` alters, replaced.
template <typename F> static std::string withByte(UnitResult R, F Change, char With) {
  std::string Bytes = pack(R);
  Change(R);
  std::string Other = pack(R);
  for (size_t I = 0; I < Bytes.size(); ++I)
    if (Bytes[I] != Other[I]) {
      Bytes[I] = With;
      break;
    }
  return Bytes;
}

TEST(Transfer, NoValueOutsideOfItsTypeIsRead) {
  auto Refused = [](auto Change) {
    UnitResult R;
    return unpack(withByte(sample(), Change, 0), R) && !unpack(withByte(sample(), Change, 9), R);
  };
  EXPECT_TRUE(Refused([](UnitResult &R) { R.Unread = false; }));
  EXPECT_TRUE(Refused([](UnitResult &R) { R.Report.Status = UnitStatus::Failed; }));
  EXPECT_TRUE(Refused([](UnitResult &R) { R.Report.Findings[0].Severity = Level::Note; }));
  EXPECT_TRUE(Refused([](UnitResult &R) { R.Report.Findings[0].How = Confidence::Likely; }));
  EXPECT_TRUE(Refused([](UnitResult &R) { R.Report.Kernels[0].Race = RaceVerdict::Unknown; }));
  EXPECT_TRUE(
      Refused([](UnitResult &R) { R.Report.Kernels[0].Divergence = DivergenceVerdict::Free; }));
  EXPECT_TRUE(Refused(
      [](UnitResult &R) { R.Report.Findings[0].Repairs[0].Check.Result = Simulated::Equal; }));
  EXPECT_TRUE(
      Refused([](UnitResult &R) { R.Report.Findings[0].Repairs[0].How = Applicability::Proven; }));
}

TEST(Transfer, ARunGivesNoRepairs) {
  UnitResult Said = sample(), R;
  EXPECT_FALSE(unpackRun(pack(Said), R));
  Said.Report.Findings[0].Repairs.clear();
  EXPECT_TRUE(unpackRun(pack(Said), R));
  Said.Report.OptimizedIR = "define void @k()";
  EXPECT_FALSE(unpackRun(pack(Said), R));
}

TEST(Transfer, BrokenBytesAreRefused) {
  std::string Bytes = pack(sample());
  UnitResult R;
  EXPECT_FALSE(unpack(llvm::StringRef(Bytes).drop_back(), R));
  EXPECT_FALSE(unpack(Bytes + "x", R));
}
