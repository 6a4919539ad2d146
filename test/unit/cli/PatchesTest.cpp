// SPDX-License-Identifier: Apache-2.0
#include "cli/Patches.h"
#include <gtest/gtest.h>

using namespace cudafix;
using namespace cudafix::cli;

static FixStep step() {
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
  return S;
}

TEST(Patches, IsAMailWithAMessageAndADiff) {
  std::string Text = patchText(step(), 2, 3);
  auto Has = [&](const char *Part) {
    EXPECT_NE(Text.find(Part), std::string::npos) << Part << "\nin\n" << Text;
  };
  Has("From: cuda-fix <cuda-fix@localhost>\nDate: Thu, 01 Jan 1970 00:00:00 +0000\n"
      "Subject: [PATCH 2/3] k.cu: put __syncthreads() before line 4\n");
  Has("Repair: insert-barrier (conditional)\nAssumption: n > 0\n");
  Has("Verified: parses for host and device, finding gone, 0 new findings");
  Has("Price: block_barriers 0 -> 1\n");
  Has("--- a/nowhere/k.cu\n+++ b/nowhere/k.cu\n");
  // Nothing of the message can be taken for the start of the diff.
  EXPECT_EQ(Text.find("\n--- not"), std::string::npos);
}

TEST(Patches, AreTheSameEveryTime) { EXPECT_EQ(patchText(step(), 1, 1), patchText(step(), 1, 1)); }
