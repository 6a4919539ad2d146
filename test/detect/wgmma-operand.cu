// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 128 --arch sm_90a
// RUN: not %cuda-fix --no-repair --block-dim 128 --arch sm_90a --kernel withoutFenceBad %s | FileCheck %s
#include <cstdint>

__device__ uint32_t shared(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }
__device__ uint64_t encode(uint64_t x) { return (x & 0x3FFFF) >> 4; }
// Tiles without a swizzle.
__device__ uint64_t descriptor(const void *tile) {
  uint64_t d = encode(shared(tile));
  d |= encode(128) << 16;
  d |= encode(256) << 32;
  return d;
}
__device__ void proxyFence() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ void begin() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ void commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int N> __device__ void wait() { asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(N) : "memory"); }
__device__ void multiply(float (&d)[4], uint64_t a, uint64_t b) {
  asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %6, 0;\n" // allow: wgmma-operand shared-race
               "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, p, 1, 1, 0, 0;\n}"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "l"(a), "l"(b), "r"(1));
}
// The left tile in registers.
__device__ void multiply(float (&d)[4], const uint32_t (&a)[4], uint64_t b) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, {%4, %5, %6, %7}, %8, 1, 1, 1, 0;" // allow: wgmma-operand shared-race
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b));
}
__device__ void store(float *out, const float (&d)[4]) {
  for (int i = 0; i < 4; ++i)
    out[threadIdx.x * 4 + i] = d[i];
}

