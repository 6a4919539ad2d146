// SPDX-License-Identifier: Apache-2.0
//
// Kernel models of small sources, looked at through the printer.

#include "frontend/Program.h"
#include "model/Print.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace cudafix;
using namespace cudafix::frontend;

namespace {
struct ModelTest : testing::Test {
  /// The only kernel of a source.
  KernelUnit &model(llvm::StringRef Source) {
    auto FS = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
    FS->addFile("/t.cu", 0, llvm::MemoryBuffer::getMemBufferCopy(Source));
    auto Over =
        llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(llvm::vfs::getRealFileSystem());
    Over->pushOverlay(FS);
    CompileCommand Cmd;
    Cmd.File = "/t.cu";
    Cmd.Directory = "/";
    auto Parsed = Program::parse(Cmd, Opts, Over);
    if (!Parsed)
      ADD_FAILURE() << llvm::toString(Parsed.takeError());
    P = std::move(*Parsed);
    EXPECT_TRUE(P->diagnostics().empty());
    EXPECT_EQ(P->kernels().size(), 1u);
    return P->kernels()[0];
  }
  static std::string text(const Kernel &K) {
    std::string Out;
    llvm::raw_string_ostream OS(Out);
    print(OS, K);
    return Out;
  }
  static std::string offset(const Kernel &K, unsigned Access) {
    return K.Ctx->toString(K.Accesses[Access].Offset);
  }
  Options Opts;
  std::unique_ptr<Program> P;
};
} // namespace

#define EXPECT_HAS(Text, Part)                                                                     \
  EXPECT_NE((Text).find(Part), std::string::npos) << "no \"" << (Part) << "\" in\n" << (Text)

TEST_F(ModelTest, AccessesAndGuards) {
  Kernel &K = model(R"(__global__ void k(const int *in, int *out, int n) {
    __shared__ int tile[32][33];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
      tile[threadIdx.y][threadIdx.x] = in[i];
    __syncthreads();
    out[i] += tile[threadIdx.x][threadIdx.y];
  })")
                  .Model;
  ASSERT_EQ(K.Accesses.size(), 5u);
  EXPECT_EQ(offset(K, 0), "(threadIdx.x + blockDim.x * blockIdx.x) * 4");
  EXPECT_EQ(offset(K, 1), "threadIdx.y * 132 + threadIdx.x * 4");
  EXPECT_EQ(K.Accesses[1].Text, "tile[threadIdx.y][threadIdx.x]");
  EXPECT_EQ(K.Accesses[1].Loc.Line, 5u);
  EXPECT_EQ(K.array(K.Accesses[1].Array).Where, Space::Shared);
  EXPECT_EQ(K.array(K.Accesses[1].Array).Bytes, 32u * 33 * 4);
  EXPECT_EQ(K.Accesses[4].Kind, AccessKind::Write);
  EXPECT_EQ(K.Accesses[4].Partner, 3u);
  ASSERT_EQ(K.Barriers.size(), 1u);
  EXPECT_EQ(K.Barriers[0].Kind, BarrierKind::Block);
  ASSERT_EQ(K.Nodes[0].Succs.size(), 2u);
  EXPECT_TRUE(K.Nodes[0].Succs[0].Divergent);
}

TEST_F(ModelTest, AffineLoopAndTripCount) {
  Kernel &K = model(R"(__global__ void k(int *a, int n) {
    for (int i = threadIdx.x; i < n; i += 4)
      a[i] = 1;
    for (int i = 0; i < n; ++i)
      a[i] = 2;
  })")
                  .Model;
  ASSERT_EQ(K.Loops.size(), 2u);
  EXPECT_EQ(K.Loops[0].Kind, LoopKind::Affine);
  EXPECT_FALSE(K.Loops[0].UniformTrip);
  EXPECT_TRUE(K.Loops[1].UniformTrip);
  EXPECT_EQ(offset(K, 0), "(threadIdx.x + iteration * 4) * 4");
  EXPECT_EQ(K.Ctx->toString(K.Loops[1].TripCount), "0 < n ? n : 0");
}

