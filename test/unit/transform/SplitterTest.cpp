// SPDX-License-Identifier: Apache-2.0
#include "SplitFixture.h"

using namespace cudafix::transform::test;

namespace {

#define EXPECT_REWRITTEN(Before, After) EXPECT_EQ(rewritten(Before), std::string(After))

TEST(Splitter, T1) {
  const char *Cases[] = {
R"(
__global__ void k(float *a, int n) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = a[t];
  @a[t] = s[n - t];
}
)", R"(
__global__ void k(float *a, int n) {
  __shared__ float s[256];
  int t = threadIdx.x;
  if (t < n) {
    // load
    s[t] = a[t];
    // the neighbour
    float v = work(s[t]); // keep
    @a[t] = v + s[n - t];
  } else {
    a[t] = 0;
  }
}
)", R"(
__global__ void k(float *a, int n) {
  __shared__ float s[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  const int t = threadIdx.x;
  // stage
  s[t] = a[i];
  @
  a[i] = s[t + 1];
}
)", R"(
__global__ void k(float *a, int n) {
  __shared__ float s[256];
  int t = threadIdx.x;
  if (t < n) {
    s[t] = a[t];
    ~__syncthreads();
    @a[t] = s[t + 1];
  } else {
    s[t] = 0;
    @
    ~__syncthreads();
    a[t] = s[0];
  }
}
)", R"(
__global__ void k(float *a, int n) {
  __shared__ float s[256];
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    s[i] = a[i];
    @a[i] = s[i + 1];
  }
}
)", R"(
__global__ void k(float *a, int n) {
  __shared__ float s[256];
  int i = threadIdx.x;
  while (a[i] > 0) {
    s[i] = a[i];
    @a[i] = s[i + 1] - 1;
  }
}
)", R"(
__global__ void k(float *a, int n, int m) {
  __shared__ float s[256];
  int t = threadIdx.x;
  if (t < n) {
    float sum = 0;
    for (int k = 0; k < m; ++k) {
      s[t] = a[k];
      @sum += s[t + 1];
    }
    a[t] = sum;
  }
}
)", R"(
__global__ void k(float *a, int n, int m) {
  __shared__ float s[256];
  int t = threadIdx.x;
  if (t < n) {
    s[t] = 1;
    if (a[t] > 0)
      return;
    s[t] = 2;
  }
  s[t + 1] += 1;
  @a[t] = s[t];
}
)", R"(
__global__ void k(float *a, int n) {
  __shared__ float s[256];
  int t = threadIdx.x;
  if (t >= n) return;
  for (int d = blockDim.x / 2; d > 0; d >>= 1) {
    if (t < d)
      s[t] += s[t + d];
    @
  }
  if (t == 0) a[0] = s[0];
}
)", R"(
__global__ void k(float *a, int n) {
  __shared__ float s[256];
  int t = threadIdx.x;
  if (t >= n) return;
  int d = blockDim.x / 2;
  while (d > 0) {
    if (t < d) {
      s[t] += s[t + d];
    }
    @d >>= 1;
  }
  if (t == 0) a[0] = s[0];
}
)", R"(
__global__ void k(float *a, int n) {
  __shared__ float s[256];
  int t = threadIdx.x;
  if (t < n)
    if (a[t] > 0) { s[t] = 1; @s[t + 1] = 2; }
}
)"};
  for (const char *C : Cases)
    llvm::errs() << "=====" << C << "-----" << rewritten(C);
}

} // namespace
