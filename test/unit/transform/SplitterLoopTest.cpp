// SPDX-License-Identifier: Apache-2.0
#include "SplitFixture.h"

using namespace cudafix::transform::test;

namespace {

TEST(SplitterLoop, StridedLoop) {
  EXPECT_EQ(rewritten(R"(
__global__ void k(float *a, int n) {
  __shared__ float s[256];
  // one element per thread
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    s[i] = a[i];
    @a[i] = s[i + 1];
  }
}
)"),
            R"(
__global__ void k(float *a, int n) {
  __shared__ float s[256];
  // one element per thread
  for (int base = 0; base < n; base += blockDim.x) {
    const int i = base + threadIdx.x;
    const bool active = i < n;
    if (active) {
      s[i] = a[i];
    }
    __syncthreads();
    if (active) {
      a[i] = s[i + 1];
    }
  }
}
)");
}

TEST(SplitterLoop, StridedLoopOverTheGrid) {
  EXPECT_EQ(rewritten(R"(
__global__ void k(float *a, int n) {
  __shared__ float s[256];
  const unsigned tid = threadIdx.x;
#pragma unroll
  for (unsigned i = blockIdx.x * blockDim.x + tid; i < n; i += gridDim.x * blockDim.x) { // stride
    float v = a[i];
    s[tid] = v;
    @a[i] = v + s[255 - tid];
  }
}
)"),
            R"(
__global__ void k(float *a, int n) {
  __shared__ float s[256];
  const unsigned tid = threadIdx.x;
#pragma unroll
  for (unsigned base = blockIdx.x * blockDim.x; base < n; base += gridDim.x * blockDim.x) { // stride
    const unsigned i = base + tid;
    const bool active = i < n;
    float v;
    if (active) {
      v = a[i];
      s[tid] = v;
    }
    __syncthreads();
    if (active) {
      a[i] = v + s[255 - tid];
    }
  }
}
)");
}

TEST(SplitterLoop, StridedLoopThroughAVariable) {
  EXPECT_EQ(rewritten(R"(
__global__ void k(float *a, int n) {
  __shared__ float s[256];
  int gid = blockIdx.x * blockDim.x + threadIdx.x;
  int stride = blockDim.x * gridDim.x;
  for (int i = gid; i < n; i = i + stride) {
    s[threadIdx.x] = a[i];
    @
    a[i] = s[0];
    if (a[i] > 0)
      continue;
    __syncthreads();
    s[1] = 2;
  }
}
)"),
            R"(
__global__ void k(float *a, int n) {
  __shared__ float s[256];
  int gid = blockIdx.x * blockDim.x + threadIdx.x;
  int stride = blockDim.x * gridDim.x;
  for (int base = blockIdx.x * blockDim.x; base < n; base += stride) {
    const int i = base + threadIdx.x;
    const bool active = i < n;
    if (active) {
      s[threadIdx.x] = a[i];
    }
    __syncthreads();
    bool isActive = false;
    if (active) {
      a[i] = s[0];
      isActive = !(a[i] > 0);
    }
    __syncthreads();
    if (isActive) {
      s[1] = 2;
    }
  }
}
)");
}

TEST(SplitterLoop, WhileLoopRunsWhileAnyThreadHasWork) {
  EXPECT_EQ(rewritten(R"(
__global__ void k(float *a, int n) {
  __shared__ float s[256];
  int i = threadIdx.x;
  while (a[i] > 0) {
    s[i] = a[i];
    @a[i] = s[i + 1] - 1;
  }
}
)"),
            R"(
__global__ void k(float *a, int n) {
  __shared__ float s[256];
  int i = threadIdx.x;
  for (bool live = a[i] > 0; __syncthreads_or(live);) {
    if (live) {
      s[i] = a[i];
    }
    __syncthreads();
    if (live) {
      a[i] = s[i + 1] - 1;
    }
    __syncthreads();
    if (live) {
      live = a[i] > 0;
    }
  }
}
)");
}

TEST(SplitterLoop, DivergentForLoopWithBreak) {
  EXPECT_EQ(rewritten(R"(
__global__ void k(float *a, const int *count, int n) {
  __shared__ float s[256];
  int t = threadIdx.x;
  for (int i = 0; i < count[t]; ++i) {
    s[t] = a[i];
    if (s[t] < 0)
      break;
    @a[t] += s[t + 1];
  }
}
)"),
            R"(
__global__ void k(float *a, const int *count, int n) {
  __shared__ float s[256];
  int t = threadIdx.x;
  int i = 0;
  for (bool live = i < count[t]; __syncthreads_or(live);) {
    if (live) {
      s[t] = a[i];
      if (s[t] < 0)
        live = false;
    }
    __syncthreads();
    if (live) {
      a[t] += s[t + 1];
      ++i;
      live = i < count[t];
    }
  }
}
)");
}