TEST_F(ModelTest, HalvingLoop) {
  Kernel &K = model(R"(__global__ void k(int *a) {
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
      if (threadIdx.x < s)
        a[threadIdx.x] += a[threadIdx.x + s];
      __syncthreads();
    }
  })")
                  .Model;
  EXPECT_EQ(K.Loops[0].Kind, LoopKind::Geometric);
  EXPECT_TRUE(K.Loops[0].UniformTrip);
  EXPECT_EQ(offset(K, 0), "(threadIdx.x + (blockDim.x / 2 >> iteration)) * 4");
}

TEST_F(ModelTest, PingPongPointers) {
  Kernel &K = model(R"(__global__ void k(int *g, int n) {
    __shared__ int a[64], b[64];
    int *from = a, *to = b;
    for (int i = 0; i < n; ++i) {
      to[threadIdx.x] = from[threadIdx.x];
      __syncthreads();
      int *t = from; from = to; to = t;
    }
    g[threadIdx.x] = from[0];
  })")
                  .Model;
  std::string T = text(K);
  EXPECT_HAS(T, "read 0: a[threadIdx.x * 4, +4] if iteration % 2 == 0");
  EXPECT_HAS(T, "read 1: b[threadIdx.x * 4, +4] if iteration % 2 != 0");
}

TEST_F(ModelTest, ValuesAfterALoopUseItsTripCount) {
  Kernel &K = model(R"(__global__ void k(int *a, const int *b, int n) {
    int i = 0;
    while (b[i] != 0)
      ++i;
    a[i] = 1;
    int j = 0;
    for (; j < n; ++j)
      ;
    a[j] = 2;
  })")
                  .Model;
  EXPECT_EQ(offset(K, 1), "trips * 4");
  EXPECT_EQ(offset(K, 2), "(0 < n ? n : 0) * 4");
}

TEST_F(ModelTest, EarlyReturnAndConvergence) {
  Kernel &K = model(R"(__global__ void k(int *a, int n) {
    if (threadIdx.x >= n)
      return;
    a[threadIdx.x] = 1;
    __syncthreads();
    a[threadIdx.x + 1] = 2;
  })")
                  .Model;
  EXPECT_TRUE(K.Nodes[K.Barriers[0].Node].Convergent);
  bool Early = false;
  for (const Node &N : K.Nodes)
    for (const Edge &E : N.Succs)
      Early |= E.EarlyReturn;
  EXPECT_TRUE(Early);
  for (const Slot &S : K.Slots)
    EXPECT_EQ(S.Convergent, S.Loc.Line == 2) << S.Loc.Line;
}

TEST_F(ModelTest, AssertsAreKnown) {
  Kernel &K = model(R"(#include <assert.h>
  __global__ void k(int *a, int n) {
    assert(n < 4);
    __builtin_assume(blockDim.x == 64);
    a[threadIdx.x] = n;
    __syncthreads();
  })")
                  .Model;
  ASSERT_EQ(K.Assumptions.size(), 2u);
  EXPECT_EQ(K.Ctx->toString(K.Assumptions[0].Cond), "n < 4");
  EXPECT_EQ(K.Ctx->toString(K.Assumptions[1].Cond), "blockDim.x == 64");
  EXPECT_TRUE(K.Nodes[K.Barriers[0].Node].Convergent);
  EXPECT_TRUE(K.Gaps.empty());
}

TEST_F(ModelTest, AtomicsAndScopes) {
  Kernel &K = model(R"(__global__ void k(int *a) {
    atomicAdd(&a[1], 2);
    atomicMax_block(a, 3);
    atomicCAS_system(a + 2, 0, 1);
    __threadfence();
  })")
                  .Model;
  ASSERT_EQ(K.Accesses.size(), 3u);
  EXPECT_EQ(K.Accesses[0].Atomic, AtomicOp::Add);
  EXPECT_EQ(K.Accesses[0].Scope, AtomicScope::Device);
  EXPECT_EQ(K.Accesses[0].Text, "atomicAdd(&a[1], 2)");
  EXPECT_EQ(K.Accesses[1].Scope, AtomicScope::Block);
  EXPECT_EQ(K.Accesses[2].Atomic, AtomicOp::Cas);
  EXPECT_EQ(K.Accesses[2].Scope, AtomicScope::System);
  EXPECT_HAS(text(K), "fence device");
}

