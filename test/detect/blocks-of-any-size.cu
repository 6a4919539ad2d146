// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --arch sm_90
// No launch is in sight: what goes wrong with blocks of every size that runs all of the code.
#include <cstdint>

__device__ uint32_t shared(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }
__device__ void init(uint64_t *bar, uint32_t count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared(bar)), "r"(count));
}
__device__ void arrive(uint64_t *bar) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared(bar)) : "memory");
}
__device__ void wait(uint64_t *bar, uint32_t parity) {
  asm volatile("{\n.reg .pred done;\nAGAIN%=:\nmbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
               "@done bra DONE%=;\nbra AGAIN%=;\nDONE%=:\n}" ::"r"(shared(bar)), "r"(parity)
               : "memory");
}
__device__ void expect(uint64_t *bar, uint32_t bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared(bar)), "r"(bytes) : "memory");
}
__device__ void copy(void *to, const void *from, uint32_t bytes, uint64_t *bar) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                   shared(to)), "l"(from), "r"(bytes), "r"(shared(bar)) : "memory");
}

// The last warp lets tiles come, the others add them up.
template <int Arrivals, bool Empties, int Ahead> __device__ void sums(const float *in, float *out, int tiles) {
  __shared__ alignas(128) float buffer[3][128];
  __shared__ uint64_t full[3], empty[3];
  if (threadIdx.x == 0)
    for (int s = 0; s < 3; ++s)
      init(&full[s], 1), init(&empty[s], Arrivals);
  __syncthreads();
  if (threadIdx.x >= 128) {
    if (threadIdx.x == 128)
      for (int i = 0; i < tiles; ++i) {
        if (Empties)
          wait(&empty[i % 3], i / 3 % 2 ^ 1);
        expect(&full[i % 3], 512);
        copy(buffer[i % 3], in + (blockIdx.x * tiles + i) * 128, 512, &full[i % 3]);
      }
  } else {
    float sum = 0;
    for (int i = 0; i < tiles; ++i) {
      wait(&full[i % 3], i / 3 % 2);
      sum += buffer[(i + Ahead) % 3][127 - threadIdx.x];
      arrive(&empty[i % 3]);
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
  }
}
__global__ void sumsUnknown(const float *in, float *out, int tiles) { // verdict: unknown
  sums<128, true, 0>(in, out, tiles);
}
__global__ void arrivalsBad(const float *in, float *out, int tiles) {
  sums<160, true, 0>(in, out, tiles); // expect-warning: mbarrier-phase
}
__global__ void notEmptyBad(const float *in, float *out, int tiles) {
  sums<128, false, 0>(in, out, tiles); // expect-warning: bulk-copy, allow: mbarrier-phase
}
__global__ void otherStageBad(const float *in, float *out, int tiles) {
  sums<128, true, 1>(in, out, tiles); // expect-warning: bulk-copy
}

// Right for blocks of 128 threads alone.
__global__ void halfArrivesUnknown(int *out) { // verdict: unknown
  __shared__ uint64_t bar;
  if (threadIdx.x == 0)
    init(&bar, 64);
  __syncthreads();
  if (threadIdx.x >= 64)
    arrive(&bar);
  else
    wait(&bar, 0);
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
