// SPDX-License-Identifier: Apache-2.0

#include "host/Launches.h"
#include "host/Assume.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace cudafix;

namespace {

class HostLaunches : public ::testing::Test {
protected:
  Options Opts;
  std::unique_ptr<frontend::Program> P;
  std::vector<std::string> Problems;

  /// The launches of the first kernel of `Code`.
  std::vector<Launch> launches(llvm::StringRef Code) {
    auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
    Memory->addFile("/test/a.cu", 0, llvm::MemoryBuffer::getMemBufferCopy(Code));
    auto FS = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
        llvm::vfs::createPhysicalFileSystem());
    FS->pushOverlay(Memory);
    auto Parsed = frontend::Program::parse({"/test/a.cu", "/", {}, {}}, Opts, FS);
    if (!Parsed) {
      ADD_FAILURE() << llvm::toString(Parsed.takeError());
      return {};
    }
    P = std::move(*Parsed);
    for (const std::string &D : P->diagnostics())
      ADD_FAILURE() << D;
    if (P->kernels().empty()) {
      ADD_FAILURE() << "no kernel";
      return {};
    }
    host::LaunchTable Table(*P, Opts);
    auto L = Table.of(P->kernels().front());
    Problems = Table.problems();
    return L;
  }
  static std::string dims(const Expr (&D)[3]) {
    std::string S;
    for (unsigned I = 0; I < 3; ++I)
      S += (I ? "," : "") + (D[I] ? D[I]->isConst() ? std::to_string(D[I]->value()) : "expr" : "?");
    return S;
  }
  static std::vector<std::string> facts(const Launch &L) {
    std::vector<std::string> F;
    for (const Fact &X : L.Facts)
      F.push_back(X.Text);
    return F;
  }
};

constexpr const char *Source =
    "__global__ void k(int *a, int n, int m) { a[threadIdx.x] = n + m; }\n";

TEST_F(HostLaunches, ConstantDimensions) {
  auto L =
      launches(std::string(Source) + "void f(int *a, int n, int m) { k<<<4, 256>>>(a, n, m); }");
  ASSERT_EQ(L.size(), 1u);
  EXPECT_FALSE(L[0].Generic);
  EXPECT_EQ(dims(L[0].Grid), "4,1,1");
  EXPECT_EQ(dims(L[0].Block), "256,1,1");
  EXPECT_EQ(L[0].Loc.Line, 2u);
  EXPECT_EQ(L[0].SharedBytes->value(), 0u);
}

TEST_F(HostLaunches, MacrosConstantsAndDim3Members) {
  auto L = launches(std::string(Source) + R"(
#define TILE 16
const int Rows = 8;
constexpr int twice(int x) { return 2 * x; }
void f(int *a, int n, int m) {
  dim3 block(TILE, TILE / 2), grid;
  grid.x = twice(Rows);
  grid.y = 3;
  k<<<grid, block, TILE * sizeof(int)>>>(a, n, m);
})");
  ASSERT_EQ(L.size(), 1u);
  EXPECT_EQ(dims(L[0].Grid), "16,3,1");
  EXPECT_EQ(dims(L[0].Block), "16,8,1");
  EXPECT_EQ(L[0].SharedBytes->value(), 64u);
}

TEST_F(HostLaunches, ConditionallyChangedDimensionIsUnknown) {
  auto L = launches(std::string(Source) + R"(
void f(int *a, int n, int m) {
  int threads = 256;
  if (n > 100) threads = 512;
  k<<<1, threads>>>(a, n, m);
})");
  ASSERT_EQ(L.size(), 1u);
  EXPECT_EQ(dims(L[0].Block), "expr,1,1");
}

TEST_F(HostLaunches, CeilDivisionRelatesGridToArgument) {
  auto L = launches(std::string(Source) + R"(
void f(int *a, int n, int m) {
  int blocks = (n + 255) / 256;
  k<<<blocks, 256>>>(a, n, m);
})");
  ASSERT_EQ(L.size(), 1u);
  EXPECT_EQ(dims(L[0].Grid), "expr,1,1");
  ASSERT_EQ(L[0].Facts.size(), 1u);
  // The fact holds of gridDim.x = 4, n = 1000 and not of gridDim.x = 5.
  ExprContext &C = *P->kernels().front().Model.Ctx;
  for (uint64_t Grid : {4, 5}) {
    auto V = C.evaluate(L[0].Facts[0].Cond,
                        [&](Expr E, llvm::ArrayRef<uint64_t>) -> std::optional<uint64_t> {
                          return C.symbol(E->symbol()).Kind == SymbolKind::GridDim ? Grid : 1000;
                        });
    EXPECT_EQ(V, std::optional<uint64_t>(Grid == 4)) << L[0].Facts[0].Text;
  }
}

