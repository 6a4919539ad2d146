// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --arch sm_90
// Plain accesses that mbarriers order, or fail to.
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

// Half of the block writes stages, the other half reads them.
__global__ void ringUnknown(const float *in, float *out) { // verdict: unknown
  __shared__ uint64_t full[2], empty[2];
  __shared__ float stage[2][128];
  if (threadIdx.x == 0)
    for (int i = 0; i < 2; ++i) {
      init(&full[i], 128);
      init(&empty[i], 128);
    }
  __syncthreads();
  int lane = threadIdx.x % 128;
  for (int k = 0; k < 8; ++k) {
    int s = k % 2, turn = k / 2;
    if (threadIdx.x < 128) {
      wait(&empty[s], (turn & 1) ^ 1);
      stage[s][lane] = in[k * 128 + lane]; // allow: shared-race
      arrive(&full[s]);
    } else {
      wait(&full[s], turn & 1);
      out[k * 128 + lane] = stage[s][127 - lane]; // allow: shared-race
      arrive(&empty[s]);
    }
  }
}
// Who has read a stage arrives for the next: two stages need no second barrier.
__global__ void doubleBufferedUnknown(const float *in, float *out) { // verdict: unknown
  __shared__ uint64_t full[2];
  __shared__ float stage[2][128];
  if (threadIdx.x == 0)
    for (int i = 0; i < 2; ++i)
      init(&full[i], 256);
  __syncthreads();
  int lane = threadIdx.x % 128;
  for (int k = 0; k < 8; ++k) {
    int s = k % 2, turn = k / 2;
    if (threadIdx.x < 128)
      stage[s][lane] = in[k * 128 + lane]; // allow: shared-race
    arrive(&full[s]);
    wait(&full[s], turn & 1);
    if (threadIdx.x >= 128)
      out[k * 128 + lane] = stage[s][127 - lane]; // allow: shared-race
  }
}
// The only stage is written again while the other half may still read it.
__global__ void notEmptyBad(const float *in, float *out) {
  __shared__ uint64_t full;
  __shared__ float stage[128];
  if (threadIdx.x == 0)
    init(&full, 256);
  __syncthreads();
  int lane = threadIdx.x % 128;
  for (int k = 0; k < 8; ++k) {
    if (threadIdx.x < 128)
      stage[lane] = in[k * 128 + lane];
    arrive(&full);
    wait(&full, k & 1);
    if (threadIdx.x >= 128)
      out[k * 128 + lane] = stage[127 - lane]; // expect-error: shared-race
  }
}
// How many turns there are is made up.
__global__ void someTurnsBad(const float *in, float *out, int turns) {
  __shared__ uint64_t full;
  __shared__ float stage[128];
  if (threadIdx.x == 0)
    init(&full, 256);
  __syncthreads();
  int lane = threadIdx.x % 128;
  for (int k = 0; k < turns; ++k) {
    if (threadIdx.x < 128)
      stage[lane] = in[k * 128 + lane];
    arrive(&full);
    wait(&full, k & 1);
    if (threadIdx.x >= 128)
      out[k * 128 + lane] = stage[127 - lane]; // expect: shared-race
  }
}
void run(const float *in, float *out, int turns) {
  ringUnknown<<<1, 256>>>(in, out);
  doubleBufferedUnknown<<<1, 256>>>(in, out);
  notEmptyBad<<<1, 256>>>(in, out);
  someTurnsBad<<<1, 256>>>(in, out, turns);
}
