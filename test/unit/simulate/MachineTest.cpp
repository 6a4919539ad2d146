// SPDX-License-Identifier: Apache-2.0
//
// What the tests of whole kernels cannot see: memory left behind, schedules, limits.

#include "Parsed.h"
#include "simulate/Simulate.h"

using namespace cudafix;
using namespace cudafix::simulate;
using cudafix::test::parse;

namespace {

struct MachineTest : testing::Test {
  /// Runs the only kernel of a source; what it leaves in its first buffer as integers.
  std::vector<int> run(llvm::StringRef Source, Schedule Plan = {}, uint64_t MaxAccesses = 1000000) {
    auto P = parse(Source);
    frontend::KernelUnit &K = P->kernels().front();
    auto Code = CompiledKernel::compile(P->deviceModule(), K.Model.MangledName);
    if (!Code) {
      ADD_FAILURE() << llvm::toString(Code.takeError());
      return {};
    }
    InputOptions Given;
    Given.Grid = Grid;
    Given.Block = Block;
    Given.Arguments = {{K.Model.Params[0].Name, "zero(64)"}};
    auto In = planInputs(K.Model, *K.Solving, Launch(), **Code, Given);
    if (!In) {
      ADD_FAILURE() << llvm::toString(In.takeError());
      return {};
    }
    Configuration C;
    C.Grid = In->Grid;
    C.Block = In->Block;
    C.Plan = Plan;
    C.MaxAccesses = MaxAccesses;
    LoadedInputs Loaded(*In, **Code, C);
    Machine M(**Code, Loaded.memory(), C);
    Result = M.run(Loaded.arguments());
    std::vector<int> Left(64);
    std::memcpy(Left.data(), Loaded.contents(0).data(), 64 * sizeof(int));
    return Left;
  }

  std::array<uint32_t, 3> Grid{1, 1, 1}, Block{32, 1, 1};
  SimulationResult Result;
};

TEST_F(MachineTest, IndicesAreThoseOfTheThread) {
  Grid = {2, 1, 1};
  Block = {4, 2, 2};
  std::vector<int> Left = run("__global__ void k(int *out) {\n"
                              "  int i = threadIdx.x + 4 * (threadIdx.y + 2 * threadIdx.z);\n"
                              "  out[blockIdx.x * 16 + i] = threadIdx.x + 10 * threadIdx.y +\n"
                              "      100 * threadIdx.z + 1000 * blockIdx.x;\n"
                              "}\n");
  EXPECT_TRUE(Result.Finished);
  EXPECT_EQ(Left[0], 0);
  EXPECT_EQ(Left[3 + 4 + 8], 113);
  EXPECT_EQ(Left[16 + 2 + 8], 1102);
}

TEST_F(MachineTest, TheOrderOfThreadsIsTheSchedule) {
  const char *Last = "__global__ void k(int *out) { out[0] = threadIdx.x; }\n";
  EXPECT_EQ(run(Last)[0], 31);
  EXPECT_EQ(run(Last, {Order::Descending, 0, {}})[0], 0);
  EXPECT_EQ(run(Last, {Order::Delayed, 0, {7}})[0], 7);
}

TEST_F(MachineTest, ARandomScheduleIsASeed) {
  const char *Mixed = "__global__ void k(int *out) {\n"
                      "  for (int i = 0; i < 20; ++i) out[i] = out[i] * 3 + threadIdx.x;\n"
                      "}\n";
  Block = {64, 1, 1};
  std::vector<int> First = run(Mixed, {Order::Random, 5, {}});
  EXPECT_EQ(First, run(Mixed, {Order::Random, 5, {}}));
  EXPECT_NE(First, run(Mixed, {Order::Random, 6, {}}));
}

TEST_F(MachineTest, TogetherComesCloseToLockstep) {
  // Each lane reads before its neighbour writes: what a programmer of old hardware expected.
  std::vector<int> Left = run("__global__ void k(int *out) {\n"
                              "  out[threadIdx.x] = threadIdx.x;\n"
                              "  out[threadIdx.x] = out[threadIdx.x + 1] + 1;\n"
                              "}\n",
                              {Order::Together, 0, {}});
  EXPECT_EQ(Left[3], 5);
  EXPECT_EQ(Left[30], 32);
}

TEST_F(MachineTest, WaitingForABlockThatHasNotBegun) {
  Grid = {3, 1, 1};
  Block = {1, 1, 1};
  run("__global__ void k(int *flag) {\n"
      "  if (blockIdx.x == 2) atomicExch(flag, 1);\n"
      "  else while (atomicAdd(flag, 0) == 0) {}\n"
      "}\n");
  EXPECT_TRUE(Result.Finished);
  EXPECT_TRUE(Result.Events.empty());
}

TEST_F(MachineTest, AnEndlessWaitIsGivenUp) {
  run("__global__ void k(int *flag) { while (atomicAdd(flag, 0) == 0) {} }\n", {}, 5000);
  EXPECT_FALSE(Result.Finished);
  ASSERT_EQ(Result.Events.size(), 1u);
  EXPECT_EQ(Result.Events[0].Kind, EventKind::GaveUp);
  EXPECT_LE(Result.Accesses, 10000u);
}

TEST_F(MachineTest, OutputOfPrintf) {
  Block = {2, 1, 1};
  run("__global__ void k(int *out) {\n"
      "  printf(\"%d %5.2f %s %c 100%% %lld\\n\", threadIdx.x, 1.5f, \"text\", 'x', 1ll << 40);\n"
      "}\n");
  EXPECT_EQ(Result.Output, "0  1.50 text x 100% 1099511627776\n"
                           "1  1.50 text x 100% 1099511627776\n");
}

TEST_F(MachineTest, AccessesAreCounted) {
  run("__global__ void k(int *out) { out[threadIdx.x] = out[threadIdx.x + 1]; }\n");
  EXPECT_EQ(Result.Accesses, 64u);
}

} // namespace