TEST_F(ModelTest, DeviceFunctionsHaveACallChain) {
  Kernel &K = model(R"(__device__ void put(int *p, int i) {
    p[i] = 1;
    __syncthreads();
  }
  __global__ void k(int *a) {
    put(a, threadIdx.x);
    put(a + 4, 2);
  })")
                  .Model;
  ASSERT_EQ(K.Accesses.size(), 2u);
  ASSERT_EQ(K.Accesses[0].CallChain.size(), 1u);
  EXPECT_EQ(K.Accesses[0].CallChain[0].Line, 6u);
  EXPECT_EQ(K.Accesses[1].CallChain[0].Line, 7u);
  EXPECT_EQ(offset(K, 1), "24");
  EXPECT_EQ(K.Barriers.size(), 2u);
}

TEST_F(ModelTest, StructsAndLoadedPointers) {
  Kernel &K = model(R"(struct S { float *x; int n; };
  __global__ void k(S s, S *t, float **rows) {
    s.x[s.n] = 1;
    t->x[threadIdx.x] = 2;
    rows[threadIdx.x][0] = 3;
  })")
                  .Model;
  std::string T = text(K);
  EXPECT_HAS(T, "write 0: s.x[s.n * 4, +4]");
  EXPECT_HAS(T, "write 2: t->x[threadIdx.x * 4, +4]");
  EXPECT_HAS(T, "rows[...] written unknown (pointer loaded from memory)");
}

TEST_F(ModelTest, UniformityOfLoads) {
  Kernel &K = model(R"(__global__ void k(int *g, const int *in) {
    __shared__ int s[32];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (s[0]) g[0] = 1;
    __syncthreads();
    s[threadIdx.x] = 2;
    if (s[1]) g[1] = 1;
    if (in[blockIdx.x]) g[2] = 1;
    if (in[threadIdx.x]) g[3] = 1;
  })")
                  .Model;
  auto Divergent = [&](unsigned Line) {
    for (const Node &N : K.Nodes)
      for (const Edge &E : N.Succs)
        if (E.Loc.Line == Line)
          return E.Divergent;
    ADD_FAILURE() << "no branch in line " << Line;
    return false;
  };
  EXPECT_FALSE(Divergent(5));
  EXPECT_TRUE(Divergent(8)); // written in the same phase
  EXPECT_FALSE(Divergent(9));
  EXPECT_TRUE(Divergent(10));
}

TEST_F(ModelTest, GapsAreNamed) {
  Kernel &K = model(R"(__device__ int other(int *);
  __global__ void k(int *a, int (*f)(int)) {
    a[0] = other(a);
    a[1] = f(2); // no function has its address taken
    asm volatile("tex.1d.v4.s32.s32 {%0, _, _, _}, [%1, {%0}];" : "+r"(*a) : "l"(a));
    asm volatile("bar.sync 1, 32;");
  })")
                  .Model;
  ASSERT_EQ(K.Gaps.size(), 4u);
  EXPECT_EQ(K.Gaps[0].Reason, "call of a function defined elsewhere: other(int*)");
  EXPECT_EQ(K.Gaps[1].Reason, "indirect call");
  EXPECT_FALSE(K.Gaps[2].MaySynchronize);
  EXPECT_TRUE(K.Gaps[3].MaySynchronize);
  EXPECT_EQ(K.Gaps[3].Loc.Line, 6u);
}

TEST_F(ModelTest, SlotsStandBeforeTheirStatement) {
  KernelUnit &U = model(R"(__global__ void k(int *a, int n) {
    a[0] = 1;
    for (int i = 0; i < n; ++i) {
      a[i] = 2;
      if (i > 2) {
        a[1] = 3;
      }
    }
    a[2] = 4;
  })");
  const Kernel &K = U.Model;
  std::string Lines;
  for (const Slot &S : K.Slots)
    Lines += std::to_string(S.Loc.Line) + (S.Depth ? "*" : "") + " ";
  EXPECT_EQ(Lines, "2 3 4* 5* 6* 7* 8* 9 10 ");
  ASSERT_EQ(U.SlotInst.size(), K.Slots.size());
  // The end of the loop body is in front of its increment.
  EXPECT_EQ(U.SlotAt[6].Before, nullptr);
  EXPECT_NE(U.SlotAt[6].Parent, nullptr);
}

