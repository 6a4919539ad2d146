// SPDX-License-Identifier: Apache-2.0

#include "simulate/runtime/Device.h"
#include "Parsed.h"
#include <cstring>

using namespace cudafix;
using namespace cudafix::simulate;
using cudafix::test::parse;

namespace {

class DeviceTest : public testing::Test {
protected:
  void load(const char *Source, bool Checked = true) {
    P = parse(Source);
    DeviceOptions Opts;
    Opts.Bytes = 1 << 20;
    Opts.MaxAccesses = 100'000;
    Opts.Checked = Checked;
    D = std::make_unique<Device>(Opts);
    llvm::Error E = D->addUnit(*P);
    ASSERT_FALSE(E) << llvm::toString(std::move(E));
  }
  LaunchResult launch(const char *Name, std::array<uint32_t, 3> Block, void *Argument = nullptr,
                      uint64_t Shared = 0) {
    void *Arguments[] = {&Argument};
    LaunchRequest Request;
    Request.Block = Block;
    Request.DynamicShared = Shared;
    Request.Arguments = Arguments;
    DeviceKernel *K = D->kernel(0, Name);
    return K ? D->launch(*K, Request) : LaunchResult::NoCode;
  }

  std::unique_ptr<frontend::Program> P;
  std::unique_ptr<Device> D;
};

TEST_F(DeviceTest, VariablesLastFromLaunchToLaunch) {
  load("__device__ int count = 5, *where = &count;\n"
       "extern \"C\" __global__ void up() { ++*where; }\n"
       "extern \"C\" __global__ void twice() { count *= 2; }\n");
  EXPECT_EQ(launch("up", {1, 1, 1}), LaunchResult::Done);
  EXPECT_EQ(launch("twice", {1, 1, 1}), LaunchResult::Done);
  int Count = 0;
  std::memcpy(&Count, D->variable(0, "count"), sizeof(Count));
  EXPECT_EQ(Count, 12);
  EXPECT_EQ(D->launches(), 2u);
  EXPECT_EQ(D->variable(0, "other"), nullptr);
}

TEST_F(DeviceTest, LaunchesAreInOrderAndTheirThreadsAreNot) {
  load("__device__ int last;\n"
       "extern \"C\" __global__ void one() { if (threadIdx.x == 9) last = 9; }\n"
       "extern \"C\" __global__ void all() { last = threadIdx.x; }\n");
  launch("one", {64, 1, 1});
  launch("one", {64, 1, 1});
  EXPECT_TRUE(D->findings().empty());
  launch("all", {64, 1, 1});
  ASSERT_FALSE(D->findings().empty());
  size_t Found = D->findings().size();
  EXPECT_EQ(D->findings().front().KernelName, "all");
  launch("all", {64, 1, 1});
  EXPECT_EQ(D->findings().size(), Found); // said once
}

TEST_F(DeviceTest, WithoutChecksTheSameIsComputed) {
  load("__device__ int sum;\n"
       "extern \"C\" __global__ void k() {\n"
       "  __shared__ int s[64];\n"
       "  s[threadIdx.x] = threadIdx.x;\n"
       "  __syncthreads();\n"
       "  atomicAdd(&sum, s[63 - threadIdx.x]);\n"
       "}\n",
       /*Checked=*/false);
  EXPECT_EQ(launch("k", {64, 1, 1}), LaunchResult::Done);
  int Sum = 0;
  std::memcpy(&Sum, D->variable(0, "sum"), sizeof(Sum));
  EXPECT_EQ(Sum, 63 * 64 / 2);
  EXPECT_EQ(D->accesses(), 0u);
}

TEST_F(DeviceTest, WhatCannotRunIsSaidWhereAThreadComesToIt) {
  load("extern __device__ int elsewhere(int);\n"
       "extern \"C\" __global__ void k(int *p) { if (p) *p = elsewhere(1); }\n");
  EXPECT_EQ(launch("k", {32, 1, 1}), LaunchResult::Done);
  EXPECT_TRUE(D->findings().empty());
  char *P = D->memory().allocate(4, ObjectKind::Argument, "p");
  EXPECT_EQ(launch("k", {32, 1, 1}, P), LaunchResult::Failed);
  ASSERT_EQ(D->findings().size(), 1u);
  EXPECT_EQ(D->findings().front().Id, "not-supported");
}

TEST_F(DeviceTest, LaunchesThatNoDeviceTakes) {
  load("extern \"C\" __global__ void k() { extern __shared__ int s[]; s[threadIdx.x] = 1; }\n"
       "extern \"C\" __global__ void spin() { for (volatile int i = 0;; ++i) {} }\n");
  EXPECT_EQ(launch("k", {0, 1, 1}), LaunchResult::BadConfiguration);
  EXPECT_EQ(launch("k", {1025, 1, 1}), LaunchResult::BadConfiguration);
  EXPECT_EQ(launch("k", {32, 1, 1}, nullptr, 49 << 10), LaunchResult::TooMuchShared);
  EXPECT_EQ(launch("k", {32, 1, 1}, nullptr, 128), LaunchResult::Done);
  EXPECT_EQ(launch("spin", {1, 1, 1}), LaunchResult::GaveUp);
  EXPECT_EQ(launch("other", {1, 1, 1}), LaunchResult::NoCode);
}

} // namespace
