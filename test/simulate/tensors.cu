// SPDX-License-Identifier: Apache-2.0
// RUN: %check-simulation %s --grid 2 --block 64 --arch sm_90
// Copies of tensors: only their maps, which are not known, say how much they bring, so each
// mbarrier gets what it expects.
#include <cuda.h>

using Words = unsigned long long;
__device__ unsigned shared(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ void init(Words *b, int n) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared(b)), "r"(n));
}
__device__ void arrive(Words *b) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared(b)) : "memory");
}
__device__ void arriveExpect(Words *b, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared(b)), "r"(bytes) : "memory");
}
__device__ void wait(Words *b, unsigned parity) {
  asm volatile("{\n.reg .pred done;\nAGAIN%=:\nmbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
               "@done bra DONE%=;\nbra AGAIN%=;\nDONE%=:\n}" ::"r"(shared(b)), "r"(parity) : "memory");
}
__device__ void in(void *to, const CUtensorMap *map, Words *bar, int x, int y) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];" ::"r"(
                   shared(to)), "l"(map), "r"(shared(bar)), "r"(x), "r"(y) : "memory");
}
__device__ void out(const CUtensorMap *map, const void *from, int x) {
  asm volatile("cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [%0, {%2}], [%1];" ::"l"(map),
               "r"(shared(from)), "r"(x) : "memory");
}

// Two tiles for each phase; the first warp lets them come, the second one adds them up.
template <bool Empties, bool Expects> __device__ void ring(const CUtensorMap &a, const CUtensorMap &b, float *sums) {
  __shared__ alignas(128) float tiles[2][2][64];
  __shared__ Words full[2], empty[2];
  if (threadIdx.x == 0)
    for (int s = 0; s < 2; ++s)
      init(&full[s], 1), init(&empty[s], 32);
  __syncthreads();
  float sum = 0;
  if (threadIdx.x >= 32) {
    for (int i = 0; i < 6; ++i) {
      wait(&full[i % 2], i / 2 % 2);
      sum += tiles[i % 2][0][threadIdx.x - 32] + tiles[i % 2][1][threadIdx.x]; // allow: bulk-copy
      arrive(&empty[i % 2]);
    }
    sums[blockIdx.x * 32 + threadIdx.x - 32] = sum;
  } else if (threadIdx.x == 0) {
    for (int i = 0; i < 6; ++i) {
      if (Empties)
        wait(&empty[i % 2], i / 2 % 2 ^ 1);
      if (Expects)
        arriveExpect(&full[i % 2], sizeof(tiles[0]));
      else
        arrive(&full[i % 2]);
      in(tiles[i % 2][0], &a, &full[i % 2], i * 64, blockIdx.x);
      in(tiles[i % 2][1], &b, &full[i % 2], i * 64, blockIdx.x);
    }
  }
}
#define MAPS const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b
__global__ void ringOk(MAPS, float *sums) { ring<true, true>(a, b, sums); }
__global__ void notEmptyBad(MAPS, float *sums) {
  ring<false, true>(a, b, sums); // expect: mbarrier-phase
}
__global__ void notExpectedBad(MAPS, float *sums) {
  ring<true, false>(a, b, sums); // expect: bulk-copy
}

template <bool Fences, bool Waits> __device__ void store(const CUtensorMap &to) {
  __shared__ alignas(128) float tile[2][64];
  for (int i = 0; i < 2; ++i) {
    tile[0][threadIdx.x] = i; // allow: bulk-copy
    if (Fences)
      asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (threadIdx.x == 0) {
      out(&to, tile[0], i * 64);
      asm volatile("cp.async.bulk.commit_group;" ::: "memory");
      if (Waits)
        asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
    }
    __syncthreads();
  }
}
__global__ void storeOk(MAPS) { store<true, true>(a); }
__global__ void notFencedBad(MAPS) {
  store<false, true>(a); // expect: bulk-copy
}
__global__ void notAwaitedBad(MAPS) {
  store<true, false>(a); // expect: bulk-copy
}
