// SPDX-License-Identifier: Apache-2.0
// RUN: %check-simulation %s --grid 2 --block 32 --shared 512
#include <assert.h>

__constant__ float weights[4] = {0.5f, 1.5f, 2.5f, 3.5f};
__device__ int table[3] = {10, 20, 30};
__device__ int *entry = &table[1];
extern __shared__ int dynamic[];

__global__ void constantOk(int *out) { assert(weights[threadIdx.x % 4] == threadIdx.x % 4 + 0.5f); }
__global__ void deviceOk(int *out) { assert(table[2] == 30 && *entry == 20 && entry[1] == 30); }

__global__ void dynamicOk(int *out) {
  auto *second = reinterpret_cast<double *>(dynamic + 32);
  dynamic[threadIdx.x] = threadIdx.x;
  second[threadIdx.x] = threadIdx.x * 0.5;
  __syncthreads();
  assert(dynamic[31 - threadIdx.x] == 31 - threadIdx.x);
  assert(second[31 - threadIdx.x] == (31 - threadIdx.x) * 0.5);
}

__global__ void dynamicBad(int *out) { dynamic[threadIdx.x * 5] = 1; } // expect: out-of-bounds

// A block's shared memory is its own.
__global__ void everyBlockOk(int *out) {
  __shared__ int s;
  if (threadIdx.x == 0)
    s = blockIdx.x;
  __syncthreads();
  assert(s == blockIdx.x);
}

struct Pair { int n; float f; char c[5]; };
__global__ void structOk(Pair p, int *out) {
  Pair q = p;
  q.n += threadIdx.x;
  q.c[threadIdx.x % 5] = 'x';
  assert(q.n - p.n == threadIdx.x && q.c[threadIdx.x % 5] == 'x' && p.c[threadIdx.x % 5] == 0);
}

__device__ int twice(int x) { return 2 * x; }
__device__ int thrice(int x) { return 3 * x; }
typedef int (*Function)(int);
__device__ Function functions[2] = {twice, thrice};
__global__ void pointersOk(int *out) {
  assert(functions[threadIdx.x % 2](7) == (threadIdx.x % 2 ? 21 : 14));
}

__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__global__ void recursionOk(int *out) { assert(fibonacci(10) == 55); }

__global__ void atomicsOk(int *a, unsigned *u, float *f, double *d, unsigned long long *l) {
  __shared__ int s[8];
  __shared__ unsigned w;
  if (threadIdx.x < 8)
    s[threadIdx.x] = 100;
  if (threadIdx.x == 0)
    w = 0;
  __syncthreads();
  atomicAdd(&s[0], 2);
  atomicSub(&s[1], 1);
  atomicMin(&s[2], (int)threadIdx.x - 5);
  atomicMax(&s[3], (int)threadIdx.x + 100);
  atomicOr(&s[4], 1 << threadIdx.x % 32);
  atomicXor(&s[5], 1);
  atomicInc(&w, 9);
  atomicCAS(&s[6], 100, threadIdx.x);
  atomicExch(&s[7], 3);
  if (blockIdx.x == 0) {
    atomicAdd(f, 0.5f);
    atomicAdd(d, 0.25);
    atomicAdd(l, 1ull << 33);
  }
  __syncthreads();
  assert(s[0] == 164 && s[1] == 68 && s[2] == -5 && s[3] == 131);
  assert(s[4] == -1 && s[5] == 100 && s[6] >= 0 && s[6] < 32 && s[7] == 3);
  assert(w == 2);
  if (blockIdx.x == 0)
    assert(atomicAdd(f, 0.f) == 16.f && atomicAdd(d, 0.) == 8. && atomicAdd(l, 0) == 1ull << 38);
}
