// SPDX-License-Identifier: Apache-2.0
#include "cli/pipeline/Pipeline.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <gtest/gtest.h>

using namespace cudafix;
using namespace cudafix::cli;

/// What is handed over on the way, the last result apart.
static std::vector<UnitResult> handedOver(llvm::StringRef Code) {
  auto Files = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  Files->addFile("/unit.cu", 0, llvm::MemoryBuffer::getMemBufferCopy(Code));
  auto FS = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
      llvm::vfs::createPhysicalFileSystem());
  FS->pushOverlay(Files);
  Options Opts;
  Opts.NoCache = Opts.NoToolkit = Opts.NoRepair = true;
  std::vector<UnitResult> All;
  auto Known = [&](const UnitResult &R) { All.push_back(R); };
  auto Ignore = [](llvm::StringRef, llvm::StringRef) {};
  analyse({"/unit.cu", "/", {}, {}}, Opts, FS, Progress{Known, Ignore});
  return All;
}

TEST(PipelineTest, AUnitThatIsBrokenOffSaysWhichKernelsAreLeft) {
  std::vector<UnitResult> All = handedOver(R"(
    __global__ void racy(float *out) { out[0] = threadIdx.x; }
    __global__ void clean(float *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
  )");
  ASSERT_GE(All.size(), 2u);
  ASSERT_EQ(All[0].Report.Kernels.size(), 2u);
  for (const KernelReport &K : All[0].Report.Kernels) {
    EXPECT_EQ(K.Race, RaceVerdict::Unknown);
    EXPECT_EQ(K.Unknowns.size(), 1u);
  }
  ASSERT_EQ(All[1].Report.Kernels.size(), 2u);
  EXPECT_EQ(All[1].Report.Kernels[0].Race, RaceVerdict::Racy);
  EXPECT_FALSE(All[1].Report.Findings.empty());
  EXPECT_EQ(All[1].Report.Kernels[1].Name, "clean");
  EXPECT_EQ(All[1].Report.Kernels[1].Race, RaceVerdict::Unknown);
}
