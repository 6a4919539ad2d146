// SPDX-License-Identifier: Apache-2.0
#include "cli/input/Suppressions.h"
#include <gtest/gtest.h>

using namespace cudafix;
using namespace cudafix::cli;

namespace {

constexpr char File[] = "/src/a.cu";

struct Source {
  Files Sources;
  explicit Source(const char *Text) { Sources.change(File, Text); }

  /// Ids left of findings at these lines; shared-race unless said otherwise.
  std::vector<std::string> left(std::vector<unsigned> Lines, llvm::StringRef Checks = "*",
                                const char *Id = "shared-race") {
    std::vector<Finding> Findings;
    for (unsigned Line : Lines) {
      Findings.emplace_back();
      Findings.back().Id = Id;
      Findings.back().Loc = {File, Line, 1};
    }
    suppress(Findings, {}, Sources, {{File, Checks.str()}});
    std::vector<std::string> Result;
    for (const Finding &F : Findings)
      Result.push_back(F.Id + ":" + std::to_string(F.Loc.Line));
    return Result;
  }
};

using Left = std::vector<std::string>;

} // namespace

TEST(Suppressions, SameLine) {
  Source S("a; // NOLINT\nb; // NOLINT(cuda-fix-shared-race)\nc;\n");
  EXPECT_EQ(S.left({1, 2, 3}), Left{"shared-race:3"});
}

TEST(Suppressions, OtherToolsAndOtherChecks) {
  Source S("a; // NOLINT(bugprone-branch-clone)\nb; // NOLINT(cuda-fix-global-race)\n");
  EXPECT_EQ(S.left({1, 2}), (Left{"shared-race:1", "shared-race:2", "unused-suppression:2"}));
}

TEST(Suppressions, NextLineAndGlob) {
  Source S("// NOLINTNEXTLINE(cuda-fix-*)\nb;\n");
  EXPECT_EQ(S.left({2}), Left{});
  EXPECT_EQ(S.left({1}), (Left{"shared-race:1", "unused-suppression:1"}));
}

TEST(Suppressions, Region) {
  Source S(
      "// NOLINTBEGIN(cuda-fix-shared-race)\na;\nb;\n// NOLINTEND(cuda-fix-shared-race)\nc;\n");
  EXPECT_EQ(S.left({2, 3, 5}), Left{"shared-race:5"});
}

TEST(Suppressions, EveryUnusedNameIsAFinding) {
  Source S("a; // NOLINT(cuda-fix-shared-race, cuda-fix-global-race, misc-other)\n");
  EXPECT_EQ(S.left({1}), Left{"unused-suppression:1"});
  EXPECT_EQ(S.left({}), (Left{"unused-suppression:1", "unused-suppression:1"}));
}

TEST(Suppressions, ChecksThatDidNotRunAreNotJudged) {
  Source S("a; // NOLINT(cuda-fix-global-race)\n");
  EXPECT_EQ(S.left({}, "shared-race,unused-suppression"), Left{});
  EXPECT_EQ(S.left({}, "-unused-suppression"), Left{});
  EXPECT_EQ(S.left({}), Left{"unused-suppression:1"});
}

TEST(Suppressions, EitherSideOfARace) {
  Files Sources;
  Sources.change(File, "a;\nb; // NOLINT(cuda-fix-shared-race)\n");
  std::vector<Finding> Findings(1);
  Findings[0].Id = "shared-race";
  Findings[0].Loc = {File, 1, 1};
  Findings[0].RelatedPlaces.push_back({{File, 2, 1}, Role::Read, ""});
  suppress(Findings, {}, Sources, {});
  EXPECT_TRUE(Findings.empty());
}

TEST(Suppressions, AHiddenFindingIsAReasonToKeepOne) {
  Files Sources;
  Sources.change(File, "a; // NOLINT(cuda-fix-shared-race)\n");
  Finding Hidden;
  Hidden.Id = "shared-race";
  Hidden.Loc = {File, 1, 1};
  std::vector<Finding> Findings;
  suppress(Findings, Hidden, Sources, {{File, "*"}});
  EXPECT_TRUE(Findings.empty());
}

TEST(Suppressions, LongerWordsAreNoSuppressions) {
  Source S("int NOLINTED = 1;\n");
  EXPECT_EQ(S.left({1}), Left{"shared-race:1"});
}

TEST(Fingerprint, SurvivesMovedLines) {
  Finding A, B;
  A.Id = B.Id = "shared-race";
  A.Message = "races with line 15";
  B.Message = "races with line 27";
  EXPECT_EQ(fingerprint(A), fingerprint(B));
  B.Id = "global-race";
  EXPECT_NE(fingerprint(A), fingerprint(B));
}
