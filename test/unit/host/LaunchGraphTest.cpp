// SPDX-License-Identifier: Apache-2.0
#include "host/Summary.h"
#include <gtest/gtest.h>

using namespace cudafix::host;
using Indices = std::vector<size_t>;

/// kernels ← launch ← middle ← main, helper called by middle; and another program.
static const std::vector<UnitSummary> All = {
    {"kernels.cu", {{"launch", true, {}}}, ""},
    {"middle.cpp", {{"middle", false, {"helper", "launch"}}}, ""},
    {"main.cpp", {{"main", false, {"middle"}}}, ""},
    {"helper.cpp", {{"helper", false, {}}}, ""},
    {"other.cu", {{"main", true, {"own"}}, {"own", false, {}}}, ""},
};

TEST(LaunchGraph, CallersAndWhatTheyCall) {
  LaunchGraph G(All);
  EXPECT_EQ(G.unitsThatLaunch(All[0]), (Indices{1, 2, 3}));
  EXPECT_EQ(G.launching(), (std::vector<std::string>{"launch", "main", "middle"}));
}

TEST(LaunchGraph, AFunctionOfTheSameNameInAnotherProgramIsNone) {
  EXPECT_EQ(LaunchGraph(All).unitsThatLaunch(All[4]), Indices{});
}

TEST(LaunchGraph, TheUnitNeedNotBeAmongThem) {
  LaunchGraph G(llvm::ArrayRef(All).drop_front());
  EXPECT_EQ(G.unitsThatLaunch(All[0]), (Indices{0, 1, 2}));
}

TEST(LaunchGraph, HundredThousandUnits) {
  std::vector<UnitSummary> Many;
  for (unsigned I = 0; I < 100'000; ++I) {
    std::string N = std::to_string(I);
    Many.push_back({"u" + N + ".cu",
                    {{"launch" + N, true, {}},
                     {"use" + N, false, {"launch" + N, "launch" + std::to_string(I / 2)}}},
                    ""});
  }
  LaunchGraph G(Many);
  size_t Links = 0;
  for (const UnitSummary &U : Many)
    Links += G.unitsThatLaunch(U).size();
  EXPECT_GT(Links, 100'000u);
}
