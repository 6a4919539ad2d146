// SPDX-License-Identifier: Apache-2.0
#include "transform/text/AtomicText.h"
#include "SplitFixture.h"

using namespace cudafix::transform;
using namespace cudafix::transform::test;

namespace {

constexpr llvm::StringLiteral Head = R"(
struct Node { unsigned long count; };
__device__ int max(int, int);
__device__ float fmaxf(float, float);
__device__ int atomicSub(int *, int);
__device__ int atomicMax(int *, int);
__device__ int atomicMin(int *, int);
__device__ int atomicOr(int *, int);
__device__ int atomicExch(int *, int);
__device__ int atomicCAS(int *, int, int);
__device__ unsigned atomicInc(unsigned *, unsigned);
__device__ unsigned atomicCAS(unsigned *, unsigned, unsigned);
__device__ float atomicAdd(float *, float);
__device__ double atomicAdd(double *, double);
__device__ unsigned long long atomicAdd(unsigned long long *, unsigned long long);
__device__ unsigned long long atomicCAS(unsigned long long *, unsigned long long, unsigned long long);
__device__ unsigned __float_as_uint(float);
__device__ float __uint_as_float(unsigned);
__device__ long long __double_as_longlong(double);
__device__ double __longlong_as_double(long long);
__global__ void k(int *x, unsigned *u, float *f, double *d, long long *ll, Node *node, short *sh,
                  volatile int *v, int i, int j, float g) {
  )";

/// The statement with its last update made atomic; the result must compile.
std::string atomically(llvm::StringRef Statement, unsigned Arch = 80) {
  std::string Code = Prelude.str() + Head.str() + Statement.str() + "\n}\n";
  std::unique_ptr<clang::ASTUnit> Unit = parse(Code);
  EXPECT_FALSE(Unit->getDiagnostics().hasErrorOccurred()) << Code;
  const clang::FunctionDecl *F = lastFunction(Unit->getASTContext());
  const clang::Stmt *S = llvm::cast<clang::CompoundStmt>(F->getBody())->body_front();
  SourceText Source(Unit->getASTContext(), Unit->getSourceManager().getMainFileID());
  llvm::Expected<AtomicText> Text = atomicText(Source, F, S, findUpdates(S).back(), Arch);
  if (!Text)
    return "error: " + llvm::toString(Text.takeError());
  std::string After = Code.substr(0, Text->Begin) + Text->Text + Code.substr(Text->End);
  EXPECT_FALSE(parse(After)->getDiagnostics().hasErrorOccurred()) << After;
  After = After.substr(Prelude.size() + Head.size());
  return After.substr(0, After.size() - 3);
}

TEST(AtomicText, OneOperation) {
  EXPECT_EQ(atomically("x[i] += j;"), "atomicAdd(&x[i], j);");
  EXPECT_EQ(atomically("x[i]++;"), "atomicAdd(&x[i], 1);");
  EXPECT_EQ(atomically("--*x;"), "atomicSub(x, 1);");
  EXPECT_EQ(atomically("x[i] = x[i] + j * 2;"), "atomicAdd(&x[i], j * 2);");
  EXPECT_EQ(atomically("x[i] = j + x[i];"), "atomicAdd(&x[i], j);");
  EXPECT_EQ(atomically("x[i] = x[i] + j + i;"), "atomicAdd(&x[i], j + i);");
  EXPECT_EQ(atomically("x[0] |= 1 << i;"), "atomicOr(&x[0], 1 << i);");
  EXPECT_EQ(atomically("x[0] = max(x[0], j);"), "atomicMax(&x[0], j);");
  EXPECT_EQ(atomically("x[0] = j < x[0] ? j : x[0];"), "atomicMin(&x[0], j);");
  EXPECT_EQ(atomically("x[0] = x[0] > j ? x[0] : j;"), "atomicMax(&x[0], j);");
  EXPECT_EQ(atomically("u[0] = u[0] >= 7 ? 0 : u[0] + 1;"), "atomicInc(&u[0], 7);");
  EXPECT_EQ(atomically("x[i] = j;"), "atomicExch(&x[i], j);");
}

TEST(AtomicText, OtherTypes) {
  EXPECT_EQ(atomically("f[i] -= g * 2;"), "atomicAdd(&f[i], -(g * 2));");
  EXPECT_EQ(atomically("d[i] += g;"), "atomicAdd(&d[i], g);");
  EXPECT_EQ(atomically("ll[i] -= j;"), "atomicAdd((unsigned long long *)&ll[i], -(long long)j);");
  EXPECT_EQ(atomically("node->count++;"), "atomicAdd((unsigned long long *)&node->count, 1);");
  EXPECT_EQ(atomically("v[i] += 1;"), "atomicAdd(const_cast<int *>(&v[i]), 1);");
  EXPECT_EQ(atomically("sh[i] += 1;"), "error: there is no atomic operation on 'short'");
}

TEST(AtomicText, UsedValues) {
  EXPECT_EQ(atomically("int slot = x[0]++;"), "int slot = atomicAdd(&x[0], 1);");
  EXPECT_EQ(atomically("int rank = ++x[0];"), "int rank = atomicAdd(&x[0], 1) + 1;");
  EXPECT_EQ(atomically("int m = x[0] = max(x[0], j);"),
            "error: the new value is used after the update");
  EXPECT_EQ(atomically("if (x[0]++ == j) return;"), "if (atomicAdd(&x[0], 1) == j) return;");
}

TEST(AtomicText, CompareAndSwap) {
  EXPECT_EQ(atomically("x[0] = x[0] + x[0];"), R"(int old = x[0], assumed;
  do {
    assumed = old;
    old = atomicCAS(&x[0], assumed, assumed + assumed);
  } while (old != assumed);)");
  EXPECT_EQ(atomically("x[i] *= j + 1;"), R"(int old = x[i], assumed;
  do {
    assumed = old;
    old = atomicCAS(&x[i], assumed, assumed * (j + 1));
  } while (old != assumed);)");
  EXPECT_EQ(atomically("f[i] = fmaxf(f[i], g);"),
            R"(unsigned int old = __float_as_uint(f[i]), assumed;
  do {
    assumed = old;
    old = atomicCAS((unsigned int *)&f[i], assumed,
                    __float_as_uint(fmaxf(__uint_as_float(assumed), g)));
  } while (old != assumed);)");
  EXPECT_EQ(atomically("d[i] += g;", 35),
            R"(unsigned long long old = __double_as_longlong(d[i]), assumed;
  do {
    assumed = old;
    old = atomicCAS((unsigned long long *)&d[i], assumed,
                    __double_as_longlong(__longlong_as_double(assumed) + g));
  } while (old != assumed);)");
}

} // namespace
