// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// A pointer that the kernel itself puts into memory may lead anywhere.

struct Part {
  int *p;
  int n;
};
union Word {
  int *p;
  unsigned long long bits;
};
__device__ int G[512];
__device__ int *Kept, *First = G;

__global__ void copiedUnknown(int *out) {
  __shared__ int a[257];
  __shared__ Part s, t;
  if (threadIdx.x == 0) {
    s.p = a;
    s.n = 1;
  }
  __syncthreads();
  if (threadIdx.x == 0)
    memcpy(&t, &s, sizeof s);
  __syncthreads();
  t.p[threadIdx.x] = 1;
  out[threadIdx.x] = a[threadIdx.x + 1];
}
__global__ void manyUnknown(int *out) {
  __shared__ int a[300];
  __shared__ int *s[10];
  if (threadIdx.x == 0) {
    s[0] = a;
    s[1] = a + 1;
    s[2] = a + 2;
    s[3] = a + 3;
    s[4] = a + 4;
    s[5] = a + 5;
    s[6] = a + 6;
    s[7] = a + 7;
    s[8] = a + 8;
    s[9] = a + 9;
  }
  __syncthreads();
  s[0][threadIdx.x] = 1;
  out[threadIdx.x] = a[threadIdx.x + 1];
}
__global__ void bitsUnknown(int *out) {
  __shared__ int a[257];
  __shared__ Word u;
  if (threadIdx.x == 0)
    u.bits = (unsigned long long)(a + 1);
  __syncthreads();
  u.p[threadIdx.x] = 1;
  out[threadIdx.x] = a[threadIdx.x];
}
__global__ void localBitsUnknown(int *out, int k) {
  __shared__ int a[257];
  Word u[2];
  u[0].p = out;
  u[1].bits = (unsigned long long)(a + 1);
  u[k & 1].p[threadIdx.x] = 1;
  out[threadIdx.x + 256] = a[threadIdx.x];
}
__global__ void keptUnknown(int *out) {
  if (threadIdx.x == 0)
    Kept = G;
  __syncthreads();
  Kept[threadIdx.x] = 1;
  out[threadIdx.x] = G[threadIdx.x + 1];
}
__global__ void listedUnknown(int **rows, int *out) {
  if (threadIdx.x == 0)
    rows[0] = out;
  __syncthreads();
  rows[0][threadIdx.x] = 1;
  out[threadIdx.x + 1] = 2;
}
__global__ void initialUnknown(int *out) {
  First[threadIdx.x] = 1;
  out[threadIdx.x] = G[threadIdx.x + 1];
}
__global__ void givenOk(int **rows, int n) {
  for (int i = 0; i < n; ++i)
    rows[0][threadIdx.x + i * blockDim.x] = rows[1][threadIdx.x];
}

// Copied word by word: the pointers may be those of the original, or any others.
struct Rows {
  int *to, *from;
};
__global__ void wordsUnknown(Rows given, int *out) {
  __shared__ Rows own;
  if (threadIdx.x < sizeof(Rows) / 4)
    ((int *)&own)[threadIdx.x] = ((const int *)&given)[threadIdx.x];
  __syncthreads();
  own.to[threadIdx.x] = 1;
  out[threadIdx.x] = given.to[threadIdx.x + 1];
}
__global__ void longsUnknown(const Rows *given, int *out) {
  __shared__ Rows own;
  if (threadIdx.x < 2)
    ((long long *)&own)[threadIdx.x] = ((const long long *)given)[threadIdx.x];
  __syncthreads();
  own.to[threadIdx.x] = 1;
  out[threadIdx.x] = given->to[threadIdx.x + 1];
}
// Members beside the pointer are data.
struct Node {
  int *to;
  int count;
};
__global__ void membersOk(Node *nodes) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  nodes[0].to[i] = 1;
  nodes[i].count = 2;
}
