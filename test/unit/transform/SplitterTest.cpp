// SPDX-License-Identifier: Apache-2.0
#include "SplitFixture.h"

using namespace cudafix::transform::test;

namespace {

TEST(Splitter, PlainInsertion) {
  EXPECT_EQ(rewrittenBody(R"(
  s[t] = a[t];
  @a[t] = s[n - t];
)"),
            R"(
  s[t] = a[t];
  __syncthreads();
  a[t] = s[n - t];
)");
}

TEST(Splitter, InsertionAtTheEndOfALoopBody) {
  EXPECT_EQ(rewrittenBody(R"(
  for (int i = 0; i < n; ++i) {
    s[t] = a[i];
    __syncthreads();
    a[t] += s[255 - t];
  @}
)"),
            R"(
  for (int i = 0; i < n; ++i) {
    s[t] = a[i];
    __syncthreads();
    a[t] += s[255 - t];
    __syncthreads();
  }
)");
}

TEST(Splitter, UnbracedLoopBodyGetsBraces) {
  EXPECT_EQ(rewritten(R"(
__global__ void k(float *a, int n) {
  __shared__ float s[256];
  for (int i = 0; i < n; ++i)
    @s[threadIdx.x] = s[255 - threadIdx.x] + a[i];
}
)"),
            R"(
__global__ void k(float *a, int n) {
  __shared__ float s[256];
  for (int i = 0; i < n; ++i) {
    __syncthreads();
    s[threadIdx.x] = s[255 - threadIdx.x] + a[i];
  }
}
)");
}

TEST(Splitter, BranchWithCommentsAndLocals) {
  EXPECT_EQ(rewrittenBody(R"(
  if (t < n) { // inside
    // load
    s[t] = a[t];
    // the neighbour
    const float v = work(s[t]); // keep
    @a[t] = v + s[n - t];
    // last
  } else {
    a[t] = 0;
  }
)"),
            R"(
  const bool inBounds = t < n;
  // the neighbour
  float v; // keep
  if (inBounds) { // inside
    // load
    s[t] = a[t];
    v = work(s[t]);
  } else {
    a[t] = 0;
  }
  __syncthreads();
  if (inBounds) {
    a[t] = v + s[n - t];
    // last
  }
)");
}

TEST(Splitter, ConstantAndArrayLocalsMoveAsTheyAre) {
  EXPECT_EQ(rewritten(R"(
__global__ void k(float *a, int n) {
  __shared__ float s[256];
  if (threadIdx.x < n) {
    const int t = threadIdx.x;
    float acc[2] = {0, 1};
    auto w = work(a[t]);
    float *p = a + n, *q = p;
    s[t] = w;
    @a[t] = s[n - t] + acc[1] + w + *q;
  }
}
)"),
            R"(
__global__ void k(float *a, int n) {
  __shared__ float s[256];
  const bool inBounds = threadIdx.x < n;
  const int t = threadIdx.x;
  float acc[2] = {0, 1};
  float w;
  float *p;
  float *q;
  if (inBounds) {
    w = work(a[t]);
    p = a + n;
    q = p;
    s[t] = w;
  }
  __syncthreads();
  if (inBounds) {
    a[t] = s[n - t] + acc[1] + w + *q;
  }
}
)");
}

TEST(Splitter, ReferenceIsDeclaredAgain) {
  EXPECT_EQ(rewrittenBody(R"(
  if (t < n) {
    float &mine = s[t];
    mine = a[t];
    @a[t] = mine + s[n - t];
  }
)"),
            R"(
  const bool inBounds = t < n;
  if (inBounds) {
    float &mine = s[t];
    mine = a[t];
  }
  __syncthreads();
  if (inBounds) {
    float &mine = s[t];
    a[t] = mine + s[n - t];
  }
)");
}

TEST(Splitter, TypeThatCannotBeDeclaredEarly) {
  EXPECT_EQ(rewritten(R"(
struct Pair {
  __device__ Pair(float a);
  float x;
};
__global__ void k(float *a, int n) {
  __shared__ float s[256];
  int t = threadIdx.x;
  if (t < n) {
    Pair p(a[t]++);
    s[t] = p.x;
    @a[t] = p.x + s[n - t];
  }
}
)"),
            R"(error: 'p' of type 'Pair' cannot be declared before the branch)");
}

TEST(Splitter, BothBranchesMeetABarrier) {
  EXPECT_EQ(rewrittenBody(R"(
  if (t < n) {
    s[t] = a[t];
    ~__syncthreads();
    @a[t] = s[t + 1];
  } else {
    s[t] = 0;
    ~__syncthreads();
    @a[t] = s[0];
  }
)"),
            R"(
  const bool inBounds = t < n;
  if (inBounds) {
    s[t] = a[t];
  } else {
    s[t] = 0;
  }
  __syncthreads();
  if (inBounds) {
    a[t] = s[t + 1];
  } else {
    a[t] = s[0];
  }
)");
}

TEST(Splitter, WriteInThenReadInElse) {
  EXPECT_EQ(rewrittenBody(R"(
  if (t % 2 == 0) {
    s[t] = a[t];
  @} else {
    a[t] = s[t + 1];
  }
)"),
            R"(
  const bool isEven = t % 2 == 0;
  if (isEven) {
    s[t] = a[t];
  }
  __syncthreads();
  if (!isEven) {
    a[t] = s[t + 1];
  }
)");
}

TEST(Splitter, WriteInThenReadAtStartOfElse) {
  EXPECT_EQ(rewrittenBody(R"(
  if (t % 2)
    s[t] = a[t];
  else
    @a[t] = s[t + 1];
)"),
            R"(
  const bool isOdd = t % 2;
  if (isOdd)
    s[t] = a[t];
  __syncthreads();
  if (!isOdd)
    a[t] = s[t + 1];
)");
}

TEST(Splitter, NestedIfsShareACondition) {
  EXPECT_EQ(rewrittenBody(R"(
  if (t < n)
    if (a[t] > 0) { s[t] = 1; @s[t + 1] = 2; }
)"),
            R"(
  const bool isSelected = t < n && a[t] > 0;
  if (isSelected) {
    s[t] = 1;
  }
  __syncthreads();
  if (isSelected) {
    s[t + 1] = 2;
  }
)");
}

TEST(Splitter, NestedIfsWithCodeAround) {
  EXPECT_EQ(rewritten(R"(
__global__ void k(float *a, int n, int m) {
  __shared__ float s[256];
  int row = threadIdx.x;
  if (row < n) {
    float x = a[row];
    if (x > 0 || next(&m)) {
      s[row] = x;
      @a[row] = s[row + 1];
    } else if (x < -1) {
      a[row] = 1;
    }
    a[row] += x;
  }
}
)"),
            R"(
__global__ void k(float *a, int n, int m) {
  __shared__ float s[256];
  int row = threadIdx.x;
  const bool inBounds = row < n;
  float x;
  bool isSelected = false;
  if (inBounds) {
    x = a[row];
    isSelected = x > 0 || next(&m);
    if (isSelected) {
      s[row] = x;
    } else if (x < -1) {
      a[row] = 1;
    }
  }
  __syncthreads();
  if (inBounds) {
    if (isSelected) {
      a[row] = s[row + 1];
    }
    a[row] += x;
  }
}
)");
}

TEST(Splitter, ElseIfChain) {
  EXPECT_EQ(rewritten(R"(
__global__ void k(float *a, int n, int m) {
  __shared__ float s[256];
  int t = threadIdx.x;
  if (t < n) {
    a[t] = 1;
  } else if (t == m) {
    s[t] = 1;
    @a[t] = s[0];
  } else {
    a[t] = 3;
  }
}
)"),
            R"(
__global__ void k(float *a, int n, int m) {
  __shared__ float s[256];
  int t = threadIdx.x;
  const bool inBounds = t < n;
  bool matches = false;
  if (inBounds) {
    a[t] = 1;
  } else {
    matches = t == m;
    if (matches) {
      s[t] = 1;
    } else {
      a[t] = 3;
    }
  }
  __syncthreads();
  if (matches) {
    a[t] = s[0];
  }
}
)");
}

TEST(Splitter, ConditionVariableAndInit) {
  EXPECT_EQ(rewrittenBody(R"(
  if (int m = n - t; float v = a[m]) {
    s[t] = v;
    @a[t] = s[t + 1] + v;
  }
)"),
            R"(
  int m = n - t;
  float v = a[m];
  const bool isActive = v;
  if (isActive) {
    s[t] = v;
  }
  __syncthreads();
  if (isActive) {
    a[t] = s[t + 1] + v;
  }
)");
}

TEST(Splitter, ConstBoolConditionIsReused) {
  EXPECT_EQ(rewrittenBody(R"(
  bool inside = t < n;
  if (!inside) {
    s[t] = 0;
    @a[t] = s[t + 1];
  }
)"),
            R"(
  bool inside = t < n;
  if (!inside) {
    s[t] = 0;
  }
  __syncthreads();
  if (!inside) {
    a[t] = s[t + 1];
  }
)");
}

TEST(Splitter, NamesStayUnique) {
  EXPECT_EQ(rewritten(R"(
__global__ void k(float *a, int n, int inBounds) {
  __shared__ float s[256];
  int inRange = threadIdx.x;
  if (inRange < n) {
    s[inRange] = inBounds;
    @a[inRange] = s[inRange + 1];
  }
}
)"),
            R"(
__global__ void k(float *a, int n, int inBounds) {
  __shared__ float s[256];
  int inRange = threadIdx.x;
  const bool isActive = inRange < n;
  if (isActive) {
    s[inRange] = inBounds;
  }
  __syncthreads();
  if (isActive) {
    a[inRange] = s[inRange + 1];
  }
}
)");
}

TEST(Splitter, HoistedNameIsTaken) {
  EXPECT_EQ(rewrittenBody(R"(
  float v = 0;
  if (t < n) {
    float v = a[t];
    s[t] = v;
    @a[t] = s[t + 1] + v;
  }
  a[0] = v;
)"),
            R"(
  float v = 0;
  const bool inBounds = t < n;
  float v2;
  if (inBounds) {
    v2 = a[t];
    s[t] = v2;
  }
  __syncthreads();
  if (inBounds) {
    a[t] = s[t + 1] + v2;
  }
  a[0] = v;
)");
}

TEST(Splitter, UniformBranchStays) {
  EXPECT_EQ(rewrittenBody(R"(
  if (n > 5) {
    if (t < n) {
      s[t] = 1;
      @a[t] = s[t + 1];
    }
  }
)"),
            R"(
  if (n > 5) {
    const bool inBounds = t < n;
    if (inBounds) {
      s[t] = 1;
    }
    __syncthreads();
    if (inBounds) {
      a[t] = s[t + 1];
    }
  }
)");
}

TEST(Splitter, AllmanAndTabs) {
  EXPECT_EQ(rewritten(R"(
__global__ void k(float *a, int n)
{
	__shared__ float s[256];
	int t = threadIdx.x;
	if(t < n)
	{
		s[t] = 1;
		@a[t] = s[t + 1];
	}
	else
	{
		a[t] = 2;
	}
}
)"),
            R"(
__global__ void k(float *a, int n)
{
	__shared__ float s[256];
	int t = threadIdx.x;
	const bool inBounds = t < n;
	if(inBounds)
	{
		s[t] = 1;
	}
	else
	{
		a[t] = 2;
	}
	__syncthreads();
	if(inBounds)
	{
		a[t] = s[t + 1];
	}
}
)");
}

} // namespace
