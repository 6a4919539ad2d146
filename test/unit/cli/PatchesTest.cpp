// SPDX-License-Identifier: Apache-2.0
#include "cli/output/Patches.h"
#include <gtest/gtest.h>

using namespace cudafix;
using namespace cudafix::cli;

static SeriesPatch step() {
  FixStep S;
  S.What.Id = "shared-race";
  S.What.Loc = {"/nowhere/k.cu", 3, 4};
  S.What.Message = "two threads race\n--- not a diff";
  S.How.Id = "insert-barrier";
  S.How.How = Applicability::Conditional;
  S.How.Title = "put __syncthreads() before line 4";
  S.How.Assumptions = {"n > 0"};
  S.How.Check.Parses = S.How.Check.FindingGone = true;
  S.How.Check.After = {{"block_barriers", 1}};
  S.Changes.push_back({"/nowhere/k.cu", "a\nb\n", "a\n__syncthreads();\nb\n"});
  return {{S}, S.Changes};
}

TEST(Patches, IsAMailWithAMessageAndADiff) {
  std::string Text = patchText(step(), 2, 3);
  auto Has = [&](const char *Part) {
    EXPECT_NE(Text.find(Part), std::string::npos) << Part << "\nin\n" << Text;
  };
  Has("From: cuda-fix <cuda-fix@localhost>\nDate: Thu, 01 Jan 1970 00:00:00 +0000\n"
      "Subject: [PATCH 2/3] k.cu: put __syncthreads() before line 4\n");
  Has("Repair: insert-barrier (conditional): put __syncthreads() before line 4\nAssumption: n > "
      "0\n");
  Has("Verified: parses for host and device, finding gone, 0 new findings");
  Has("Price: block_barriers 0 -> 1\n");
  Has("--- a/nowhere/k.cu\n+++ b/nowhere/k.cu\n");
  // Nothing of the message can be taken for the start of the diff.
  EXPECT_EQ(Text.find("\n--- not"), std::string::npos);
}

TEST(Patches, AreTheSameEveryTime) { EXPECT_EQ(patchText(step(), 1, 1), patchText(step(), 1, 1)); }

TEST(Patches, SubjectsAreShort) {
  SeriesPatch P = step();
  P.Steps.front().What.KernelName = "ns::reduce<float>";
  P.Steps.front().How.Title = "put __syncwarp() at lines 12, 14, 16, 18, 20, 22, 24, 26 and "
                              "split the statements in lines 14, 16, 18 by a barrier";
  EXPECT_NE(patchText(P, 1, 1).find("] k.cu: put barriers in 'reduce'\n"), std::string::npos);
  P.Steps.front().How.Title = "put __syncthreads() at lines 12, 14, 16, 18, 20, 22, 24, 26, 28, 30";
  EXPECT_NE(patchText(P, 1, 1).find("] k.cu: put __syncthreads() at 10 places\n"),
            std::string::npos);
}

TEST(Patches, AtMostFiveFindingsBesideTheFirst) {
  SeriesPatch P = step();
  P.Steps.front().Also.assign(8, P.Steps.front().What);
  std::string Text = patchText(P, 1, 1);
  unsigned Count = 0;
  for (size_t At = Text.find("\nAlso: "); At != std::string::npos;
       At = Text.find("\nAlso: ", At + 1))
    ++Count;
  EXPECT_EQ(Count, 5u);
  EXPECT_NE(Text.find("\nAnd 3 more findings"), std::string::npos);
}

TEST(Patches, CarriageReturnsAreQuoted) {
  SeriesPatch P = step();
  P.Changes[0].Before = "a = b;\r\n";
  P.Changes[0].After = "a = b;\r\n__syncthreads();\r\n";
  std::string Text = patchText(P, 1, 1);
  EXPECT_NE(Text.find("Content-Transfer-Encoding: quoted-printable\n"), std::string::npos);
  EXPECT_NE(Text.find("\n a =3D b;=0D\n+__syncthreads();=0D\n"), std::string::npos);
  EXPECT_EQ(Text.find('\r'), std::string::npos);
}
