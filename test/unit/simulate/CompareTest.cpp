// SPDX-License-Identifier: Apache-2.0

#include "simulate/Compare.h"
#include "Parsed.h"

using namespace cudafix;
using namespace cudafix::simulate;
using cudafix::test::parse;

namespace {

Comparison compareTexts(const std::string &Before, const std::string &After,
                        llvm::ArrayRef<Finding> Found = {}) {
  auto A = parse(Before), B = parse(After);
  Witness W;
  W.BlockDim = {64, 1, 1};
  W.GridDim = {2, 1, 1};
  return compare({A->deviceModule(), B->deviceModule(), A->kernels().front(), {}, Found, &W});
}

const std::string Head = "__global__ void k(float *out, const float *in) {\n"
                         "  __shared__ float s[64];\n"
                         "  int t = threadIdx.x, i = blockIdx.x * 64 + t;\n";

TEST(CompareTest, ARepairedRaceLeavesWhatSomeOrderLeft) {
  Comparison C = compareTexts(Head + "s[t] = in[i];\n out[i] = s[63 - t];\n}\n",
                              Head + "s[t] = in[i];\n __syncthreads();\n out[i] = s[63 - t];\n}\n");
  EXPECT_EQ(C.Result, Simulated::Equal) << C.Reason;
}

/// Thread 1 is to read what thread 0 writes late: no usual order shows that.
const std::string Late = "if (t == 0) {\n for (int k = 0; k < 40; ++k) s[k + 1] += in[k];\n"
                         " s[0] = 1;\n }\n";

TEST(CompareTest, RacingAccessesAreForcedIntoTheOrderOfTheSource) {
  std::string Before =
      Head + "s[t] = 2;\n __syncthreads();\n" + Late + "out[i] = s[0] + s[t];\n}\n";
  std::string After = Head + "s[t] = 2;\n __syncthreads();\n" + Late +
                      "__syncthreads();\n out[i] = s[0] + s[t];\n}\n";
  auto A = parse(Before), B = parse(After);
  const frontend::KernelUnit &K = A->kernels().front();
  std::vector<Finding> Found;
  for (const Access &Read : K.Model.Accesses)
    for (const Access &Write : K.Model.Accesses)
      if (Read.Loc.Line == 10 && Read.Kind == AccessKind::Read && Write.Kind == AccessKind::Write &&
          Write.Loc.Line > 6 && Write.Loc.Line < 10) {
        Found.emplace_back();
        Found.back().KernelName = K.Model.Name;
        Found.back().Accesses = {Write.Id, Read.Id};
      }
  ASSERT_FALSE(Found.empty());
  Comparison C = compare({A->deviceModule(), B->deviceModule(), K, {}, Found});
  EXPECT_EQ(C.Result, Simulated::Equal) << C.Reason;
  EXPECT_TRUE(C.Racy);
}

TEST(CompareTest, OtherValuesThanARaceCanLeaveAreDifferent) {
  Comparison C = compareTexts(Head + "s[t] = in[i];\n out[i] = s[63 - t];\n}\n",
                              Head + "s[t] = in[i];\n __syncthreads();\n out[i] = s[t] + 3;\n}\n");
  EXPECT_EQ(C.Result, Simulated::Different);
  EXPECT_TRUE(C.Racy);
}

TEST(CompareTest, TheOrderOfAtomicsLeavesUnorderedData) {
  std::string Counter = "__device__ int next;\n";
  std::string Slot = "int slot = atomicAdd(&next, 1);\n";
  Comparison C = compareTexts(Counter + Head + Slot + "if (slot < 64) out[slot] = in[i];\n}\n",
                              Counter + Head + "__syncthreads();\n" + Slot +
                                  "if (slot < 64) out[slot] = in[i];\n}\n");
  EXPECT_LE(C.Result, Simulated::Unordered) << C.Reason;
}

TEST(CompareTest, AnotherResultIsDifferent) {
  Comparison C = compareTexts(Head + "out[i] = in[i] + 1;\n}\n", Head + "out[i] = in[i] + 2;\n}\n");
  EXPECT_EQ(C.Result, Simulated::Different);
  EXPECT_EQ(C.Reason, "'out' differs at byte 0");
  EXPECT_FALSE(C.Racy);
}

TEST(CompareTest, ASumInAnotherOrderIsDifferent) {
  std::string Loop = "float v = 0;\n for (int k = 0; k < 64; ++k) v += in[";
  Comparison C = compareTexts(Head + Loop + "k];\n out[i] = v;\n}\n",
                              Head + Loop + "63 - k];\n out[i] = v;\n}\n");
  EXPECT_EQ(C.Result, Simulated::Different);
}

TEST(CompareTest, ARepairThatHangsIsDifferent) {
  Comparison C = compareTexts(
      Head + "s[t] = in[i];\n __syncthreads();\n out[i] = s[t];\n}\n",
      Head + "s[t] = in[i];\n if (t < 32) __syncthreads(); else __syncwarp(0x1);\n"
             " if (t == 40) while (*(volatile float *)in >= 0) {}\n out[i] = s[t];\n}\n");
  EXPECT_EQ(C.Result, Simulated::Different);
  EXPECT_EQ(C.Reason, "the repaired kernel does not come to its end");
}

TEST(CompareTest, WhatNobodyWroteIsFoundWhereTheResultDependsOnIt) {
  std::string Stage = "if (t < 40) s[t] = in[i];\n __syncthreads();\n";
  std::string All = "s[t] = t < 40 ? in[i] : 0;\n __syncthreads();\n";
  Comparison C = compareTexts(Head + All + "out[i] = s[63 - t];\n}\n",
                              Head + Stage + "out[i] = s[63 - t];\n}\n");
  EXPECT_EQ(C.Unwritten, "s");
  EXPECT_FALSE(C.UnwrittenBefore);
  C = compareTexts(Head + Stage + "out[i] = s[63 - t];\n}\n",
                   Head + "__syncwarp();\n" + Stage + "out[i] = s[63 - t];\n}\n");
  EXPECT_EQ(C.Result, Simulated::Equal);
  EXPECT_EQ(C.Unwritten, "s");
  EXPECT_TRUE(C.UnwrittenBefore);
  C = compareTexts(Head + Stage + "float v = s[63 - t];\n out[i] = t > 23 ? v : 0;\n}\n",
                   Head + Stage + "float v = s[63 - t];\n out[i] = t > 23 ? v : 0;\n}\n");
  EXPECT_EQ(C.Unwritten, "") << "read, and not used";
}

TEST(CompareTest, WhatTheOriginalLeavesOpenMayBecomeAnything) {
  std::string Stage = "if (t < 40) s[t] = in[i];\n __syncthreads();\n";
  std::string All = "s[t] = t < 40 ? in[i] : 0;\n __syncthreads();\n";
  Comparison C = compareTexts(Head + Stage + "out[i] = s[63 - t];\n}\n",
                              Head + All + "out[i] = s[63 - t];\n}\n");
  EXPECT_EQ(C.Result, Simulated::Equal) << C.Reason;
  EXPECT_EQ(C.Unwritten, "");
  C = compareTexts(Head + Stage + "out[i] = s[63 - t];\n}\n",
                   Head + All + "out[i] = s[63 - t] + 1;\n}\n");
  EXPECT_EQ(C.Result, Simulated::Different);
}

TEST(CompareTest, LeavingASharedArrayIsDifferent) {
  Comparison C = compareTexts(Head + "if (t < 60) s[t] = in[i];\n __syncthreads();\n"
                                     " if (t < 60) out[i] = s[t];\n}\n",
                              Head + "s[t + 4] = in[i];\n __syncthreads();\n"
                                     " if (t < 60) out[i] = s[t + 4];\n}\n");
  EXPECT_EQ(C.Result, Simulated::Different);
  EXPECT_EQ(C.Reason, "the repaired kernel accesses shared memory out of bounds");
}

TEST(CompareTest, VariablesOfTheModuleCount) {
  std::string Variable = "__device__ int last;\n";
  Comparison C = compareTexts(Variable + Head + "if (i == 0) last = 1;\n}\n",
                              Variable + Head + "if (i == 0) last = 2;\n}\n");
  EXPECT_EQ(C.Result, Simulated::Different);
  EXPECT_EQ(C.Reason, "'last' differs at byte 0");
}

TEST(CompareTest, WhatCannotRunIsSkipped) {
  std::string Elsewhere = "extern __device__ float elsewhere(float *);\n";
  Comparison C =
      compareTexts(Elsewhere + Head + "out[i] = elsewhere(out);\n}\n", Head + "out[i] = 1;\n}\n");
  EXPECT_EQ(C.Result, Simulated::Skipped);
  EXPECT_NE(C.Reason.find("not supported: call of elsewhere"), std::string::npos) << C.Reason;
}

} // namespace
