// SPDX-License-Identifier: Apache-2.0
#include "SplitFixture.h"

using namespace cudafix::transform::test;

namespace {

TEST(InPlaceEdits, CommentsStayWithTheirStatement) {
  EXPECT_EQ(rewritten(R"(
__global__ void k(float *a) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = a[t]; // staged

  // The neighbour's value,
  // which another thread wrote.
  @a[t] = s[t + 1];
}
)"),
            R"(
__global__ void k(float *a) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = a[t]; // staged
  __syncthreads();

  // The neighbour's value,
  // which another thread wrote.
  a[t] = s[t + 1];
}
)");
}

TEST(InPlaceEdits, PragmaStaysWithItsLoop) {
  EXPECT_EQ(rewrittenBody(R"(
  s[t] = a[t];
  #pragma unroll
  @for (int i = 0; i < 4; ++i)
    a[t] += s[t + i];
)"),
            R"(
  s[t] = a[t];
  __syncthreads();
  #pragma unroll
  for (int i = 0; i < 4; ++i)
    a[t] += s[t + i];
)");
}

TEST(InPlaceEdits, DirectivesAreNotCrossed) {
  EXPECT_EQ(rewritten(R"(
__global__ void k(float *a) {
  __shared__ float s[256];
  int t = threadIdx.x;
#ifdef TWICE
  s[t] = 2 * a[t];
#else
  s[t] = a[t];
#endif
  // next
  @a[t] = s[t + 1];
}
)"),
            R"(
__global__ void k(float *a) {
  __shared__ float s[256];
  int t = threadIdx.x;
#ifdef TWICE
  s[t] = 2 * a[t];
#else
  s[t] = a[t];
#endif
  __syncthreads();
  // next
  a[t] = s[t + 1];
}
)");
}

TEST(InPlaceEdits, StaysOutOfDirectives) {
  EXPECT_EQ(rewritten(R"(
__global__ void k(float *a) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = a[t];
#ifdef FAST
  a[t] = s[t + 1];
#else
  // slow
  @a[t] = s[t + 2];
#endif
}
)"),
            R"(
__global__ void k(float *a) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
#ifdef FAST
  a[t] = s[t + 1];
#else
  // slow
  a[t] = s[t + 2];
#endif
}
)");
}

TEST(InPlaceEdits, OneStatementOnALine) {
  EXPECT_EQ(rewritten(R"(
#define SUM(k) s[t] += s[t + k];
__global__ void k(float *a) {
  __shared__ float s[256];
  int t = threadIdx.x;
  SUM(16) @SUM(8)
}
)"),
            R"(
#define SUM(k) s[t] += s[t + k];
__global__ void k(float *a) {
  __shared__ float s[256];
  int t = threadIdx.x;
  SUM(16)
  __syncthreads();
  SUM(8)
}
)");
}

TEST(InPlaceEdits, FirstInALoop) {
  EXPECT_EQ(rewrittenBody(R"(
  for (int i = 0; i < n; ++i) { // steps
    // stage
    @s[t] = a[t];
  }
)"),
            R"(
  for (int i = 0; i < n; ++i) { // steps
    __syncthreads();
    // stage
    s[t] = a[t];
  }
)");
}

TEST(InPlaceEdits, CommentOfARemovedBarrierGoesToo) {
  EXPECT_EQ(rewritten(R"(
__global__ void k(float *a) {
  int t = threadIdx.x;
  a[t] = 1;

  // Wait for the others.
  ~__syncthreads();

  // Each thread has its own cell.
  ~__syncthreads();
  a[t] += 1;
  // Synchronize, then add.
  ~__syncthreads();
  a[t] += 1;
}
)"),
            R"(
__global__ void k(float *a) {
  int t = threadIdx.x;
  a[t] = 1;

  // Each thread has its own cell.
  a[t] += 1;
  // Synchronize, then add.
  a[t] += 1;
}
)");
}

TEST(InPlaceEdits, EmptiedBranches) {
  EXPECT_EQ(rewritten(R"(
__global__ void k(float *a, int n) {
  int t = threadIdx.x;
  if (t < n) {
    ~__syncthreads();
  } else {
    a[t] = 1;
  }
  if (t > n) {
    a[t] = 2;
  } else {
    ~__syncthreads();
  }
  if (t < 2 * n) {
    if (t > 7) {
      ~__syncthreads();
    }
  }
  if (t < 3 * n)
    ~__syncthreads();
  else
    ~__syncthreads();
  if (next(&n)) {
    ~__syncthreads();
  }
}
)"),
            R"(
__global__ void k(float *a, int n) {
  int t = threadIdx.x;
  if (t >= n) {
    a[t] = 1;
  }
  if (t > n) {
    a[t] = 2;
  }
  if (next(&n)) {
  }
}
)");
}

TEST(InPlaceEdits, CommentMovesWithABarrierThatStaysInPlace) {
  EXPECT_EQ(rewrittenBody(R"(
  if (t < n) {
    s[t] = a[t];
    // The tile is complete.
    @~__syncthreads(); // for all
    a[t] = s[t + 1];
  }
)"),
            R"(
  const bool inBounds = t < n;
  if (inBounds) {
    s[t] = a[t];
  }
  // The tile is complete.
  __syncthreads(); // for all
  if (inBounds) {
    a[t] = s[t + 1];
  }
)");
}

} // namespace
