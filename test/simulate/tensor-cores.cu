// SPDX-License-Identifier: Apache-2.0
// REQUIRES: landlock
// RUN: %cuda-fix simulate --run-program --arch sm_90 %s | FileCheck %s
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

// Each lane holds parts of the matrices (PTX ISA, "Matrix fragments for mma"); the products are
// small numbers, so that no form rounds.
// CHECK: wrong: 0
__device__ int a(int row, int k) { return (row * 3 + k * 5) % 7 - 3; }
__device__ int b(int k, int column) { return (k * 2 + column) % 5 - 2; }
__device__ int c(int row, int column) { return row - column; }
__device__ int expected(int row, int column, int ks) {
  int sum = c(row, column);
  for (int k = 0; k < ks; ++k)
    sum += a(row, k) * b(k, column);
  return sum;
}
__device__ unsigned narrow(float x) { return __half_as_ushort(__float2half(x)); }
__device__ unsigned brain(float x) { return __float_as_uint(x) >> 16; }
__device__ float value(unsigned bits) { return __half2float(__ushort_as_half(bits)); }

template <class F> __device__ unsigned pair(F bits, int low, int high) { return bits(low) | bits(high) << 16; }
__device__ unsigned bytes(int w, int x, int y, int z) {
  return (w & 255) | (x & 255) << 8 | (y & 255) << 16 | unsigned(z & 255) << 24;
}

template <class T> __device__ int wrong(const T (&d)[4], int ks) {
  int group = threadIdx.x / 4, t = threadIdx.x % 4, n = 0;
  for (int i = 0; i < 4; ++i)
    n += d[i] != T(expected(group + i / 2 * 8, 2 * t + i % 2, ks));
  return n;
}
template <class T> __device__ void fill(T (&d)[4]) {
  for (int i = 0; i < 4; ++i)
    d[i] = c(threadIdx.x / 4 + i / 2 * 8, threadIdx.x % 4 * 2 + i % 2);
}

__device__ int halves16() {
  int g = threadIdx.x / 4, t = threadIdx.x % 4 * 2;
  unsigned l[4], r[2];
  for (int i = 0; i < 4; ++i)
    l[i] = pair(narrow, a(g + i % 2 * 8, t + i / 2 * 8), a(g + i % 2 * 8, t + 1 + i / 2 * 8));
  for (int i = 0; i < 2; ++i)
    r[i] = pair(narrow, b(t + 8 * i, g), b(t + 1 + 8 * i, g));
  float d[4];
  fill(d);
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(l[0]), "r"(l[1]), "r"(l[2]), "r"(l[3]), "r"(r[0]), "r"(r[1]));
  return wrong(d, 16);
}
__device__ int halfSums8() {
  int g = threadIdx.x / 4, t = threadIdx.x % 4 * 2;
  unsigned l[2] = {pair(narrow, a(g, t), a(g, t + 1)), pair(narrow, a(g + 8, t), a(g + 8, t + 1))};
  unsigned r = pair(narrow, b(t, g), b(t + 1, g)), d[2];
  for (int i = 0; i < 2; ++i)
    d[i] = pair(narrow, c(g + 8 * i, t), c(g + 8 * i, t + 1));
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3}, {%4}, {%0,%1};"
               : "+r"(d[0]), "+r"(d[1]) : "r"(l[0]), "r"(l[1]), "r"(r));
  float f[4] = {value(d[0] & 0xffff), value(d[0] >> 16), value(d[1] & 0xffff), value(d[1] >> 16)};
  return wrong(f, 8);
}
__device__ int brains8() {
  int g = threadIdx.x / 4, t = threadIdx.x % 4 * 2;
  unsigned l[2] = {pair(brain, a(g, t), a(g, t + 1)), pair(brain, a(g + 8, t), a(g + 8, t + 1))};
  unsigned r = pair(brain, b(t, g), b(t + 1, g));
  float d[4];
  fill(d);
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(l[0]), "r"(l[1]), "r"(r));
  return wrong(d, 8);
}
__device__ int tf32() {
  int g = threadIdx.x / 4, t = threadIdx.x % 4;
  unsigned l[4], r[2];
  for (int i = 0; i < 4; ++i)
    l[i] = __float_as_uint(a(g + i % 2 * 8, t + i / 2 * 4)) | 1; // a bit that is not looked at
  for (int i = 0; i < 2; ++i)
    r[i] = __float_as_uint(b(t + 4 * i, g));
  float d[4];
  fill(d);
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(l[0]), "r"(l[1]), "r"(l[2]), "r"(l[3]), "r"(r[0]), "r"(r[1]));
  return wrong(d, 8);
}
__device__ int bytes32() {
  int g = threadIdx.x / 4, t = threadIdx.x % 4 * 4;
  unsigned l[4], r[2];
  for (int i = 0; i < 4; ++i) {
    int row = g + i % 2 * 8, k = t + i / 2 * 16;
    l[i] = bytes(a(row, k), a(row, k + 1), a(row, k + 2), a(row, k + 3));
  }
  for (int i = 0; i < 2; ++i) {
    int k = t + 16 * i;
    r[i] = bytes(b(k, g), b(k + 1, g), b(k + 2, g), b(k + 3, g));
  }
  int d[4];
  fill(d);
  asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
               : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
               : "r"(l[0]), "r"(l[1]), "r"(l[2]), "r"(l[3]), "r"(r[0]), "r"(r[1]));
  return wrong(d, 32);
}
__device__ int bytes16() {
  int g = threadIdx.x / 4, t = threadIdx.x % 4 * 4;
  unsigned l[2], r = bytes(b(t, g), b(t + 1, g), b(t + 2, g), b(t + 3, g));
  for (int i = 0; i < 2; ++i)
    l[i] = bytes(a(g + 8 * i, t), a(g + 8 * i, t + 1), a(g + 8 * i, t + 2), a(g + 8 * i, t + 3));
  int d[4];
  fill(d);
  asm volatile("mma.sync.aligned.m16n8k16.row.col.satfinite.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
               : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]) : "r"(l[0]), "r"(l[1]), "r"(r));
  return wrong(d, 16);
}
__device__ int doubles() {
  int g = threadIdx.x / 4, t = threadIdx.x % 4;
  double l = a(g, t), r = b(t, g), d[2] = {double(c(g, 2 * t)), double(c(g, 2 * t + 1))};
  asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};"
               : "+d"(d[0]), "+d"(d[1]) : "d"(l), "d"(r));
  return (d[0] != expected(g, 2 * t, 4)) + (d[1] != expected(g, 2 * t + 1, 4));
}

__global__ void multiply(int *n) {
  atomicAdd(n, halves16() + halfSums8() + brains8() + tf32() + bytes32() + bytes16() + doubles());
}

int main() {
  int *n;
  cudaMallocManaged(&n, sizeof(int));
  *n = 0;
  multiply<<<1, 32>>>(n);
  cudaDeviceSynchronize();
  printf("wrong: %d\n", *n);
}
