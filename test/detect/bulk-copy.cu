// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 128 --arch sm_90
// RUN: not %cuda-fix --no-repair --block-dim 128 --arch sm_90 --kernel withoutFenceBad %s | FileCheck %s
#include <cstdint>

__device__ uint32_t shared(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }
__device__ void proxyFence() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ void copyOut(void *to, const void *from, uint32_t bytes) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" // allow: bulk-copy
               ::"l"(to), "r"(shared(from)), "r"(bytes)
               : "memory");
}
__device__ void commit() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
__device__ void waitRead() { asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory"); }
__device__ void init(uint64_t *bar, uint32_t count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared(bar)), "r"(count)); // allow: mbarrier-init
}
__device__ void expect(uint64_t *bar, uint32_t bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared(bar)), "r"(bytes) : "memory");
}
__device__ void copyIn(void *to, const void *from, uint32_t bytes, uint64_t *bar) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" // allow: bulk-copy
               ::"r"(shared(to)), "l"(from), "r"(bytes), "r"(shared(bar))
               : "memory");
}
__device__ void wait(uint64_t *bar, uint32_t parity) {
  asm volatile("{\n.reg .pred done;\nAGAIN%=:\nmbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
               "@done bra DONE%=;\nbra AGAIN%=;\nDONE%=:\n}" ::"r"(shared(bar)), "r"(parity)
               : "memory");
}

__global__ void outUnknown(float *out) { // verdict: unknown
  __shared__ alignas(128) float tile[128];
  tile[threadIdx.x] = threadIdx.x;
  proxyFence();
  __syncthreads();
  if (threadIdx.x == 0) {
    copyOut(out, tile, sizeof(tile));
    commit();
    waitRead();
  }
}
// CHECK: error: the bulk copy may not see what thread {{[0-9]+}} writes tile[threadIdx.x] at line [[# @LINE + 4]]: no fence.proxy.async stands in between [bulk-copy]
// CHECK: note: the access
__global__ void withoutFenceBad(float *out) {
  __shared__ alignas(128) float tile[128];
  tile[threadIdx.x] = threadIdx.x; // expect-error: bulk-copy
  __syncthreads();
  if (threadIdx.x == 0) {
    copyOut(out, tile, sizeof(tile));
    commit();
    waitRead();
  }
}
// Whichever lane is elected.
__device__ bool elected() {
  uint32_t is = 0;
  asm volatile("{\n.reg .pred P;\nelect.sync _|P, 0xffffffff;\nselp.u32 %0, 1, 0, P;\n}" : "=r"(is));
  return is != 0;
}
__global__ void electedUnknown(float *out) { // verdict: unknown
  __shared__ alignas(128) float tile[128];
  tile[threadIdx.x] = threadIdx.x;
  proxyFence();
  __syncthreads();
  if (threadIdx.x < 32 && elected()) {
    copyOut(out, tile, sizeof(tile));
    commit();
    waitRead();
  }
}
__global__ void electedWithoutFenceBad(float *out) {
  __shared__ alignas(128) float tile[128];
  tile[threadIdx.x] = threadIdx.x; // expect-error: bulk-copy
  __syncthreads();
  if (threadIdx.x < 32 && elected()) {
    copyOut(out, tile, sizeof(tile));
    commit();
    waitRead();
  }
}
// Another part of the memory is copied.
__global__ void elsewhereUnknown(float *out) { // verdict: unknown
  __shared__ alignas(128) float tile[256];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    copyOut(out, tile + 128, 512);
    commit();
    waitRead();
  }
}
__global__ void reusedBad(float *out) {
  __shared__ alignas(128) float tile[128];
  tile[threadIdx.x] = threadIdx.x;
  proxyFence();
  __syncthreads();
  if (threadIdx.x == 0) {
    copyOut(out, tile, sizeof(tile));
    commit();
  }
  __syncthreads();
  tile[threadIdx.x] = 0; // expect-error: bulk-copy
  if (threadIdx.x == 0)
    waitRead();
}
__global__ void notCommittedBad(float *out) {
  __shared__ alignas(128) float tile[128];
  tile[threadIdx.x] = threadIdx.x;
  proxyFence();
  __syncthreads();
  if (threadIdx.x == 0) {
    copyOut(out, tile, sizeof(tile)); // expect-error: bulk-copy
    waitRead();
  }
}
__global__ void freedBad(float *out) {
  __shared__ alignas(128) float tile[128];
  tile[threadIdx.x] = threadIdx.x;
  proxyFence();
  __syncthreads();
  if (threadIdx.x == 0) {
    copyOut(out, tile, sizeof(tile)); // expect-warning: bulk-copy
    commit();
  }
}

__global__ void inOk(const float *in, float *out) {
  __shared__ alignas(128) float tile[128];
  __shared__ uint64_t bar;
  if (threadIdx.x == 0)
    init(&bar, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    expect(&bar, sizeof(tile));
    copyIn(tile, in, sizeof(tile), &bar);
  }
  wait(&bar, 0);
  out[threadIdx.x] = tile[127 - threadIdx.x];
}
__global__ void notAwaitedBad(const float *in, float *out) {
  __shared__ alignas(128) float tile[128];
  __shared__ uint64_t bar;
  if (threadIdx.x == 0)
    init(&bar, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    expect(&bar, sizeof(tile));
    copyIn(tile, in, sizeof(tile), &bar);
  }
  __syncthreads();
  out[threadIdx.x] = tile[127 - threadIdx.x]; // expect-error: bulk-copy
}
// The copy after the wait reads what the kernel before this one writes.
__global__ void weightsFirstOk(const float *weight, const float *in, float *out) {
  __shared__ alignas(128) float tile[128];
  __shared__ uint64_t bar;
  if (threadIdx.x == 0)
    init(&bar, 1);
  __syncthreads();
  float w = weight[threadIdx.x];
  asm volatile("griddepcontrol.wait;" ::: "memory");
  if (threadIdx.x == 0) {
    expect(&bar, sizeof(tile));
    copyIn(tile, in, sizeof(tile), &bar);
  }
  wait(&bar, 0);
  out[threadIdx.x] = w * tile[threadIdx.x];
}