TEST(SplitterLoop, DoLoop) {
  EXPECT_EQ(rewritten(R"(
__global__ void k(float *a, int n) {
  __shared__ float s[256];
  int t = threadIdx.x, left = n - t;
  do {
    s[t] = a[left];
    @a[t] += s[t + 1];
    left -= 2;
  } while (left > 0);
}
)"),
            R"(
__global__ void k(float *a, int n) {
  __shared__ float s[256];
  int t = threadIdx.x, left = n - t;
  for (bool live = true; __syncthreads_or(live);) {
    if (live) {
      s[t] = a[left];
    }
    __syncthreads();
    if (live) {
      a[t] += s[t + 1];
      left -= 2;
      live = left > 0;
    }
  }
}
)");
}

TEST(SplitterLoop, UniformLoopInABranch) {
  EXPECT_EQ(rewritten(R"(
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
)"),
            R"(
__global__ void k(float *a, int n, int m) {
  __shared__ float s[256];
  int t = threadIdx.x;
  const bool inBounds = t < n;
  float sum = 0;
  for (int k = 0; k < m; ++k) {
    if (inBounds) {
      s[t] = a[k];
    }
    __syncthreads();
    if (inBounds) {
      sum += s[t + 1];
    }
  }
  if (inBounds) {
    a[t] = sum;
  }
}
)");
}

TEST(SplitterLoop, EarlyReturn) {
  EXPECT_EQ(rewritten(R"(
__global__ void k(float *a, int n) {
  __shared__ float s[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  const int t = threadIdx.x;
  // stage
  s[t] = a[i];
  @a[i] = s[t + 1];
}
)"),
            R"(
__global__ void k(float *a, int n) {
  __shared__ float s[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int t = threadIdx.x;
  if (i < n) {
    // stage
    s[t] = a[i];
  }
  __syncthreads();
  if (i >= n)
    return;
  a[i] = s[t + 1];
}
)");
}

TEST(SplitterLoop, EarlyReturnsTogether) {
  EXPECT_EQ(rewritten(R"(
__global__ void k(float *a, float x, int n, int m) {
  __shared__ float s[256];
  int i = threadIdx.x, j = blockIdx.x;
  if (i >= n || j >= m) return;
  if (a[i] > x) return;
  s[i] = a[i];
  @a[i] = s[i + 1];
}
)"),
            R"(
__global__ void k(float *a, float x, int n, int m) {
  __shared__ float s[256];
  int i = threadIdx.x, j = blockIdx.x;
  const bool active = i < n && j < m && !(a[i] > x);
  if (active)
    s[i] = a[i];
  __syncthreads();
  if (!active)
    return;
  a[i] = s[i + 1];
}
)");
}

TEST(SplitterLoop, EarlyReturnWithWork) {
  EXPECT_EQ(rewrittenBody(R"(
  if (t >= n) {
    a[t] = 0; // outside
    return;
  }
  s[t] = a[t];
  @a[t] = s[t + 1];
)"),
            R"(
  const bool active = t < n;
  if (active) {
    s[t] = a[t];
  } else {
    a[t] = 0; // outside
  }
  __syncthreads();
  if (!active) {
    return;
  }
  a[t] = s[t + 1];
)");
}

TEST(SplitterLoop, ExistingBarriersBehindAnEarlyReturnStayConvergent) {
  EXPECT_EQ(rewrittenBody(R"(
  if (t >= n) return;
  s[t] = a[t];
  ~__syncthreads();
  @int d = blockDim.x / 2;
  while (d > 0) {
    if (t < d) {
      s[t] += s[t + d];
    }
    __syncthreads();
    d >>= 1;
  }
  if (t == 0) a[0] = s[0];
)"),
            R"(
  const bool active = t < n;
  if (active)
    s[t] = a[t];
  __syncthreads();
  int d = blockDim.x / 2;
  while (d > 0) {
    if (active && t < d) {
      s[t] += s[t + d];
    }
    __syncthreads();
    d >>= 1;
  }
  if (t >= n) return;
  if (t == 0) a[0] = s[0];
)");
}

TEST(SplitterLoop, ReturnInANestedBranch) {
  EXPECT_EQ(rewritten(R"(
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
)"),
            R"(
__global__ void k(float *a, int n, int m) {
  __shared__ float s[256];
  int t = threadIdx.x;
  bool active = true;
  if (t < n) {
    s[t] = 1;
    if (a[t] > 0)
      active = false;
    if (active) {
      s[t] = 2;
    }
  }
  if (active) {
    s[t + 1] += 1;
  }
  __syncthreads();
  if (active) {
    a[t] = s[t];
  }
}
)");
}

TEST(SplitterLoop, ReturnOutOfALoop) {
  EXPECT_EQ(rewritten(R"(
__global__ void k(float *a, int n, int m) {
  __shared__ float s[256];
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i)
    if (a[i] == t)
      return;
  s[t] = a[t];
  @a[t] = s[t + 1];
}
)"),
            R"(
__global__ void k(float *a, int n, int m) {
  __shared__ float s[256];
  int t = threadIdx.x;
  bool active = true;
  for (int i = 0; i < n; ++i)
    if (a[i] == t) {
      active = false;
      break;
    }
  if (active) {
    s[t] = a[t];
  }
  __syncthreads();
  if (active) {
    a[t] = s[t + 1];
  }
}
)");
}

TEST(SplitterLoop, ContinueInFrontOfTheBarrier) {
  EXPECT_EQ(rewritten(R"(
__global__ void k(float *a, int n, int m) {
  __shared__ float s[256];
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    if (t == i)
      continue;
    s[t] = a[i];
    @a[t] += s[t + 1];
  }
}
)"),
            R"(
__global__ void k(float *a, int n, int m) {
  __shared__ float s[256];
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    const bool active = t != i;
    if (active) {
      s[t] = a[i];
    }
    __syncthreads();
    if (active) {
      a[t] += s[t + 1];
    }
  }
}
)");
}

