// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 128 --arch sm_100a
#include <cstdint>

__device__ void store(uint32_t to, uint32_t v) {
  asm volatile("tcgen05.st.sync.aligned.32x32b.x1.b32 [%0], {%1};" ::"r"(to), "r"(v) : "memory"); // allow: tensor-memory
}
__device__ uint32_t load(uint32_t from) {
  uint32_t v;
  asm volatile("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%0}, [%1];" : "=r"(v) : "r"(from) : "memory");
  asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
  return v;
}
__device__ void waitStore() { asm volatile("tcgen05.wait::st.sync.aligned;" ::: "memory"); }
__device__ void arrive(uint64_t *bar) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"((uint32_t)__cvta_generic_to_shared(bar)) : "memory");
}

__global__ void barrierUnknown(uint32_t at, uint32_t *out) { // verdict: unknown
  store(at, threadIdx.x);
  waitStore();
  __syncthreads();
  out[threadIdx.x] = load(at);
}
__global__ void barrierBad(uint32_t at, uint32_t *out) {
  store(at, threadIdx.x); // expect-warning: tensor-memory
  __syncthreads();
  out[threadIdx.x] = load(at);
}
__global__ void lateBad(uint32_t at, uint32_t *out) {
  store(at, threadIdx.x); // expect-warning: tensor-memory
  __syncthreads();
  waitStore();
  out[threadIdx.x] = load(at);
}
__global__ void arriveUnknown(uint32_t at, int n) { // verdict: unknown
  __shared__ uint64_t full;
  for (int i = 0; i < n; ++i) {
    store(at, i);
    waitStore();
    arrive(&full);
  }
}
__global__ void arriveBad(uint32_t at, int n) {
  __shared__ uint64_t full;
  for (int i = 0; i < n; ++i) {
    store(at, i); // expect-warning: tensor-memory
    arrive(&full);
  }
}
// Several writes have one wait.
__global__ void severalUnknown(uint32_t at, bool more) { // verdict: unknown
  __shared__ uint64_t full;
  store(at, 1);
  if (more)
    store(at + 1, 2);
  waitStore();
  arrive(&full);
}
