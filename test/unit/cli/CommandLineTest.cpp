// SPDX-License-Identifier: Apache-2.0
#include "cli/options/CommandLine.h"
#include <gtest/gtest.h>

using namespace cudafix;
using namespace cudafix::cli;

static CommandLine parsed(std::vector<std::string> Args, const CommandLine &Base = {}) {
  llvm::Expected<CommandLine> Line = parseCommandLine(Args, Base);
  EXPECT_TRUE(static_cast<bool>(Line));
  return Line ? *Line : (llvm::consumeError(Line.takeError()), CommandLine());
}

static std::string errorOf(std::vector<std::string> Args) {
  llvm::Expected<CommandLine> Line = parseCommandLine(Args);
  return Line ? "" : llvm::toString(Line.takeError());
}

TEST(CommandLine, PathsOptionsAndCompilerArguments) {
  CommandLine L = parsed({"a.cu", "-p", "build", "-j4", "b", "--", "-DX=1", "--diff"});
  EXPECT_EQ(L.Opts.Paths, (std::vector<std::string>{"a.cu", "b"}));
  EXPECT_EQ(L.Opts.CompilerArgs, (std::vector<std::string>{"-DX=1", "--diff"}));
  EXPECT_EQ(L.Opts.BuildPath, "build");
  EXPECT_EQ(L.Opts.Jobs, 4u);
  EXPECT_FALSE(L.Opts.Diff);
}

TEST(CommandLine, Dimensions) {
  CommandLine L = parsed({"--block-dim=16,16", "--grid-dim", "ns::k<int>=4"});
  EXPECT_EQ(L.Opts.BlockDims[0].Dim, (std::array<uint32_t, 3>{16, 16, 1}));
  EXPECT_EQ(L.Opts.GridDims[0].Kernel, "ns::k<int>");
  EXPECT_NE(errorOf({"--block-dim=0"}), "");
  EXPECT_NE(errorOf({"--block-dim=1,2,3,4"}), "");
}

TEST(CommandLine, Assumptions) {
  CommandLine L = parsed({"--assume", "n > 0", "--assume=ns::k:m == n", "--assume=A::B < 3"});
  EXPECT_EQ(L.Opts.Assumes[0].Text, "n > 0");
  EXPECT_EQ(L.Opts.Assumes[1].Kernel, "ns::k");
  EXPECT_EQ(L.Opts.Assumes[1].Text, "m == n");
  EXPECT_EQ(L.Opts.Assumes[2].Kernel, "");
}

TEST(CommandLine, ReplacesTheBaseButAddsExclusions) {
  CommandLine Base;
  Base.Opts.Checks = "shared-race";
  Base.Opts.Archs = {"sm_70"};
  EXPECT_EQ(parsed({"--checks=-x"}, Base).Opts.Checks, "shared-race,-x");
  EXPECT_EQ(parsed({"--checks=y"}, Base).Opts.Checks, "y");
  EXPECT_EQ(parsed({"--arch=sm_80,sm_90a"}, Base).Opts.Archs,
            (std::vector<std::string>{"sm_80", "sm_90a"}));
  EXPECT_EQ(parsed({}, Base).Opts.Archs, Base.Opts.Archs);
  using Words = std::set<std::string>;
  EXPECT_EQ(parsed({}).FailOn, (Words{"partial", "warning"}));
  Base.FailOn = {"undecided", "warning"};
  EXPECT_EQ(parsed({"--fail-on=partial,-undecided"}, Base).FailOn, (Words{"partial", "warning"}));
}

TEST(CommandLine, Formats) {
  CommandLine L = parsed({"--format=json=out.json", "--format", "text"});
  EXPECT_EQ(L.Opts.Outputs[0].Format, "json");
  EXPECT_EQ(L.Opts.Outputs[0].File, "out.json");
  EXPECT_NE(errorOf({"--format=xml"}).find("text, json"), std::string::npos);
  EXPECT_NE(errorOf({"--format=json", "--diff"}), "");
}

TEST(CommandLine, UsageErrors) {
  EXPECT_NE(errorOf({"--chekcs=*"}).find("did you mean '--checks"), std::string::npos);
  EXPECT_NE(errorOf({"--kernel=("}), "");
  EXPECT_NE(errorOf({"--level=high"}).find("exhaustive"), std::string::npos);
  EXPECT_NE(errorOf({"-j0"}), "");
  EXPECT_NE(errorOf({"--arch=80"}), "");
  EXPECT_NE(errorOf({"--diff", "--apply"}), "");
  for (const char *Option : {"--unsafe", "--write-root=/tmp"}) {
    EXPECT_NE(errorOf({"a.cu", Option}).find("works with --apply and --diff"), std::string::npos);
    EXPECT_NE(errorOf({"a.cu", "--patches=out", Option}), "");
    EXPECT_EQ(errorOf({"a.cu", "--diff", Option}), "");
    EXPECT_EQ(errorOf({"a.cu", "--apply", Option}), "");
  }
  EXPECT_NE(errorOf({"a.cu", "--patches"}).find("needs a value"), std::string::npos);
  EXPECT_NE(errorOf({"explain"}), "");
}
