// SPDX-License-Identifier: Apache-2.0

#include "simulate/Compare.h"
#include "Parsed.h"

using namespace cudafix;
using namespace cudafix::simulate;

namespace {

Comparison compareTexts(const std::string &Before, const std::string &After) {
  auto A = parse(Before), B = parse(After);
  CompareOptions Opts;
  Opts.Given.Block = {64, 1, 1};
  Opts.Given.Grid = {2, 1, 1};
  return compare(A->deviceModule(), B->deviceModule(), A->kernels().front().Model, Launch(), Opts);
}

const std::string Head = "__global__ void k(float *out, const float *in) {\n"
                         "  __shared__ float s[64];\n"
                         "  int t = threadIdx.x, i = blockIdx.x * 64 + t;\n";

TEST(CompareTest, ARepairedRaceLeavesWhatSomeOrderLeft) {
  Comparison C = compareTexts(Head + "s[t] = in[i];\n out[i] = s[63 - t];\n}\n",
                              Head + "s[t] = in[i];\n __syncthreads();\n out[i] = s[63 - t];\n}\n");
  EXPECT_EQ(C.Result, Simulated::Equal) << C.Reason;
}

TEST(CompareTest, AnotherResultIsDifferent) {
  Comparison C = compareTexts(Head + "out[i] = in[i] + 1;\n}\n", Head + "out[i] = in[i] + 2;\n}\n");
  EXPECT_EQ(C.Result, Simulated::Different);
  EXPECT_EQ(C.Reason.substr(0, 5), "byte ") << C.Reason;
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

TEST(CompareTest, VariablesOfTheModuleCount) {
  std::string Variable = "__device__ int last;\n";
  Comparison C = compareTexts(Variable + Head + "if (i == 0) last = 1;\n}\n",
                              Variable + Head + "if (i == 0) last = 2;\n}\n");
  EXPECT_EQ(C.Result, Simulated::Different);
  EXPECT_EQ(C.Reason, "byte 0 of 'last' differs");
}

TEST(CompareTest, WhatCannotRunIsSkipped) {
  std::string Elsewhere = "extern __device__ float elsewhere(float *);\n";
  Comparison C =
      compareTexts(Elsewhere + Head + "out[i] = elsewhere(out);\n}\n", Head + "out[i] = 1;\n}\n");
  EXPECT_EQ(C.Result, Simulated::Skipped);
  EXPECT_NE(C.Reason.find("not supported: call of elsewhere"), std::string::npos) << C.Reason;
}

} // namespace