TEST_F(ModelTest, BlellochOffsetAfterTheUpSweep) {
  Kernel &K = model(R"(__global__ void k(int *a, int n) {
    int offset = 1;
    for (int d = n >> 1; d > 0; d >>= 1)
      offset *= 2;
    a[offset] = 1;
  })")
                  .Model;
  EXPECT_EQ(offset(K, 0), "(1 << trips) * 4");
  ASSERT_EQ(K.Assumptions.size(), 2u);
  EXPECT_EQ(K.Ctx->toString(K.Assumptions[0].Cond),
            "n >> 1 >> trips < 1 && (trips == 0 || 0 < n >> 1 >> trips - 1)");
  EXPECT_EQ(K.Ctx->toString(K.Assumptions[1].Cond), "0 < n >> 1"); // in the loop
}

TEST_F(ModelTest, CeilingHalves) {
  Kernel &K = model(R"(__global__ void k(int *a) {
    int j = blockDim.x;
    while (j > 1) {
      j = (j + 1) / 2;
      a[j] = 1;
    }
  })")
                  .Model;
  EXPECT_EQ(K.Loops[0].Kind, LoopKind::Geometric);
  // After one step of 5: 3, then 2, then 1.
  Expr Offset = K.Accesses[0].Offset;
  std::string Values;
  for (uint64_t It = 0; It < 3; ++It) {
    auto V = K.Ctx->evaluate(Offset, [&](Expr E, llvm::ArrayRef<uint64_t>) {
      bool IsDim = K.Ctx->symbol(E->symbol()).Kind == SymbolKind::BlockDim;
      return std::optional<uint64_t>(IsDim ? 5 : It);
    });
    Values += std::to_string(*V / 4) + " ";
  }
  EXPECT_EQ(Values, "3 2 1 ");
}

TEST_F(ModelTest, LoadsOfOneVersionAreOneFunction) {
  Kernel &K = model(R"(__global__ void k(int *out) {
    __shared__ int s[8][8];
    unsigned y = threadIdx.y, x = threadIdx.x;
    s[y][x] = x;
    __syncthreads();
    for (unsigned i = 0; i < 8; ++i) {
      if (s[y][x] == 0 && s[y][i] != 0)
        s[y][x] = i;
      __syncthreads();
    }
  })")
                  .Model;
  auto Function = [&](unsigned Access) {
    for (const Node &N : K.Nodes)
      for (const Edge &E : N.Succs)
        if (N.Id == K.Accesses[Access].Node && N.Succs.size() == 2)
          return E.Cond->arg(0)->op() == Op::Apply ? E.Cond->arg(0) : E.Cond->arg(0)->arg(0);
    return Expr();
  };
  ASSERT_EQ(K.Accesses.size(), 4u);
  ASSERT_TRUE(Function(1) && Function(2));
  EXPECT_EQ(Function(1)->symbol(), Function(2)->symbol());
  EXPECT_NE(Function(1)->arg(0), Function(2)->arg(0));
}

TEST_F(ModelTest, IndirectCallsAreChoices) {
  Kernel &K = model(R"(__device__ void one(int *p) { p[0] = 1; }
  __device__ void two(int *p) { p[1] = 2; }
  typedef void (*F)(int *);
  __device__ F table[2] = {one, two};
  __global__ void k(int *a, int i) { table[i](a); })")
                  .Model;
  EXPECT_TRUE(K.Gaps.empty());
  ASSERT_EQ(K.Accesses.size(), 3u);
  EXPECT_EQ(offset(K, 1), "0");
  EXPECT_EQ(offset(K, 2), "4");
}

TEST_F(ModelTest, IndexArithmeticDoesNotWrap) {
  const char *Source = R"(__global__ void k(int *a, int n) {
    unsigned hash = threadIdx.x * 2654435761u;
    a[blockIdx.x * n] = 1;
    a[hash % 64] = 2;
  })";
  auto Flags = [&](unsigned Access) {
    const Kernel &K = P->kernels()[0].Model;
    uint8_t F = 0;
    ExprContext::visit(K.Accesses[Access].Offset, [&](Expr E) {
      if (E->op() == Op::Mul && E->width() == 32)
        F = E->flags();
    });
    return F;
  };
  model(Source);
  EXPECT_TRUE(Flags(0) & NSW);
  EXPECT_FALSE(Flags(1) & NSW);
  Opts.AssumeWideGrid = true;
  model(Source);
  EXPECT_FALSE(Flags(0) & NSW);
}
