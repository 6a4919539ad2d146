// SPDX-License-Identifier: Apache-2.0

#include "simulate/Replay.h"
#include "Parsed.h"

using namespace cudafix;
using namespace cudafix::simulate;
using cudafix::test::parse;

namespace {

/// A finding between two accesses of the kernel, with the witness' dimensions.
Finding between(AccessId A, AccessId B, uint64_t Block, uint64_t Grid, Witness::Thread T1,
                Witness::Thread T2) {
  Finding F;
  F.Accesses = {A, B};
  Witness W;
  W.BlockDim = {Block, 1, 1};
  W.GridDim = {Grid, 1, 1};
  W.Threads = {T1, T2};
  F.Example = W;
  return F;
}

Witness::Thread at(uint64_t Block, uint64_t Thread) {
  Witness::Thread T;
  T.Block = {Block, 0, 0};
  T.Thread = {Thread, 0, 0};
  return T;
}

AccessId find(const Kernel &K, AccessKind Kind, llvm::StringRef Text) {
  for (const Access &A : K.Accesses)
    if (A.Kind == Kind && A.Text == Text)
      return A.Id;
  ADD_FAILURE() << "no access " << Text.str();
  return 0;
}

TEST(ReplayTest, ARaceHappens) {
  auto P = parse("__global__ void k(int *out) {\n"
                 "  __shared__ int s[64];\n"
                 "  s[threadIdx.x] = 1;\n"
                 "  out[threadIdx.x] = s[63 - threadIdx.x];\n"
                 "}\n");
  frontend::KernelUnit &K = P->kernels().front();
  AccessId Write = find(K.Model, AccessKind::Write, "s[threadIdx.x]");
  AccessId Read = find(K.Model, AccessKind::Read, "s[63 - threadIdx.x]");
  Replayer R(P->deviceModule(), K);
  EXPECT_EQ(R.replay(between(Write, Read, 64, 1, at(0, 3), at(0, 60))).What, Replayed::Reproduced);
  // One thread has nobody to race with.
  EXPECT_EQ(R.replay(between(Write, Read, 1, 1, at(0, 0), at(0, 0))).What, Replayed::NotReproduced);
}

TEST(ReplayTest, ABarrierBetweenThemPreventsIt) {
  auto P = parse("__global__ void k(int *out) {\n"
                 "  __shared__ int s[64];\n"
                 "  s[threadIdx.x] = 1;\n"
                 "  __syncthreads();\n"
                 "  out[threadIdx.x] = s[63 - threadIdx.x];\n"
                 "}\n");
  frontend::KernelUnit &K = P->kernels().front();
  AccessId Write = find(K.Model, AccessKind::Write, "s[threadIdx.x]");
  AccessId Read = find(K.Model, AccessKind::Read, "s[63 - threadIdx.x]");
  Replayer R(P->deviceModule(), K);
  EXPECT_EQ(R.replay(between(Write, Read, 64, 1, at(0, 3), at(0, 60))).What,
            Replayed::NotReproduced);
}

TEST(ReplayTest, ParametersAndDistantBlocksOfTheWitnessAreUsed) {
  auto P = parse("__global__ void k(int *a, int n) {\n"
                 "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                 "  if (n == 77)\n"
                 "    a[i % 50000] = i;\n"
                 "}\n");
  frontend::KernelUnit &K = P->kernels().front();
  Replayer R(P->deviceModule(), K);
  Finding F = between(0, 0, 100, 2000, at(0, 5), at(500, 5));
  F.InterBlock = true;
  F.Example->Values = {{1, "n", 77}};
  EXPECT_EQ(R.replay(F).What, Replayed::Reproduced);
  F.Example->Values = {{1, "n", 78}};
  EXPECT_EQ(R.replay(F).What, Replayed::NotReproduced);
}

TEST(ReplayTest, ADivergentBarrierIsMissed) {
  auto P = parse("__global__ void k(int *a, int n) {\n"
                 "  if (threadIdx.x < n)\n"
                 "    __syncthreads();\n"
                 "  a[threadIdx.x] = 1;\n"
                 "}\n");
  frontend::KernelUnit &K = P->kernels().front();
  Replayer R(P->deviceModule(), K);
  Finding F = between(0, 0, 64, 1, at(0, 0), at(0, 40));
  F.Accesses.clear();
  F.Barriers = {0};
  F.Example->Values = {{1, "n", 20}};
  EXPECT_EQ(R.replay(F).What, Replayed::Reproduced);
  F.Example->Values = {{1, "n", 64}};
  EXPECT_EQ(R.replay(F).What, Replayed::NotReproduced);
}

TEST(ReplayTest, MembersOfParametersAreUsed) {
  auto P = parse("struct S { int n, m; };\n"
                 "__global__ void k(int *a, S s) {\n"
                 "  if (s.m == 77)\n"
                 "    a[0] = threadIdx.x;\n"
                 "}\n");
  frontend::KernelUnit &K = P->kernels().front();
  Replayer R(P->deviceModule(), K);
  Finding F = between(0, 0, 64, 1, at(0, 0), at(0, 40));
  F.Example->Values = {{1, "s.m", 77}};
  EXPECT_EQ(R.replay(F).What, Replayed::Reproduced);
  F.Example->Values = {{1, "s.m", 78}};
  EXPECT_EQ(R.replay(F).What, Replayed::NotReproduced);
}

TEST(ReplayTest, TheThreadsAreOfTheSameClass) {
  auto P = parse("__global__ void k(int *a) { a[threadIdx.x / 2] = threadIdx.x; }\n");
  frontend::KernelUnit &K = P->kernels().front();
  Replayer R(P->deviceModule(), K);
  Finding F = between(0, 0, 64, 1, at(0, 0), at(0, 1));
  EXPECT_EQ(R.replay(F).What, Replayed::NotReproduced) << "lanes of one warp only";
  F.SameWarp = true;
  EXPECT_EQ(R.replay(F).What, Replayed::Reproduced);
}

TEST(ReplayTest, AReaderAmongManyIsSeen) {
  auto P = parse("__global__ void k(float *row) {\n"
                 "  __shared__ float sum;\n"
                 "  if (threadIdx.x == 0)\n"
                 "    sum = row[0];\n"
                 "  row[threadIdx.x] = sum;\n"
                 "}\n");
  frontend::KernelUnit &K = P->kernels().front();
  Replayer R(P->deviceModule(), K);
  EXPECT_EQ(R.replay(between(find(K.Model, AccessKind::Write, "sum"),
                             find(K.Model, AccessKind::Read, "sum"), 256, 1, at(0, 0), at(0, 32)))
                .What,
            Replayed::Reproduced);
}

TEST(ReplayTest, LoopsWithoutAccessesEnd) {
  auto P = parse("__global__ void k(unsigned *a, unsigned n) {\n"
                 "  unsigned x = threadIdx.x;\n"
                 "  for (unsigned i = 0; i < n; ++i)\n"
                 "    x = x * x + (x >> 3);\n"
                 "  a[0] = x;\n"
                 "}\n");
  frontend::KernelUnit &K = P->kernels().front();
  Replayer R(P->deviceModule(), K);
  Finding F = between(0, 0, 64, 1, at(0, 0), at(0, 40));
  F.Example->Values = {{1, "n", -1}};
  ReplayResult Result = R.replay(F);
  EXPECT_EQ(Result.What, Replayed::NotSupported);
  EXPECT_EQ(Result.Reason, "more than 2000000 accesses");
  F.Example->Values = {{1, "n", 10}};
  EXPECT_EQ(R.replay(F).What, Replayed::Reproduced);
}

TEST(ReplayTest, ABarrierThatLeavingThreadsMiss) {
  auto P = parse("__global__ void k(int *a) {\n"
                 "  if (threadIdx.x < 20) {\n"
                 "    a[threadIdx.x] = 1;\n"
                 "    __syncthreads();\n"
                 "  }\n"
                 "}\n");
  frontend::KernelUnit &K = P->kernels().front();
  Replayer R(P->deviceModule(), K);
  Finding F = between(0, 0, 64, 1, at(0, 0), at(0, 40));
  F.Accesses.clear();
  F.Barriers = {0};
  F.Severity = Level::Error;
  EXPECT_EQ(R.replay(F).What, Replayed::Reproduced);
  // Other threads that leave are another finding.
  F.Example->Threads[1] = at(0, 1);
  EXPECT_EQ(R.replay(F).What, Replayed::NotReproduced);
}

TEST(ReplayTest, AllBlocksOfASmallGridRunInTheEnd) {
  auto P = parse("__global__ void k(int *partial, unsigned *ticket, int *out) {\n"
                 "  partial[blockIdx.x] = blockIdx.x + 1;\n"
                 "  if (atomicAdd(ticket, 1) == gridDim.x - 1)\n"
                 "    *out = partial[1];\n"
                 "}\n");
  frontend::KernelUnit &K = P->kernels().front();
  AccessId Write = find(K.Model, AccessKind::Write, "partial[blockIdx.x]");
  AccessId Read = find(K.Model, AccessKind::Read, "partial[1]");
  // Of four blocks the last one draws number 3, which two alone never come to.
  Finding F = between(Write, Read, 1, 4, at(1, 0), at(3, 0));
  F.InterBlock = true;
  EXPECT_EQ(Replayer(P->deviceModule(), K).replay(F).What, Replayed::Reproduced);
  ReplayOptions Few;
  Few.Attempts = 5;
  EXPECT_EQ(Replayer(P->deviceModule(), K, Few).replay(F).What, Replayed::NotReproduced);
}

TEST(ReplayTest, SaysWhatItCannotRun) {
  auto P = parse("extern __device__ int elsewhere(int *);\n"
                 "__global__ void k(int *a) { a[0] = elsewhere(a); }\n");
  frontend::KernelUnit &K = P->kernels().front();
  Replayer R(P->deviceModule(), K);
  ReplayResult Result = R.replay(between(0, 0, 64, 1, at(0, 0), at(0, 1)));
  EXPECT_EQ(Result.What, Replayed::NotSupported);
  EXPECT_EQ(Result.Reason,
            "/t.cu:2: not supported: call of elsewhere(int*), which has no body here");
}

TEST(ReplayTest, FindingsWithoutThreadsAreRefused) {
  auto P = parse("__global__ void k(int *a) { a[0] = 1; }\n");
  Replayer R(P->deviceModule(), P->kernels().front());
  EXPECT_EQ(R.replay(Finding()).What, Replayed::NotSupported);
}

} // namespace
