// SPDX-License-Identifier: Apache-2.0
#include "frontend/Program.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace cudafix;
using namespace cudafix::frontend;

namespace {

/// Parses `Text` as /unit.cu, over the machine's files.
class ProgramTest : public testing::Test {
protected:
  llvm::Expected<std::unique_ptr<Program>> parse(llvm::StringRef Text,
                                                 std::vector<std::string> Args = {}) {
    auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
    Memory->addFile("/unit.cu", 0, llvm::MemoryBuffer::getMemBufferCopy(Text));
    auto FS = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
        llvm::vfs::createPhysicalFileSystem());
    FS->pushOverlay(Memory);
    Options Opts;
    Opts.NoCache = true;
    Opts.NoToolkit = true;
    return Program::parse({"/unit.cu", "/", std::move(Args), {}}, Opts, FS);
  }
  std::unique_ptr<Program> good(llvm::StringRef Text, std::vector<std::string> Args = {}) {
    auto P = parse(Text, std::move(Args));
    if (!P) {
      ADD_FAILURE() << llvm::toString(P.takeError());
      return nullptr;
    }
    EXPECT_EQ((*P)->diagnostics(), std::vector<std::string>{});
    EXPECT_FALSE(llvm::verifyModule((*P)->deviceModule()));
    return std::move(*P);
  }
  std::string failure(llvm::StringRef Text) {
    auto P = parse(Text);
    return P ? "" : llvm::toString(P.takeError());
  }
  static unsigned calls(llvm::Function &F, llvm::StringRef Callee) {
    return llvm::count_if(llvm::instructions(F), [&](llvm::Instruction &I) {
      auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
      return Call && Call->getCalledFunction() && Call->getCalledFunction()->getName() == Callee;
    });
  }
};

TEST_F(ProgramTest, InlinesDeviceFunctionsAndKeepsRecursion) {
  auto P = good(R"(
    __device__ __noinline__ int twice(int x) { return 2 * x; }
    __device__ int down(int n) { return n ? down(n - 1) + 1 : 0; }
    __global__ void k(int *a) { a[threadIdx.x] = twice(a[0]) + down(a[1]); __syncthreads(); })");
  ASSERT_TRUE(P);
  ASSERT_EQ(P->kernels().size(), 1u);
  llvm::Function &F = *P->kernels()[0].Function;
  EXPECT_EQ(calls(F, "_Z5twicei"), 0u);
  EXPECT_EQ(calls(F, "_Z4downi"), 1u);
  EXPECT_EQ(calls(F, "llvm.nvvm.barrier.cta.sync.aligned.all"), 1u);
}

TEST_F(ProgramTest, ListsEachInstantiationInSourceOrder) {
  auto P = good(R"(
    template <int N> __global__ void t(int *a) { a[N] = N; }
    __global__ void last(int *a) { *a = 1; }
    void f(int *a) { t<2><<<1, 1>>>(a); t<1><<<1, 1>>>(a); last<<<1, 1>>>(a); }
    template <int N> __global__ void never(int *a) { a[N] = N; })");
  ASSERT_TRUE(P);
  std::vector<std::string> Names;
  for (KernelUnit &K : P->kernels())
    Names.push_back(K.Function->getName().str());
  // What nothing instantiates is instantiated with customary arguments.
  EXPECT_EQ(Names, (std::vector<std::string>{"_Z1tILi1EEvPi", "_Z1tILi2EEvPi", "_Z4lastPi",
                                             "_Z5neverILi4EEvPi", "_Z5neverILi8EEvPi"}));
  EXPECT_TRUE(P->unreadKernels().empty());
}

TEST_F(ProgramTest, AtomicsAreInstructionsWithTheirScope) {
  auto P = good(R"(
    __global__ void k(int *a, float *f) {
      atomicAdd(a, 1); atomicMax_block(a, 2); atomicAdd_system(f, 1.0f); atomicCAS(a, 1, 2); })");
  ASSERT_TRUE(P);
  ASSERT_EQ(P->kernels().size(), 1u);
  llvm::LLVMContext &Ctx = P->deviceModule().getContext();
  std::vector<llvm::SyncScope::ID> Scopes;
  for (llvm::Instruction &I : llvm::instructions(*P->kernels()[0].Function))
    if (I.isAtomic())
      Scopes.push_back(*llvm::getAtomicSyncScopeID(&I));
  auto Device = Ctx.getOrInsertSyncScopeID("device"), Block = Ctx.getOrInsertSyncScopeID("block");
  EXPECT_EQ(Scopes,
            (std::vector<llvm::SyncScope::ID>{Device, Block, llvm::SyncScope::System, Device}));
}

