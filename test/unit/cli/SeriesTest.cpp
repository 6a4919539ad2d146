// SPDX-License-Identifier: Apache-2.0
#include "cli/output/Series.h"
#include "rewrite/Rewrite.h"
#include <gtest/gtest.h>

using namespace cudafix;
using namespace cudafix::cli;

namespace {

constexpr char File[] = "/nowhere/k.cu";

/// A step that puts `Line` before the line `Before` of the text, found at that line of `Seen`.
FixStep step(const char *Kernel, std::string &Text, const char *Before, const char *Line,
             const std::string &Seen, Applicability How = Applicability::Proven) {
  FixStep S;
  S.What.Id = "shared-race";
  S.What.KernelName = Kernel;
  auto LineOf = [&](const std::string &In) {
    return 1 + std::count(In.begin(), In.begin() + In.find(Before), '\n');
  };
  S.What.Loc = {File, static_cast<unsigned>(LineOf(Seen)), 1};
  S.What.Message = "race with line " + std::to_string(LineOf(Seen));
  S.How.Title = "put a barrier at lines 1, " + std::to_string(LineOf(Seen));
  S.How.How = How;
  S.How.Edits = {{File, static_cast<unsigned>(Text.find(Before)), 0, Line}};
  std::string After = llvm::cantFail(rewrite::apply(Text, S.How.Edits));
  S.Changes.push_back({File, Text, After});
  S.Seen = std::make_shared<std::map<std::string, std::string>>(
      std::map<std::string, std::string>{{File, Seen}});
  Text = After;
  return S;
}

const std::string First = "k1\na\nb\nc\nd\nk2\nx\ny\n";

} // namespace

TEST(Series, JoinsTheStepsOfOneKernel) {
  std::string Text = First;
  std::vector<FixStep> Steps;
  Steps.push_back(step("one<int>", Text, "b\n", "first\n", First));
  Steps.push_back(step("two", Text, "y\n", "second\n", First));
  std::string Seen = Text;
  Steps.push_back(step("one<float>", Text, "d\n", "third\n", Seen));
  std::vector<SeriesPatch> Series = seriesOf(Steps);
  ASSERT_EQ(Series.size(), 2u);
  EXPECT_EQ(Series[0].Steps.size(), 2u);
  ASSERT_EQ(Series[0].Changes.size(), 1u);
  EXPECT_EQ(Series[0].Changes[0].Before, First);
  EXPECT_EQ(Series[0].Changes[0].After, "k1\na\nfirst\nb\nc\nthird\nd\nk2\nx\ny\n");
  EXPECT_EQ(Series[1].Changes[0].Before, Series[0].Changes[0].After);
  EXPECT_EQ(Series[1].Changes[0].After, Text);
  // Lines are those of the text that the patch is applied to.
  EXPECT_EQ(Series[0].Steps[1].What.Loc.Line, 5u);
  EXPECT_EQ(Series[0].Steps[1].What.Message, "race with line 5");
  EXPECT_EQ(Series[1].Steps[0].What.Loc.Line, 10u);
  EXPECT_EQ(Series[1].Steps[0].How.Title, "put a barrier at lines 1, 10");
}

TEST(Series, KeepsLabelsApart) {
  std::string Text = First;
  std::vector<FixStep> Steps;
  Steps.push_back(step("one", Text, "b\n", "first\n", First));
  Steps.push_back(step("one", Text, "d\n", "second\n", First, Applicability::Suggested));
  EXPECT_EQ(seriesOf(Steps).size(), 2u);
}

TEST(Series, LeavesStepsThatTouchOthersInTheirPlace) {
  std::string Text = First;
  std::vector<FixStep> Steps;
  Steps.push_back(step("one", Text, "b\n", "first\n", First));
  Steps.push_back(step("two", Text, "y\n", "second\n", First));
  Steps.push_back(step("one", Text, "second\n", "third\n", Text));
  std::vector<SeriesPatch> Series = seriesOf(Steps);
  ASSERT_EQ(Series.size(), 3u);
  EXPECT_EQ(Series[2].Changes[0].After, Text);
}