TEST_F(HostLaunches, ConstantAndEqualArgumentsAreFacts) {
  auto L = launches(std::string(Source) + "void f(int *a) { k<<<1, 32>>>(a, 100, 7); }");
  ASSERT_EQ(L.size(), 1u);
  EXPECT_EQ(facts(L[0]), (std::vector<std::string>{"n == 100", "m == 7"}));
  L = launches(std::string(Source) + "void f(int *a, int n) { k<<<1, 32>>>(a, n, n); }");
  EXPECT_EQ(L.at(0).Facts.size(), 1u);
}

TEST_F(HostLaunches, CountersOfLoopsThatAreOverAreNoFacts) {
  auto L = launches(std::string(Source) + R"(
void f(int *a, int n, float *host) {
  for (int i = 0; i < n; ++i)
    host[i] = i;
  k<<<1, 32>>>(a, n, 7);
})");
  ASSERT_EQ(L.size(), 1u);
  EXPECT_EQ(facts(L[0]), (std::vector<std::string>{"m == 7"}));
}

TEST_F(HostLaunches, TablesAndAllocationsAreFacts) {
  auto L = launches(std::string(Source) + R"(
void f(int *a, int rows) {
  const int blocks[] = {64, 128, 256};
  int *all;
  cudaMalloc((void **)&all, rows * 4L);
  for (int b : blocks)
    k<<<1, 32>>>(a, rows, b);
})");
  ASSERT_EQ(L.size(), 1u);
  std::vector<std::string> F = facts(L[0]);
  EXPECT_TRUE(llvm::is_contained(F, "0 < n"));
  EXPECT_TRUE(llvm::any_of(F, [](llvm::StringRef Text) {
    return llvm::all_of(llvm::ArrayRef{"m == 64", "m == 128", "m == 256"},
                        [&](llvm::StringRef One) { return Text.contains(One); });
  }));
}

TEST_F(HostLaunches, DominatingConditionsAreFacts) {
  auto L = launches(std::string(Source) + R"(
void f(int *a, int rows, int cols) {
  if (rows != cols) return;
  k<<<1, 32>>>(a, rows, cols);
})");
  ASSERT_EQ(L.size(), 1u);
  ASSERT_EQ(L[0].Facts.size(), 1u);
  EXPECT_TRUE(L[0].Facts[0].Text == "n == m" || L[0].Facts[0].Text == "m == n")
      << L[0].Facts[0].Text;
  EXPECT_EQ(L[0].Facts[0].Loc.Line, 4u);
}

TEST_F(HostLaunches, TemplatesPerInstantiation) {
  auto L = launches(R"(
template <int B> __global__ void k(int *a) { a[threadIdx.x] = B; }
template <int B> void f(int *a) { k<B><<<2, B>>>(a); }
void g(int *a) { f<64>(a); f<128>(a); }
)");
  ASSERT_EQ(L.size(), 1u);
  std::set<std::string> Blocks;
  for (frontend::KernelUnit &K : P->kernels()) {
    auto Of = host::LaunchTable(*P, Opts).of(K);
    ASSERT_EQ(Of.size(), 1u);
    Blocks.insert(K.Model.Name.substr(K.Model.Name.find('<')) + dims(Of[0].Block));
  }
  EXPECT_EQ(Blocks, (std::set<std::string>{"<128>128,1,1", "<64>64,1,1"}));
}