TEST_F(ProgramTest, BrokenHostCodeDoesNotCostKernels) {
  auto P = parse(R"(
    #include "missing.h"
    __global__ void good(int *a) { a[threadIdx.x] = 1; }
    __global__ void bad(int *a) { a[0] = undeclared; }
    void host() { alsoUndeclared(); good<<<1, 32>>>(nullptr); })");
  ASSERT_TRUE(bool(P)) << llvm::toString(P.takeError());
  EXPECT_TRUE((*P)->partial());
  EXPECT_EQ((*P)->diagnostics().size(), 3u);
  EXPECT_EQ((*P)->kernels().size(), 1u);
  ASSERT_EQ((*P)->unreadKernels().size(), 1u);
  EXPECT_EQ((*P)->unreadKernels()[0].Name, "bad");
}

TEST_F(ProgramTest, CooperativeGroupsBecomeBarriers) {
  auto P = good(R"(
    #include <cooperative_groups.h>
    namespace cg = cooperative_groups;
    __global__ void k() {
      auto b = cg::this_thread_block(); b.sync();
      auto t = cg::tiled_partition<8>(b); t.sync();
      cg::this_grid().sync(); cg::coalesced_threads().sync(); })");
  ASSERT_TRUE(P);
  ASSERT_EQ(P->kernels().size(), 1u);
  llvm::Function &F = *P->kernels()[0].Function;
  EXPECT_EQ(calls(F, "llvm.nvvm.barrier.cta.sync.aligned.all"), 1u);
  EXPECT_EQ(calls(F, "__cudafix_tile_sync"), 1u);
  EXPECT_EQ(calls(F, "__cudafix_grid_sync"), 1u);
  EXPECT_EQ(calls(F, "__cudafix_coalesced_sync"), 1u);
}

TEST_F(ProgramTest, LaunchesReadAsPlainValues) {
  auto P = good(R"(
    __global__ void k() {}
    void f(int n) { dim3 g; g.x = (n + 255) / 256; k<<<g, 256>>>(); })");
  ASSERT_TRUE(P);
  llvm::Module *M = P->hostModule();
  ASSERT_TRUE(M);
  llvm::Function *Push = M->getFunction("__cudafix_push");
  ASSERT_TRUE(Push);
  ASSERT_TRUE(Push->hasOneUse());
  auto *Call = llvm::cast<llvm::CallBase>(*Push->user_begin());
  EXPECT_TRUE(llvm::isa<llvm::BinaryOperator>(Call->getArgOperand(0)));
  EXPECT_EQ(llvm::cast<llvm::ConstantInt>(Call->getArgOperand(3))->getZExtValue(), 256u);
}

TEST_F(ProgramTest, ParsesLegacyAndLibraryCode) {
  good(R"(
    #include <cutil.h>
    #include <cuda_fp16.h>
    #include <curand_kernel.h>
    texture<float4, 2, cudaReadModeElementType> tex;
    __global__ void k(float4 *o, half *h, curandState *s) {
      o[0] = tex2D(tex, 1.f, 2.f); h[0] = __hadd(h[1], h[2]); o[1].x = curand_uniform(s); }
    void f(float4 *p) { cudaBindTexture(0, tex, p, 16); CUDA_SAFE_CALL(cudaThreadSynchronize()); })");
}

TEST_F(ProgramTest, NamesUnreadableInput) {
  EXPECT_NE(failure("").find("/unit.cu: the file is empty"), std::string::npos);
  EXPECT_NE(failure(llvm::StringRef("\x7f"
                                    "ELF\0\0",
                                    6))
                .find("not a text file"),
            std::string::npos);
  Options Opts;
  auto Missing = Program::parse({"/no/such.cu", "/", {}, {}}, Opts);
  ASSERT_FALSE(bool(Missing));
  EXPECT_NE(llvm::toString(Missing.takeError()).find("/no/such.cu"), std::string::npos);
  auto Folder = Program::parse({"/tmp", "/", {}, {}}, Opts);
  ASSERT_FALSE(bool(Folder));
  EXPECT_NE(llvm::toString(Folder.takeError()).find("is a directory"), std::string::npos);
}

TEST_F(ProgramTest, KnowsTheArchitectures) {
  auto P = good("__global__ void k(int *a) {\n#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ != "
                "700\n#error\n#endif\n}",
                {"--cuda-gpu-arch=sm_60", "--cuda-gpu-arch=sm_70"});
  ASSERT_TRUE(P);
  EXPECT_EQ(P->archs(), (std::vector<std::string>{"sm_60", "sm_70"}));
}

TEST_F(ProgramTest, GivesTheTextItParsed) {
  auto P = good("__global__ void k() {}\n");
  ASSERT_TRUE(P);
  auto Text = P->contents("/unit.cu");
  ASSERT_TRUE(bool(Text));
  EXPECT_EQ(*Text, "__global__ void k() {}\n");
}

} // namespace
