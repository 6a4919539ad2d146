// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --arch sm_90a
// Bulk copies that reach several blocks of a cluster, each of which has to expect its bytes.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

using Word = unsigned long long;
__device__ unsigned shared(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ void expect(Word *bar, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared(bar)), "r"(bytes) : "memory");
}
__device__ void wait(Word *bar, unsigned parity) {
  asm volatile("{\n.reg .pred done;\nAGAIN%=:\nmbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n" // allow: mbarrier-phase
               "@done bra DONE%=;\nbra AGAIN%=;\nDONE%=:\n}" ::"r"(shared(bar)), "r"(parity) : "memory");
}
__device__ void begin(Word *bar) {
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared(bar)));
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  cg::this_cluster().sync();
}
__device__ void copyTo(unsigned short blocks, int *to, const int *from, int bytes, Word *bar) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster" // allow: bulk-copy
               " [%0], [%1], %2, [%3], %4;" ::"r"(shared(to)), "l"(from), "r"(bytes), "r"(shared(bar)), "h"(blocks) : "memory");
}

__global__ void __cluster_dims__(2) halvesUnknown(const int *in, int *out) { // verdict: unknown
  __shared__ alignas(128) int s[64];
  __shared__ Word bar;
  begin(&bar);
  unsigned rank = cg::this_cluster().block_rank();
  if (threadIdx.x == 0) {
    expect(&bar, sizeof(s));
    copyTo(3, s + 32 * rank, in + 32 * rank, sizeof(s) / 2, &bar);
  }
  wait(&bar, 0);
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
// Each expects its own half only: what comes is too much.
__global__ void __cluster_dims__(2) ownHalfExpectedBad(const int *in, int *out) {
  __shared__ alignas(128) int s[64];
  __shared__ Word bar;
  begin(&bar);
  unsigned rank = cg::this_cluster().block_rank();
  if (threadIdx.x == 0) {
    expect(&bar, sizeof(s) / 2);
    copyTo(3, s + 32 * rank, in + 32 * rank, sizeof(s) / 2, &bar);
  }
  wait(&bar, 0);
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x]; // expect-error: bulk-copy
  cg::this_cluster().sync();
}
__global__ void __cluster_dims__(2) otherNotExpectingBad(const int *in, int *out) {
  __shared__ alignas(128) int s[64];
  __shared__ Word bar;
  begin(&bar);
  if (threadIdx.x == 0 && cg::this_cluster().block_rank() == 0) {
    expect(&bar, sizeof(s));
    copyTo(3, s, in, sizeof(s), &bar);
  }
  wait(&bar, 0); // expect-error: mbarrier-phase
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void __cluster_dims__(2) ownMaskBad(const int *in, int *out) {
  __shared__ alignas(128) int s[64];
  __shared__ Word bar;
  begin(&bar);
  unsigned rank = cg::this_cluster().block_rank();
  if (threadIdx.x == 0) {
    expect(&bar, sizeof(s));
    copyTo(1 << rank, s + 32 * rank, in + 32 * rank, sizeof(s) / 2, &bar);
  }
  wait(&bar, 0); // expect-error: mbarrier-phase
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
// A cluster of two has no blocks 2 and 3.
__global__ void __cluster_dims__(2) noSuchBlockBad(const int *in, int *out) {
  __shared__ alignas(128) int s[64];
  __shared__ Word bar;
  begin(&bar);
  if (threadIdx.x == 0) {
    expect(&bar, sizeof(s));
    if (cg::this_cluster().block_rank() == 0)
      copyTo(15, s, in, sizeof(s), &bar); // expect: bulk-copy
  }
  wait(&bar, 0);
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
// The stage is filled again while the other block may still read it.
template <bool Empties> __device__ void ring(const int *in, int *out) {
  __shared__ alignas(128) int s[64];
  __shared__ Word full;
  begin(&full);
  for (int i = 0; i < 4; ++i) {
    if (threadIdx.x == 0) {
      expect(&full, sizeof(s));
      if (cg::this_cluster().block_rank() == 0)
        copyTo(3, s, in + 64 * i, sizeof(s), &full);
    }
    wait(&full, i & 1);
    out[(blockIdx.x * 4 + i) * 64 + threadIdx.x] = s[63 - threadIdx.x];
    if (Empties)
      cg::this_cluster().sync();
    else
      __syncthreads();
  }
  cg::this_cluster().sync();
}
__global__ void __cluster_dims__(2) ringUnknown(const int *in, int *out) { // verdict: unknown
  ring<true>(in, out);
}
__global__ void __cluster_dims__(2) ringNotEmptiedBad(const int *in, int *out) {
  ring<false>(in, out); // expect: bulk-copy
}

void launches(const int *in, int *out) {
  halvesUnknown<<<4, 64>>>(in, out);
  ownHalfExpectedBad<<<4, 64>>>(in, out);
  otherNotExpectingBad<<<4, 64>>>(in, out);
  ownMaskBad<<<4, 64>>>(in, out);
  noSuchBlockBad<<<4, 64>>>(in, out);
  ringUnknown<<<4, 64>>>(in, out);
  ringNotEmptiedBad<<<4, 64>>>(in, out);
}
