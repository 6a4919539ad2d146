// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// RUN: not %cuda-fix --checks=synchronization --no-repair %s 2>&1 | FileCheck %s --implicit-check-not="in part"
// CHECK: '__rdtsc' is the function of this code
// CHECK: 3 kernels: 2 free of races and divergence, 1 with bugs
// RUN: not %cuda-fix --checks=synchronization --no-repair %s -- -std=c++20 2>&1 | FileCheck %s --check-prefix=NEWER --implicit-check-not="in part"
// NEWER: 3 kernels: 2 free of races and divergence, 1 with bugs
// Functions with the names of some that Clang, the library of C++20 or a header of PyTorch that is
// not included declares.
#include <ATen/ATen.h>
#include <cstdint>
#include <helper_math.h>
#include <math.h>

static inline uint64_t __rdtsc() {
  uint32_t high, low;
  asm volatile("rdtsc" : "=a"(low), "=d"(high));
  return (uint64_t)high << 32 | low;
}
template <typename T>
__device__ T WARP_SHFL_XOR(T v, int lanes, int width = warpSize, unsigned mask = 0xffffffff) {
  return __shfl_xor_sync(mask, v, lanes, width);
}
__global__ void swapOk(float *o) { o[threadIdx.x] = WARP_SHFL_XOR(o[threadIdx.x], 1); }
__global__ void mixOk(float3 *o, float *p) {
  o[threadIdx.x] = lerp(o[threadIdx.x], make_float3(1.0f, 1.0f, 1.0f), 0.5f);
  p[threadIdx.x] = lerp(p[threadIdx.x], 1.0f, 0.5f);
}
__global__ void mixBad(float *o) {
  o[threadIdx.x / 2] = lerp(float(threadIdx.x), 3.0f, 0.5f); // expect-error: intra-warp-race
}
void run(float3 *o, float *p) {
  swapOk<<<1, 64>>>(p);
  mixOk<<<1, 64>>>(o, p);
  mixBad<<<1, 64>>>(p);
  p[0] = (float)__rdtsc();
}