TEST(SplitterLoop, BreakOutOfAUniformLoop) {
  EXPECT_EQ(rewrittenBody(R"(
  for (int i = 0; i < n; ++i) {
    if (a[t] > i)
      break;
    s[t] = a[i];
    @a[t] += s[t + 1];
  }
  a[t] = 1;
)"),
            R"(
  bool running = true;
  for (int i = 0; i < n; ++i) {
    if (running) {
      if (a[t] > i)
        running = false;
      if (running) {
        s[t] = a[i];
      }
    }
    __syncthreads();
    if (running) {
      a[t] += s[t + 1];
    }
  }
  a[t] = 1;
)");
}

TEST(SplitterLoop, ReturnInTheLoopWithTheBarrier) {
  EXPECT_EQ(rewrittenBody(R"(
  for (int i = 0; i < n; ++i) {
    if (a[t] > i)
      return;
    s[t] = a[i];
    @a[t] += s[t + 1];
  }
  a[t] = 1;
)"),
            R"(
  bool active = true;
  for (int i = 0; i < n; ++i) {
    if (active) {
      if (a[t] > i)
        active = false;
      if (active) {
        s[t] = a[i];
      }
    }
    __syncthreads();
    if (active) {
      a[t] += s[t + 1];
    }
  }
  if (active) {
    a[t] = 1;
  }
)");
}

TEST(SplitterLoop, WarpTail) {
  EXPECT_EQ(rewritten(R"(
__global__ void k(volatile float *a, int n) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  if (tid < 32) {
    $s[tid] += s[tid + 32];
    $s[tid] += s[tid + 16];
    $s[tid] = s[tid] * 2 + s[tid + 8]; // last
  }
  if (tid == 0) a[0] = s[0];
}
)"),
            R"(
__global__ void k(volatile float *a, int n) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  if (tid < 32) {
    float sum = s[tid] + s[tid + 32];
    __syncwarp();
    s[tid] = sum;
    __syncwarp();
    sum = s[tid] + s[tid + 16];
    __syncwarp();
    s[tid] = sum;
    __syncwarp();
    sum = s[tid] * 2 + s[tid + 8];
    __syncwarp();
    s[tid] = sum; // last
    __syncwarp();
  }
  if (tid == 0) a[0] = s[0];
}
)");
}

TEST(SplitterLoop, WarpTailOfHalfAWarp) {
  EXPECT_EQ(rewritten(R"(
__global__ void k(float *a, int n) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  if (tid < 16)
    $s[tid] *= s[tid + 16] - 1;
}
)"),
            R"(
__global__ void k(float *a, int n) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  const bool isActive = tid < 16;
  float value;
  if (isActive)
    value = s[tid] * (s[tid + 16] - 1);
  __syncwarp();
  if (isActive)
    s[tid] = value;
  __syncwarp();
}
)");
}

TEST(SplitterLoop, Switch) {
  EXPECT_EQ(rewritten(R"(
__global__ void k(float *a, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  switch (t % 3) {
  case 0:
    s[t] = 1;
    @a[t] = s[t + 1];
    break;
  case 1: {
    a[t] = 2;
    break;
  }
  default:
    a[t] = 3;
  }
}
)"),
            R"(
__global__ void k(float *a, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  const int selector = t % 3;
  const bool isCase = selector == 0;
  switch (selector) {
  case 0:
    s[t] = 1;
    break;
  case 1:
    a[t] = 2;
    break;
  default:
    a[t] = 3;
  }
  __syncthreads();
  if (isCase) {
    a[t] = s[t + 1];
  }
}
)");
}

