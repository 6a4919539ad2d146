// SPDX-License-Identifier: Apache-2.0
#include "report/Report.h"
#include "llvm/Support/JSON.h"
#include <gtest/gtest.h>

using namespace cudafix;
using namespace cudafix::report;

static Finding race(unsigned Line, unsigned Column, unsigned Length) {
  Finding F;
  F.Id = "shared-race";
  F.Severity = Level::Error;
  F.How = Confidence::Proved;
  F.KernelName = "k";
  F.Loc = {"a.cu", Line, Column, 0, Length};
  F.Message = "threads 3 and 35 race";
  F.RelatedPlaces.push_back({{"a.cu", 2, 3, 0, 4}, Role::Read, "read here"});
  Witness W;
  W.BlockDim = {64, 1, 1};
  W.Threads = {{{0, 0, 0}, {3, 0, 0}}, {{0, 0, 0}, {35, 0, 0}}};
  W.Values = {{1, "n", 300}};
  F.Example = W;
  Repair R;
  R.Id = "insert-barrier";
  R.How = Applicability::Proven;
  R.Title = "put __syncthreads() before line 2";
  R.Edits = {{"a.cu", 10, 0, "\xe4"}};
  R.Check.Before = {{"block_barriers", 0}};
  R.Check.After = {{"block_barriers", 1}};
  F.Repairs.push_back(R);
  return F;
}

static std::string text(const RunReport &R, llvm::StringRef Source) {
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  Style S;
  auto Read = [&](llvm::StringRef) { return std::optional<llvm::StringRef>(Source); };
  S.Source = Read;
  writeText(OS, R, S);
  return Out;
}

TEST(Text, CaretsWitnessAndRepair) {
  RunReport R;
  R.Findings.push_back(race(1, 2, 3));
  EXPECT_EQ(text(R, "\tabc = 1;\r\n  s[i];\n"),
            "a.cu:1:2: error: threads 3 and 35 race [shared-race]\n"
            "    1 |         abc = 1;\n"
            "      |         ^~~\n"
            "a.cu:2:3: note: read here\n"
            "    2 |   s[i];\n"
            "      |   ^~~~\n"
            "  witness: thread (3,0,0) of block (0,0,0) and thread (35,0,0) of block (0,0,0); "
            "block (64,1,1), grid (1,1,1), n = 300\n"
            "  repair: insert-barrier (proven): put __syncthreads() before line 2\n"
            "    price: block_barriers 0 -> 1\n");
}

TEST(Text, SaysHowTheSimulationOfARepairEnded) {
  RunReport R;
  R.Findings.push_back(race(1, 2, 3));
  Verification &Check = R.Findings.front().Repairs.front().Check;
  Check.SimulatedReason = "textures";
  EXPECT_NE(text(R, "\n\n").find("\n    not simulated: textures\n"), std::string::npos);
  Check.Result = Simulated::Unordered;
  EXPECT_NE(text(R, "\n\n").find("insert-barrier (proven, simulated unordered): put"),
            std::string::npos);
}

TEST(Text, ARepairOfTwoFindingsIsDescribedOnce) {
  RunReport R;
  R.Findings.push_back(race(1, 2, 3));
  R.Findings.push_back(race(2, 3, 4));
  EXPECT_NE(text(R, "\n\n").find("  repair: insert-barrier (proven), the same as for line 1\n"),
            std::string::npos);
}

TEST(Text, ARepairOfFindingsInTwoFilesNamesTheFile) {
  RunReport R;
  R.Findings.push_back(race(1, 2, 3));
  R.Findings.push_back(race(2, 3, 4));
  R.Findings.back().Loc.File = "b.cuh";
  EXPECT_NE(text(R, "\n\n").find("  repair: insert-barrier (proven), the same as for a.cu:1\n"),
            std::string::npos);
}

TEST(Text, RacesOfTwoFilesDoNotStandTogether) {
  RunReport R;
  for (llvm::StringRef File : {"a.cu", "b.cu"})
    for (unsigned Line = 1; Line <= 5; ++Line) {
      R.Findings.push_back(race(Line, 3, 4));
      Finding &F = R.Findings.back();
      F.Loc.File = File.str();
      F.Object = "s";
      F.RelatedPlaces.clear();
      F.Repairs.clear();
    }
  std::string Out = text(R, "");
  EXPECT_NE(Out.find("a.cu:1:3: error"), std::string::npos);
  EXPECT_NE(Out.find("b.cu:1:3: error"), std::string::npos);
  size_t First = Out.find("  and 4 more races on 's', of lines 2, 3, 4, 5 (");
  ASSERT_NE(First, std::string::npos);
  EXPECT_NE(Out.find("  and 4 more races on 's', of lines 2, 3, 4, 5 (", First + 1),
            std::string::npos);
}