TEST_F(HostLaunches, RuntimeCallsFunctionPointersAndParentheses) {
  auto L = launches(std::string(Source) + R"(
void f(int *a, int n, int m) {
  void *args[] = {&a, &n, &m};
  cudaLaunchKernel((void *)k, dim3(3), dim3(64), args, 0, 0);
  cudaLaunchCooperativeKernel((void *)k, dim3(2), dim3(96), args, 0, 0);
  (k)<<<1, 32>>>(a, n, m);
  auto fp = &k;
  fp<<<1, 128>>>(a, n, m);
})");
  ASSERT_EQ(L.size(), 4u);
  EXPECT_EQ(dims(L[0].Grid), "3,1,1");
  EXPECT_EQ(dims(L[0].Block), "64,1,1");
  EXPECT_EQ(dims(L[1].Block), "96,1,1");
  EXPECT_EQ(dims(L[2].Block), "32,1,1");
  EXPECT_EQ(dims(L[3].Block), "128,1,1");
}

TEST_F(HostLaunches, EscapedKernelsAlsoRunSomewhereUnseen) {
  auto L = launches(std::string(Source) + R"(
void run(void (*)(int *, int, int));
void f(int *a) { k<<<1, 32>>>(a, 1, 1); run(k); }
)");
  ASSERT_EQ(L.size(), 2u);
  EXPECT_FALSE(L[0].Generic);
  EXPECT_TRUE(L[1].Generic);
}

TEST_F(HostLaunches, NoLaunchIsTheGenericOne) {
  auto L = launches(Source);
  ASSERT_EQ(L.size(), 1u);
  EXPECT_TRUE(L[0].Generic);
  EXPECT_EQ(dims(L[0].Block), "?,?,?");
}

TEST_F(HostLaunches, CommandLineReplacesHostCode) {
  Opts.BlockDims = {{"k", {64, 2, 1}}, {"other", {1, 1, 1}}};
  Opts.Assumes = {
      {"", "n < blockDim.x * gridDim.x && m != 0"}, {"", "nothing > 1"}, {"k", "nothing > 1"}};
  auto L = launches(std::string(Source) + "void f(int *a, int n, int m) { k<<<n, n>>>(a, n, m); }");
  ASSERT_EQ(L.size(), 1u);
  EXPECT_EQ(dims(L[0].Block), "64,2,1");
  ASSERT_EQ(L[0].Facts.size(), 2u);
  EXPECT_EQ(L[0].Facts[1].Text, "n < blockDim.x * gridDim.x && m != 0");
  ASSERT_EQ(Problems.size(), 1u);
  EXPECT_NE(Problems[0].find("has no parameter 'nothing'"), std::string::npos);
}

bool parses(llvm::StringRef Text) {
  llvm::Error E = host::checkAssumption(Text);
  bool Ok = !E;
  llvm::consumeError(std::move(E));
  return Ok;
}

TEST(Assumption, Syntax) {
  EXPECT_TRUE(parses("n > 0"));
  EXPECT_TRUE(parses("n % 32 == 0 && (rows <= cols || !flag) && p.stride >= 0x10u"));
  EXPECT_TRUE(parses("-n < ~m << 2"));
  EXPECT_FALSE(parses("n >"));
  EXPECT_FALSE(parses("(n"));
  EXPECT_FALSE(parses("n = 3"));
  EXPECT_FALSE(parses("n 3"));
  EXPECT_FALSE(parses(""));
  EXPECT_FALSE(parses("99999999999999999999 > n"));
  EXPECT_FALSE(parses(std::string(5000, '(')));
}

TEST(Assumption, Meaning) {
  Kernel K;
  K.Ctx = std::make_shared<ExprContext>();
  Symbol S;
  S.Kind = SymbolKind::Parameter;
  S.Name = "n";
  K.Params.push_back({"n", "int", false, K.Ctx->addSymbol(S), {}, NoId});
  auto holds = [&](llvm::StringRef Text, int32_t N) {
    std::string Missing;
    llvm::Expected<Expr> E = host::parseAssumption(Text, K, Missing);
    EXPECT_TRUE(!!E && *E);
    return K.Ctx->evaluate(*E, [&](Expr, llvm::ArrayRef<uint64_t>) { return uint32_t(N); }) == 1u;
  };
  EXPECT_TRUE(holds("n * n > 2000000000", 100000)); // nothing wraps
  EXPECT_TRUE(holds("n % 4 == 0 && n / 2 >= 8", 16));
  EXPECT_FALSE(holds("n < 0", 16));
  EXPECT_TRUE(holds("n < 0 || n == 3", -1));
  EXPECT_TRUE(holds("1 + 2 * 3 == 7", 0));
  EXPECT_TRUE(holds("10 - 4 - 3 == 3", 0));
}

} // namespace
