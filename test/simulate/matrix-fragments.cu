// SPDX-License-Identifier: Apache-2.0
// REQUIRES: landlock
// RUN: not %cuda-fix simulate --run-program --arch sm_90 %s 2>&1 | FileCheck %s
// RUN: not %cuda-fix --arch sm_90 --checks=synchronization %s 2>&1 | FileCheck %s --check-prefix=STATIC
#include <cstdio>

// Rows in memory and fragments in the lanes of a warp (PTX ISA, ldmatrix and stmatrix).
using Row = short[8];

__device__ unsigned shared(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ void load(unsigned (&r)[4], const Row &row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(shared(row)));
}
__device__ void loadTransposed(unsigned (&r)[2], const Row &row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
               : "=r"(r[0]), "=r"(r[1]) : "r"(shared(row)));
}
__device__ void store(Row &row, const unsigned (&r)[4]) {
  asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(shared(row)),
               "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3]) : "memory");
}
__device__ void storeTransposed(Row &row, const unsigned (&r)[2]) {
  asm volatile("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0], {%1, %2};" ::"r"(shared(row)),
               "r"(r[0]), "r"(r[1]) : "memory");
}
__device__ bool holds(unsigned pair, int low, int high) {
  return (pair & 0xffff) == low && pair >> 16 == high;
}

__global__ void fragmentsOk(int *wrong) {
  __shared__ __align__(16) Row tile[32], back[32], turned[16];
  int lane = threadIdx.x;
  for (int i = 0; i < 8; ++i)
    tile[lane][i] = lane * 8 + i;
  __syncthreads();
  unsigned r[4], t[2];
  load(r, tile[lane]);
  loadTransposed(t, tile[lane % 16]);
  for (int m = 0; m < 4; ++m) {
    int first = (8 * m + lane / 4) * 8 + 2 * (lane % 4);
    wrong[lane] += !holds(r[m], first, first + 1);
  }
  for (int m = 0; m < 2; ++m) {
    int first = (8 * m + 2 * (lane % 4)) * 8 + lane / 4;
    wrong[lane] += !holds(t[m], first, first + 8);
  }
  store(back[lane], r);
  storeTransposed(turned[lane % 16], t);
  __syncthreads();
  for (int i = 0; i < 8; ++i) {
    wrong[lane] += back[lane][i] != tile[lane][i];
    wrong[lane] += turned[lane % 16][i] != tile[lane % 16][i];
  }
}

// The other warp's rows.
__global__ void otherRowsBad(unsigned *out, const int4 *in) {
  __shared__ __align__(16) Row tile[64];
  // STATIC: matrix-fragments.cu:[[@LINE+1]]:{{[0-9]+}}: error: race on shared memory 'tile'
  *reinterpret_cast<int4 *>(tile[threadIdx.x]) = in[threadIdx.x];
  __syncwarp();
  unsigned r[4];
  load(r, tile[(threadIdx.x + 32) % 64]);
  out[threadIdx.x] = r[0] + r[1] + r[2] + r[3];
}

// STATIC-NOT: error:
// STATIC: 2 kernels: 1 free of races and divergence, 1 with bugs
int main() {
  int *wrong, sum = 0;
  unsigned *out;
  int4 *in;
  cudaMallocManaged(&wrong, 32 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(unsigned));
  cudaMalloc(&in, 64 * sizeof(int4));
  fragmentsOk<<<1, 32>>>(wrong);
  cudaDeviceSynchronize();
  for (int i = 0; i < 32; ++i)
    sum += wrong[i];
  // CHECK: wrong: 0
  // CHECK: matrix-fragments.cu:61:{{.*}} race on shared memory
  printf("wrong: %d\n", sum);
  cudaMemset(in, 0, 64 * sizeof(int4));
  otherRowsBad<<<1, 64>>>(out, in);
  cudaDeviceSynchronize();
}
