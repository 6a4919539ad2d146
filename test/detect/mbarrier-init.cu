// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 128 --arch sm_90
#include <cstdint>

__device__ uint32_t shared(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }
struct Barrier {
  uint64_t word;
  __device__ void init(uint32_t count) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared(&word)), "r"(count)); // allow: mbarrier-init
  }
  __device__ void arrive() {
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared(&word)) : "memory"); // allow: mbarrier-init
  }
  __device__ bool done(uint32_t parity) {
    uint32_t ok;
    asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n"
                 "selp.u32 %0, 1, 0, p;\n}" : "=r"(ok) : "r"(shared(&word)), "r"(parity) : "memory");
    return ok;
  }
  __device__ void wait(uint32_t parity) {
    while (!done(parity)) {
    }
  }
};

__global__ void initOk(int *out) {
  __shared__ Barrier bar;
  __shared__ int s[128];
  if (threadIdx.x == 0)
    bar.init(128);
  __syncthreads();
  s[threadIdx.x] = threadIdx.x;
  bar.arrive();
  bar.wait(0);
  out[threadIdx.x] = s[127 - threadIdx.x];
}
__global__ void withoutBarrierBad(int *out) {
  __shared__ Barrier bar;
  __shared__ int s[128];
  if (threadIdx.x == 0)
    bar.init(128); // expect-error: mbarrier-init
  s[threadIdx.x] = threadIdx.x;
  bar.arrive();
  bar.wait(0);
  out[threadIdx.x] = s[127 - threadIdx.x];
}
// A fence holds nobody up.
__global__ void fenceAloneBad(int *out) {
  __shared__ Barrier bar;
  if (threadIdx.x == 0) {
    bar.init(128); // expect-error: mbarrier-init
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  bar.arrive();
  bar.wait(0);
  out[threadIdx.x] = 1;
}
// Only the thread that initialised it uses it.
__global__ void oneThreadUnknown(int *out) { // verdict: unknown
  __shared__ Barrier bar;
  if (threadIdx.x == 0) {
    bar.init(1);
    bar.arrive();
    bar.wait(0);
    out[0] = 1;
  }
}
// The same thread uses it under a branch of its own.
__global__ void twoBranchesUnknown(int *out) { // verdict: unknown
  __shared__ Barrier bar;
  if (threadIdx.x == 0)
    bar.init(1);
  out[threadIdx.x] = 1;
  if (threadIdx.x == 0)
    bar.arrive();
}
__global__ void eachItsOwnUnknown(int *out) { // verdict: unknown
  __shared__ Barrier bar[4];
  if (threadIdx.x < 4)
    bar[threadIdx.x].init(1);
  out[threadIdx.x] = 1;
  if (threadIdx.x < 4)
    bar[threadIdx.x].arrive();
}
__global__ void neighboursBad(int *out) {
  __shared__ Barrier bar[4];
  if (threadIdx.x < 4)
    bar[threadIdx.x].init(1); // expect-error: mbarrier-init
  out[threadIdx.x] = 1;
  if (threadIdx.x < 4)
    bar[threadIdx.x ^ 1].arrive();
}
// __syncwarp() holds up the lanes of one warp.
__global__ void ofWarpUnknown(int *out) { // verdict: unknown
  __shared__ Barrier bar[4];
  if (threadIdx.x % 32 == 0)
    bar[threadIdx.x / 32].init(32);
  __syncwarp();
  bar[threadIdx.x / 32].arrive();
}
__global__ void otherWarpsBad(int *out) {
  __shared__ Barrier bar;
  if (threadIdx.x == 0)
    bar.init(128); // expect-error: mbarrier-init
  __syncwarp();
  bar.arrive();
}
// Another mbarrier holds the other threads up.
__global__ void throughAnotherUnknown(int *out) { // verdict: unknown
  __shared__ Barrier first, second;
  if (threadIdx.x == 0)
    first.init(128);
  __syncthreads();
  if (threadIdx.x == 0)
    second.init(128);
  first.arrive();
  first.wait(0);
  second.arrive();
}
// Memory contents decide who initialises it: all use it.
__global__ void byContentsBad(const int *leader, int *out) {
  __shared__ Barrier bar;
  if (threadIdx.x == leader[0])
    bar.init(128); // expect-warning: mbarrier-init
  bar.arrive();
}
__global__ void byContentsUnknown(const int *leader, int *out) { // verdict: unknown
  __shared__ Barrier bar;
  const bool leads = threadIdx.x == leader[0];
  if (leads)
    bar.init(1);
  out[threadIdx.x] = 1;
  if (leads)
    bar.arrive();
}
