// SPDX-License-Identifier: Apache-2.0
#include "lsp/Convert.h"
#include <gtest/gtest.h>

using namespace cudafix;
using namespace cudafix::lsp;

static Finding finding(std::string Kernel, unsigned Line) {
  Finding F;
  F.Id = "shared-race";
  F.Severity = Level::Error;
  F.How = Confidence::Proved;
  F.KernelName = std::move(Kernel);
  F.Loc = {"/a.cu", Line, 1, 0, 1};
  F.Message = "race";
  return F;
}

TEST(CarryOver, MovesWhatStandsBehindAChange) {
  report::RunReport Old, New;
  Old.Findings = {finding("before", 1), finding("inside", 2), finding("behind", 3)};
  Old.Findings[2].Repairs.emplace_back();
  carryOver(New, Old, "/a.cu", "a\nb\nc\n", "a\nB\nB\nc\n");
  ASSERT_EQ(New.Findings.size(), 2u);
  EXPECT_EQ(New.Findings[0].KernelName, "before");
  EXPECT_EQ(New.Findings[1].KernelName, "behind");
  EXPECT_EQ(New.Findings[1].Loc.Line, 4u);
  EXPECT_TRUE(New.Findings[1].Repairs.empty()) << "its edits are about the old text";
}

TEST(CarryOver, LeavesOutKernelsThatAreKnown) {
  report::RunReport Old, New;
  Old.Findings = {finding("k", 1), finding("other", 2)};
  New.Kernels.emplace_back().Name = "k";
  carryOver(New, Old, "/a.cu", "a\nb\n", "a\nb\nc\n");
  ASSERT_EQ(New.Findings.size(), 1u);
  EXPECT_EQ(New.Findings[0].KernelName, "other");
}

TEST(CarryOver, LeavesOutWhatIsSaidAgain) {
  report::RunReport Old, New;
  Old.Findings = {finding("k", 1), finding("k", 2)};
  New.Findings = {finding("k", 3)}; // of the second one, before the kernel is judged
  carryOver(New, Old, "/a.cu", "a\nb\n", "a\nc\nb\n");
  ASSERT_EQ(New.Findings.size(), 2u);
  EXPECT_EQ(New.Findings[0].Loc.Line, 1u);
  EXPECT_EQ(New.Findings[1].Loc.Line, 3u);
}

TEST(CodeActions, OfferRepairsOfTheLine) {
  report::RunReport R;
  R.Findings = {finding("k", 1)};
  Repair Fix;
  Fix.Id = "insert-barrier";
  Fix.How = Applicability::Proven;
  Fix.Title = "put __syncthreads() at line 2";
  Fix.Edits = {{"/a.cu", 2, 0, "x"}};
  R.Findings[0].Repairs = {Fix};
  auto Text = [](llvm::StringRef) { return std::optional<llvm::StringRef>("a\nb\n"); };
  llvm::lsp::Range At(llvm::lsp::Position(0, 1), llvm::lsp::Position(0, 1));
  auto Actions = codeActions(R, "/a.cu", At, Text);
  ASSERT_EQ(Actions.size(), 3u);
  EXPECT_TRUE(Actions[0].isPreferred);
  EXPECT_EQ(Actions[1].edit->changes.begin()->second[0].newText,
            " // NOLINT(cuda-fix-shared-race)");
  EXPECT_EQ(*Actions[2].kind, "source.fixAll.cuda-fix");
  // A text that cannot be read, or is no longer the one that was analysed.
  auto None = [](llvm::StringRef) { return std::optional<llvm::StringRef>(); };
  EXPECT_TRUE(codeActions(R, "/a.cu", At, None).empty());
}