__global__ void rightUnknown(const uint4 *in, float *out) { // verdict: unknown
  __shared__ alignas(128) uint4 a[128], b[16];
  float d[4] = {};
  for (int i = 0; i < 4; ++i) {
    a[threadIdx.x] = in[i * 128 + threadIdx.x];
    if (threadIdx.x < 16)
      b[threadIdx.x] = in[512 + threadIdx.x];
    proxyFence();
    __syncthreads();
    begin();
    multiply(d, descriptor(a), descriptor(b));
    commit();
    wait<0>();
    __syncthreads();
  }
  store(out, d);
}
// CHECK: error: wgmma may not see what thread {{[0-9]+}} writes a[threadIdx.x] at line [[# @LINE + 5]]: no fence.proxy.async stands in between [wgmma-operand]
// CHECK: note: the access
__global__ void withoutFenceBad(const uint4 *in, float *out) {
  __shared__ alignas(128) uint4 a[128], b[16];
  float d[4] = {};
  a[threadIdx.x] = in[threadIdx.x]; // expect-error: wgmma-operand
  if (threadIdx.x < 16)
    b[threadIdx.x] = in[128 + threadIdx.x]; // expect-error: wgmma-operand
  __syncthreads();
  begin();
  multiply(d, descriptor(a), descriptor(b));
  commit();
  wait<0>();
  store(out, d);
}
__global__ void reusedBad(const uint4 *in, float *out) {
  __shared__ alignas(128) uint4 a[128], b[16];
  float d[4] = {};
  a[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x < 16)
    b[threadIdx.x] = in[128 + threadIdx.x];
  proxyFence();
  __syncthreads();
  begin();
  multiply(d, descriptor(a), descriptor(b));
  commit();
  __syncthreads();
  a[threadIdx.x] = in[threadIdx.x + 256]; // expect-error: wgmma-operand
  proxyFence();
  __syncthreads();
  multiply(d, descriptor(a), descriptor(b));
  commit();
  wait<0>();
  store(out, d);
}
__global__ void turnsNotWaitedBad(const uint4 *in, float *out, int n) {
  __shared__ alignas(128) uint4 b[16];
  uint32_t a[4] = {1, 2, 3, 4};
  float d[4] = {};
  for (int i = 0; i < n; ++i) {
    if (threadIdx.x < 16)
      b[threadIdx.x] = in[i * 16 + threadIdx.x]; // expect-error: wgmma-operand
    proxyFence();
    __syncthreads();
    begin();
    multiply(d, a, descriptor(b));
    commit();
    __syncthreads();
  }
  wait<0>();
  store(out, d);
}
__global__ void notCommittedBad(const uint4 *in, float *out) {
  __shared__ alignas(128) uint4 a[128], b[16];
  float d[4] = {};
  a[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x < 16)
    b[threadIdx.x] = in[128 + threadIdx.x];
  proxyFence();
  __syncthreads();
  begin();
  multiply(d, descriptor(a), descriptor(b)); // expect-error: wgmma-operand
  wait<0>();
  store(out, d);
}
// That a warp has waited says nothing of the others, which read the same right tile.
__global__ void nextTurnBad(const uint4 *in, float *out, int n) {
  __shared__ alignas(128) uint4 b[16];
  uint32_t a[4] = {1, 2, 3, 4};
  float d[4] = {};
  for (int i = 0; i < n; ++i) {
    if (threadIdx.x < 16)
      b[threadIdx.x] = in[i * 16 + threadIdx.x]; // expect: shared-race
    proxyFence();
    __syncthreads();
    begin();
    multiply(d, a, descriptor(b)); // allow: shared-race
    commit();
    wait<0>();
  }
  store(out, d);
}
// Two tiles in turn.
__global__ void twoTilesUnknown(const uint4 *in, float *out, int n) { // verdict: unknown
  __shared__ alignas(128) uint4 b[2][16];
  uint32_t a[4] = {1, 2, 3, 4};
  float d[4] = {};
  for (int i = 0; i < n; ++i) {
    if (threadIdx.x < 16)
      b[i % 2][threadIdx.x] = in[i * 16 + threadIdx.x];
    proxyFence();
    __syncthreads();
    begin();
    multiply(d, a, descriptor(b[i % 2]));
    commit();
    wait<0>();
  }
  store(out, d);
}
__global__ void noBarrierBad(const uint4 *in, float *out) {
  __shared__ alignas(128) uint4 b[16];
  uint32_t a[4] = {1, 2, 3, 4};
  float d[4] = {};
  if (threadIdx.x < 16)
    b[threadIdx.x] = in[threadIdx.x]; // expect: shared-race
  proxyFence();
  begin();
  multiply(d, a, descriptor(b)); // allow: shared-race
  commit();
  wait<0>();
  store(out, d);
}
// Another part of the memory is multiplied.
__global__ void elsewhereUnknown(const uint4 *in, float *out) { // verdict: unknown
  __shared__ alignas(128) uint4 a[256], b[32];
  float d[4] = {};
  a[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x < 16)
    b[threadIdx.x] = in[128 + threadIdx.x];
  proxyFence();
  __syncthreads();
  begin();
  multiply(d, descriptor(a), descriptor(b));
  commit();
  a[128 + threadIdx.x] = in[threadIdx.x + 256];
  wait<0>();
  store(out, d);
}
// A descriptor moved on by 256 bytes.
__global__ void movedBad(const uint4 *in, float *out) {
  __shared__ alignas(128) uint4 a[256], b[32];
  float d[4] = {};
  a[threadIdx.x] = a[threadIdx.x + 128] = in[threadIdx.x];
  if (threadIdx.x < 32)
    b[threadIdx.x] = in[128 + threadIdx.x];
  proxyFence();
  __syncthreads();
  begin();
  multiply(d, descriptor(a) + 128, descriptor(b) + 16);
  commit();
  if (threadIdx.x < 16)
    b[16 + threadIdx.x] = in[threadIdx.x + 256]; // expect-error: wgmma-operand
  wait<0>();
  store(out, d);
}
// A turn of a ring: the stage before may still be read.
__global__ void stagesUnknown(const uint4 *in, float *out, int n) { // verdict: unknown
  __shared__ alignas(128) uint4 b[2][16];
  uint32_t a[4] = {1, 2, 3, 4};
  float d[4] = {};
  for (int i = 0; i < n; ++i) {
    if (threadIdx.x < 16)
      b[i % 2][threadIdx.x] = in[i * 16 + threadIdx.x];
    proxyFence();
    __syncthreads();
    begin();
    multiply(d, a, descriptor(b[i % 2]));
    commit();
    wait<1>();
    __syncthreads();
  }
  wait<0>();
  store(out, d);
}