TEST(Text, PlacesOutsideTheFileHaveNoSnippet) {
  RunReport R;
  Finding F = race(9, 1, 1);
  F.RelatedPlaces.clear();
  F.Example.reset();
  F.Repairs.clear();
  R.Findings.push_back(F);
  EXPECT_EQ(text(R, "one line\n").find("^"), std::string::npos);
}

/// A kernel whose races are not decided, for one reason.
static KernelReport undecided() {
  KernelReport K;
  K.Name = "k<int>";
  K.Loc = {"a.cu", 3, 5};
  K.Divergence = DivergenceVerdict::Free;
  K.Unknowns = {"line 4: indirect call"};
  return K;
}

TEST(Text, UndecidedKernelsAreSaid) {
  RunReport R;
  R.Kernels.push_back(undecided());
  EXPECT_EQ(text(R, ""),
            "a.cu:3:5: note: not decided for kernel 'k<int>': races: line 4: indirect call\n");
}

TEST(Text, UndecidedInstancesOfATemplateTakeOneLine) {
  RunReport R;
  KernelReport K = undecided();
  R.Kernels.push_back(K);
  K.Name = "k<long>";
  K.Unknowns = {"line 4: indirect call", "line 6: recursion"};
  R.Kernels.push_back(K);
  K.Name = "k2<long>";
  R.Kernels.push_back(K);
  EXPECT_EQ(text(R, ""), "a.cu:3:5: note: not decided for kernel 'k<int>' and 1 more of its "
                         "template: races: line 4: indirect call; line 6: recursion\n"
                         "a.cu:3:5: note: not decided for kernel 'k2<long>': races: line 4: "
                         "indirect call; line 6: recursion\n");
}

TEST(Json, IsWellFormedWhateverTheSource) {
  UnitReport U;
  U.File = "a.cu";
  U.Status = UnitStatus::Analysed;
  U.Findings.push_back(race(1, 2, 3));
  RunReport R = merge({U});
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  writeJson(OS, R, Style());
  llvm::Expected<llvm::json::Value> V = llvm::json::parse(Out);
  ASSERT_TRUE(static_cast<bool>(V)) << Out;
  const llvm::json::Object *F = V->getAsObject()->getArray("findings")->front().getAsObject();
  EXPECT_EQ(F->getString("confidence"), "proved");
  EXPECT_EQ(F->getObject("witness")->getObject("values")->getInteger("n"), 300);
  const llvm::json::Object *Fix = F->getArray("repairs")->front().getAsObject();
  EXPECT_EQ(Fix->getString("applicability"), "proven");
  EXPECT_EQ(Fix->getObject("verification")->getString("simulated"), "skipped");
}

TEST(Merge, UnitsThatShareAHeader) {
  UnitReport A, B;
  A.File = "a.cu";
  B.File = "b.cu";
  KernelReport K;
  K.Name = "k";
  K.Loc = {"k.cuh", 1, 1};
  K.Race = RaceVerdict::Free;
  K.Divergence = DivergenceVerdict::Free;
  A.Kernels.push_back(K);
  K.Race = RaceVerdict::Racy;
  B.Kernels.push_back(K);
  A.Findings.push_back(race(1, 2, 3));
  B.Findings.push_back(race(1, 2, 3));
  A.Findings[0].How = Confidence::Likely;
  A.Findings[0].Severity = Level::Warning;
  RunReport R = merge({A, B});
  ASSERT_EQ(R.Kernels.size(), 1u);
  EXPECT_EQ(R.Kernels[0].Race, RaceVerdict::Racy);
  ASSERT_EQ(R.Findings.size(), 1u);
  EXPECT_EQ(R.Findings[0].How, Confidence::Proved);
  EXPECT_EQ(R.Units.size(), 2u);
}

TEST(Merge, KeepsTheMostCertainOfTwinsInOneLine) {
  UnitReport U;
  for (unsigned Column : {3, 20, 40}) {
    U.Findings.push_back(race(1, Column, 3));
    U.Findings.back().Object = "n";
  }
  U.Findings[1].Severity = Level::Warning; // in the line of an error
  U.Findings[2].Object = "m";              // of another array
  U.Findings[2].Severity = Level::Warning;
  RunReport R = merge({U});
  ASSERT_EQ(R.Findings.size(), 2u);
  EXPECT_EQ(R.Findings[0].Loc.Column, 3u);
  EXPECT_EQ(R.Findings[1].Object, "m");
}