TEST(SplitterLoop, SwitchWithFallThrough) {
  EXPECT_EQ(rewritten(R"(
__global__ void k(float *a, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  // by thread
  switch (t) {
  case 0:
  case 5:
    s[t] = 1;
    @a[t] = s[t + 1];
  default:
    a[t] = 2; // last
    break;
  case 1:
    a[t] = 3;
  }
}
)"),
            R"(
__global__ void k(float *a, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  // by thread
  switch (t) {
  case 0:
  case 5:
    break;
  default:
    break;
  case 1:
    a[t] = 3;
  }
  const bool isCase = t == 0 || t == 5;
  const bool takesCase = isCase || (t != 0 && t != 5 && t != 1);
  if (isCase) {
    s[t] = 1;
  }
  __syncthreads();
  if (isCase) {
    a[t] = s[t + 1];
  }
  if (takesCase) {
    a[t] = 2; // last
  }
}
)");
}

TEST(SplitterLoop, SwitchThatFallsThroughAltogether) {
  EXPECT_EQ(rewritten(R"(
__global__ void k(float *a, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  switch (t % 4) {
  case 3:
    s[t] = 1;
  case 2:
    @a[t] = s[0];
  }
}
)"),
            R"(
__global__ void k(float *a, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  const int selector = t % 4;
  const bool isCase = selector == 3;
  const bool takesCase = isCase || selector == 2;
  if (isCase) {
    s[t] = 1;
  }
  __syncthreads();
  if (takesCase) {
    a[t] = s[0];
  }
}
)");
}

TEST(SplitterLoop, CasesOfASwitchWithDifferentBarriers) {
  EXPECT_EQ(rewritten(R"(
__global__ void k(float *a, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  switch (t) {
  case 0:
    s[t] = 1;
    for (int i = 0; i < 4; ++i) {
      @a[t] = s[i];
    }
    break;
  default:
    s[t] = 1;
    @a[t] = s[0];
  }
}
)"),
            "error: the cases of a switch meet different barriers");
}

TEST(SplitterLoop, GuardedIfTakesTheGuardIntoItsCondition) {
  EXPECT_EQ(rewritten(R"(
__global__ void k(float *a, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  if (t >= n)
    return;
  if (t < 5 || a[t] > 0) { // staged
    s[t] = 1;
  }
  @if (t > 0)
    a[t] = s[t - 1];
}
)"),
            R"(
__global__ void k(float *a, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  if (t < n && (t < 5 || a[t] > 0)) { // staged
    s[t] = 1;
  }
  __syncthreads();
  if (t >= n)
    return;
  if (t > 0)
    a[t] = s[t - 1];
}
)");
}

TEST(SplitterLoop, RemovedBarrierTakesItsBranchAlong) {
  EXPECT_EQ(rewritten(R"(
__global__ void k(float *a, int n) {
  int t = threadIdx.x;
  a[t] = 1;

  ~__syncthreads(); // not needed

  if (t < n)
    ~__syncthreads();
  a[t] = 2;
}
)"),
            R"(
__global__ void k(float *a, int n) {
  int t = threadIdx.x;
  a[t] = 1;

  a[t] = 2;
}
)");
}

TEST(SplitterLoop, Macro) {
  EXPECT_EQ(rewritten(R"(
#define STEP(x) s[x] = 1; a[x] = 2
__global__ void k(float *a, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  if (t < n) {
    STEP(t);
    @a[t] = s[t + 1];
  }
}
)"),
            R"(
#define STEP(x) s[x] = 1; a[x] = 2
__global__ void k(float *a, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  const bool inBounds = t < n;
  if (inBounds) {
    STEP(t);
  }
  __syncthreads();
  if (inBounds) {
    a[t] = s[t + 1];
  }
}
)");
}

TEST(SplitterLoop, Goto) {
  EXPECT_EQ(rewritten(R"(
__global__ void k(float *a, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  if (t < n) {
    s[t] = 1;
  again:
    @a[t] = s[t + 1];
    if (a[t] > 0) goto again;
  }
}
)"),
            R"(error: line 22: a label or goto in the statements to split)");
}

TEST(SplitterLoop, PreprocessorConditional) {
  EXPECT_EQ(rewritten(R"(
__global__ void k(float *a, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  if (t < n) {
#ifdef FAST
    s[t] = 1;
#else
    s[t] = 2;
#endif
    @a[t] = s[t + 1];
  }
}
)"),
            R"(error: line 20: a preprocessor directive in the statements to split)");
}

TEST(SplitterLoop, CalleeWithABarrier) {
  EXPECT_EQ(rewritten(R"(
__device__ void reduce(float *s) { __syncthreads(); }
__global__ void k(float *a, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  if (t < n) {
    reduce(s);
    @a[t] = s[t + 1];
  }
}
)"),
            R"(error: line 22: 'reduce' synchronizes, and not every thread calls it)");
}

} // namespace
