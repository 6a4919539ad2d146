// SPDX-License-Identifier: Apache-2.0
#include "SplitFixture.h"

using namespace cudafix::transform::test;

namespace {

TEST(SplitterEdge, CommentBetweenIfAndElse) {
  EXPECT_EQ(rewrittenBody(R"(
  // inside
  if (t < n) {
    s[t] = a[t];
    @
    a[t] = s[t + 1];
  }
  // outside
  else {
    a[t] = 0;
  }
)"),
            R"(
  // inside
  const bool inBounds = t < n;
  if (inBounds) {
    s[t] = a[t];
  } else {
    // outside
    a[t] = 0;
  }
  __syncthreads();
  if (inBounds) {
    a[t] = s[t + 1];
  }
)");
}

TEST(SplitterEdge, SingleLineBodies) {
  EXPECT_EQ(rewrittenBody(R"(
  if (t < n) { s[t] = a[t]; @a[t] = s[t + 1]; } else { a[t] = 0; }
  for (int i = 0; i < n; ++i) { s[t] = a[i]; @a[t] += s[t + 1]; }
)"),
            R"(
  const bool inBounds = t < n;
  if (inBounds) {
    s[t] = a[t];
  } else {
    a[t] = 0;
  }
  __syncthreads();
  if (inBounds) {
    a[t] = s[t + 1];
  }
  for (int i = 0; i < n; ++i) {
    s[t] = a[i];
    __syncthreads();
    a[t] += s[t + 1];
  }
)");
}

TEST(SplitterEdge, SingleLineKernel) {
  EXPECT_EQ(rewritten(R"(
__global__ void k(float *a) { __shared__ float s[256]; s[threadIdx.x] = a[0]; @a[threadIdx.x] = s[0]; }
)"),
            R"(
__global__ void k(float *a) {
  __shared__ float s[256];
  s[threadIdx.x] = a[0];
  __syncthreads();
  a[threadIdx.x] = s[0];
}
)");
}

TEST(SplitterEdge, SharedArrayInTheBranch) {
  EXPECT_EQ(rewritten(R"(
__global__ void k(float *a, int n) {
  int t = threadIdx.x;
  if (t < n) {
    __shared__ float s[256];
    s[t] = a[t];
    @a[t] = s[t + 1];
  }
}
)"),
            R"(
__global__ void k(float *a, int n) {
  int t = threadIdx.x;
  const bool inBounds = t < n;
  __shared__ float s[256];
  if (inBounds) {
    s[t] = a[t];
  }
  __syncthreads();
  if (inBounds) {
    a[t] = s[t + 1];
  }
}
)");
}

TEST(SplitterEdge, TwoCutsInOneBranch) {
  EXPECT_EQ(rewrittenBody(R"(
  if (t < n) {
    s[t] = a[t];
    @float v = s[t + 1];
    @s[t] = v;
    @a[t] = v + s[t + 1];
  }
)"),
            R"(
  const bool inBounds = t < n;
  if (inBounds) {
    s[t] = a[t];
  }
  __syncthreads();
  float v;
  if (inBounds) {
    v = s[t + 1];
  }
  __syncthreads();
  if (inBounds) {
    s[t] = v;
  }
  __syncthreads();
  if (inBounds) {
    a[t] = v + s[t + 1];
  }
)");
}

TEST(SplitterEdge, CutsInBothBranchesOfDifferentNumber) {
  EXPECT_EQ(rewrittenBody(R"(
  if (t < n) {
    s[t] = a[t];
    @a[t] = s[t + 1];
  } else {
    s[t] = 1;
    @s[t + 1] = 2;
    @a[t] = s[t];
  }
)"),
            R"(
  const bool inBounds = t < n;
  if (inBounds) {
    s[t] = a[t];
  }
  __syncthreads();
  if (inBounds) {
    a[t] = s[t + 1];
  } else {
    s[t] = 1;
  }
  __syncthreads();
  if (!inBounds) {
    s[t + 1] = 2;
  }
  __syncthreads();
  if (!inBounds) {
    a[t] = s[t];
  }
)");
}

TEST(SplitterEdge, LoopInLoopInBranch) {
  EXPECT_EQ(rewritten(R"(
__global__ void k(float *a, int n, int m) {
  __shared__ float s[256];
  int t = threadIdx.x;
  if (t < n) {
    for (int i = 0; i < m; ++i) {
      float sum = 0;
      for (int j = i; j < m; j += 2) {
        s[t] = a[j];
        @sum += s[t + 1];
      }
      a[i] = sum;
    }
  }
}
)"),
            R"(
__global__ void k(float *a, int n, int m) {
  __shared__ float s[256];
  int t = threadIdx.x;
  const bool inBounds = t < n;
  for (int i = 0; i < m; ++i) {
    float sum = 0;
    for (int j = i; j < m; j += 2) {
      if (inBounds) {
        s[t] = a[j];
      }
      __syncthreads();
      if (inBounds) {
        sum += s[t + 1];
      }
    }
    if (inBounds) {
      a[i] = sum;
    }
  }
}
)");
}

TEST(SplitterEdge, DivergentLoopInBranch) {
  EXPECT_EQ(rewritten(R"(
__global__ void k(float *a, const int *first, int n) {
  __shared__ float s[256];
  int t = threadIdx.x;
  if (t < n) {
    for (int e = first[t]; e < first[t + 1]; ++e) {
      s[t] = a[e];
      @a[t] += s[t + 1];
    }
    a[t] *= 2;
  }
}
)"),
            R"(
__global__ void k(float *a, const int *first, int n) {
  __shared__ float s[256];
  int t = threadIdx.x;
  const bool inBounds = t < n;
  int e;
  if (inBounds) {
    e = first[t];
  }
  for (bool live = inBounds && e < first[t + 1]; __syncthreads_or(live);) {
    if (live) {
      s[t] = a[e];
    }
    __syncthreads();
    if (live) {
      a[t] += s[t + 1];
      ++e;
      live = e < first[t + 1];
    }
  }
  if (inBounds) {
    a[t] *= 2;
  }
}
)");
}

TEST(SplitterEdge, StridedLoopInBranch) {
  EXPECT_EQ(rewritten(R"(
__global__ void k(float *a, int n, int m) {
  __shared__ float s[256];
  int t = threadIdx.x;
  if (t < n) {
    for (int i = t; i < m; i += blockDim.x) {
      s[t] = a[i];
      @a[i] += s[t + 1];
    }
  }
}
)"),
            R"(
__global__ void k(float *a, int n, int m) {
  __shared__ float s[256];
  int t = threadIdx.x;
  const bool inBounds = t < n;
  for (int base = 0; base < m; base += blockDim.x) {
    const int i = base + t;
    const bool active = inBounds && i < m;
    if (active) {
      s[t] = a[i];
    }
    __syncthreads();
    if (active) {
      a[i] += s[t + 1];
    }
  }
}
)");
}

TEST(SplitterEdge, BranchInDivergentLoop) {
  EXPECT_EQ(rewritten(R"(
__global__ void k(float *a, const int *count) {
  __shared__ float s[256];
  int t = threadIdx.x;
  for (int i = 0; i < count[t]; ++i) {
    if (i % 2 == 0) {
      s[t] = a[i];
      @a[t] += s[t + 1];
    }
    a[i] = 0;
  }
}
)"),
            R"(
__global__ void k(float *a, const int *count) {
  __shared__ float s[256];
  int t = threadIdx.x;
  int i = 0;
  for (bool live = i < count[t]; __syncthreads_or(live);) {
    const bool isEven = live && i % 2 == 0;
    if (isEven) {
      s[t] = a[i];
    }
    __syncthreads();
    if (live) {
      if (isEven) {
        a[t] += s[t + 1];
      }
      a[i] = 0;
      ++i;
      live = i < count[t];
    }
  }
}
)");
}

TEST(SplitterEdge, WhileWithAndCondition) {
  EXPECT_EQ(rewrittenBody(R"(
  while (t < n && next(&n) || t == 5) {
    s[t] = a[t];
    @a[t] += s[t + 1];
    t += 3;
  }
)"),
            R"(
  for (bool live = t < n && next(&n) || t == 5; __syncthreads_or(live);) {
    if (live) {
      s[t] = a[t];
    }
    __syncthreads();
    if (live) {
      a[t] += s[t + 1];
      t += 3;
      live = t < n && next(&n) || t == 5;
    }
  }
)");
}

TEST(SplitterEdge, ReturnWhileLooping) {
  EXPECT_EQ(rewritten(R"(
__global__ void k(float *a, const int *count, int n) {
  __shared__ float s[256];
  int t = threadIdx.x;
  for (int i = 0; i < count[t]; ++i) {
    if (a[i] < 0)
      return;
    s[t] = a[i];
    @a[t] += s[t + 1];
  }
  a[t] = s[0];
}
)"),
            R"(
__global__ void k(float *a, const int *count, int n) {
  __shared__ float s[256];
  int t = threadIdx.x;
  bool active = true;
  int i = 0;
  for (bool live = i < count[t]; __syncthreads_or(live);) {
    if (live) {
      if (a[i] < 0)
        active = false;
      if (active) {
        s[t] = a[i];
      }
    }
    __syncthreads();
    if (live && active) {
      a[t] += s[t + 1];
    }
    if (live) {
      ++i;
      live = active && i < count[t];
    }
  }
  if (active) {
    a[t] = s[0];
  }
}
)");
}

TEST(SplitterEdge, MacroAroundTheBranch) {
  EXPECT_EQ(rewritten(R"(
#define IF_ACTIVE(c) if (c)
__global__ void k(float *a, int n) {
  __shared__ float s[256];
  int t = threadIdx.x;
  IF_ACTIVE(t < n) {
    s[t] = a[t];
    @a[t] += s[t + 1];
  }
}
)"),
            R"(error: line 21: the statement comes from a macro)");
}

TEST(SplitterEdge, MacroConditionAndBarrier) {
  EXPECT_EQ(rewritten(R"(
#define LIMIT 64
#define SYNC() __syncthreads()
__global__ void k(float *a, int n) {
  __shared__ float s[256];
  int t = threadIdx.x;
  if (t >= LIMIT)
    return;
  s[t] = a[t];
  SYNC();
  a[t] += s[t + 1];
  @s[t] = 0;
}
)"),
            R"(
#define LIMIT 64
#define SYNC() __syncthreads()
__global__ void k(float *a, int n) {
  __shared__ float s[256];
  int t = threadIdx.x;
  const bool active = t < LIMIT;
  if (active)
    s[t] = a[t];
  SYNC();
  if (active)
    a[t] += s[t + 1];
  __syncthreads();
  if (t >= LIMIT)
    return;
  s[t] = 0;
}
)");
}

TEST(SplitterEdge, FloatConditionIsNotTurnedAround) {
  EXPECT_EQ(rewritten(R"(
__global__ void k(float *a, float x) {
  __shared__ float s[256];
  int t = threadIdx.x;
  if (!(a[t] < x)) return;
  s[t] = a[t];
  @a[t] = s[t + 1];
}
)"),
            R"(
__global__ void k(float *a, float x) {
  __shared__ float s[256];
  int t = threadIdx.x;
  const bool active = a[t] < x;
  if (active)
    s[t] = a[t];
  __syncthreads();
  if (!active)
    return;
  a[t] = s[t + 1];
}
)");
}

TEST(SplitterEdge, NegatedConjunction) {
  EXPECT_EQ(rewritten(R"(
__global__ void k(float *a, int n, int m, bool skip) {
  __shared__ float s[256];
  int t = threadIdx.x;
  if (skip || (t >= n && m != 3)) return;
  s[t] = a[t];
  @a[t] = s[t + 1];
}
)"),
            R"(
__global__ void k(float *a, int n, int m, bool skip) {
  __shared__ float s[256];
  int t = threadIdx.x;
  if (!skip && (t < n || m == 3))
    s[t] = a[t];
  __syncthreads();
  if (skip || (t >= n && m != 3)) return;
  a[t] = s[t + 1];
}
)");
}

TEST(SplitterEdge, ReturnUnderElse) {
  EXPECT_EQ(rewrittenBody(R"(
  if (t < n) {
    s[t] = a[t];
  } else {
    return;
  }
  @a[t] = s[t + 1];
)"),
            R"(
  bool active = true;
  if (t < n) {
    s[t] = a[t];
  } else {
    active = false;
  }
  __syncthreads();
  if (active) {
    a[t] = s[t + 1];
  }
)");
}

TEST(SplitterEdge, TemplateKernel) {
  EXPECT_EQ(rewritten(R"(
template <typename T> __global__ void k(T *a, int n) {
  __shared__ T s[256];
  int t = threadIdx.x;
  if (t < n) {
    T v = a[t];
    s[t] = v;
    @a[t] = s[t + 1] + v;
  }
}
template __global__ void k<float>(float *, int);
template __global__ void k<int>(int *, int);
)"),
            R"(
template <typename T> __global__ void k(T *a, int n) {
  __shared__ T s[256];
  int t = threadIdx.x;
  const bool inBounds = t < n;
  T v;
  if (inBounds) {
    v = a[t];
    s[t] = v;
  }
  __syncthreads();
  if (inBounds) {
    a[t] = s[t + 1] + v;
  }
}
template __global__ void k<float>(float *, int);
template __global__ void k<int>(int *, int);
)");
}

TEST(SplitterEdge, TemplateKernelWithAuto) {
  EXPECT_EQ(rewritten(R"(
template <typename T> __global__ void k(T *a, int n) {
  __shared__ T s[256];
  int t = threadIdx.x;
  if (t < n) {
    auto v = a[t];
    s[t] = v;
    @a[t] = s[t + 1] + v;
  }
}
template __global__ void k<float>(float *, int);
)"),
            R"(error: the type of 'v' depends on the template)");
}

TEST(SplitterEdge, TemplateStatement) {
  EXPECT_EQ(rewritten(R"(
template <typename T> __global__ void k(T *a, int n) {
  __shared__ T s[256];
  int t = threadIdx.x;
  T x = 0, *p = a;
  if (t < 32) {
    $s[t] += s[t + 16];
  }
}
template __global__ void k<int>(int *, int);
)"),
            R"(
template <typename T> __global__ void k(T *a, int n) {
  __shared__ T s[256];
  int t = threadIdx.x;
  T x = 0, *p = a;
  if (t < 32) {
    T sum = s[t] + s[t + 16];
    __syncwarp();
    s[t] = sum;
    __syncwarp();
  }
}
template __global__ void k<int>(int *, int);
)");
}

} // namespace
