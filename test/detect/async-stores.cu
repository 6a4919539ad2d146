// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --arch sm_90
// RUN: not %cuda-fix --no-repair --arch sm_90 --kernel notWaitedBad %s | FileCheck %s
// Stores that another block of the cluster sends, and that an mbarrier counts.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

using Word = unsigned long long;
__device__ unsigned shared(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ unsigned at(const void *p, unsigned rank) {
  unsigned to;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(to) : "r"(shared(p)), "r"(rank));
  return to;
}
__device__ void expect(Word *bar, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared(bar)), "r"(bytes) : "memory");
}
__device__ void wait(Word *bar, unsigned parity) {
  asm volatile("{\n.reg .pred done;\nAGAIN%=:\nmbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n" // allow: mbarrier-phase
               "@done bra DONE%=;\nbra AGAIN%=;\nDONE%=:\n}" ::"r"(shared(bar)), "r"(parity) : "memory");
}
__device__ void begin(Word *bar, int bytes) {
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared(bar)));
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    expect(bar, bytes);
  }
  cg::this_cluster().sync();
}
__device__ void store(unsigned to, int value, unsigned bar) {
  asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], %1, [%2];" // allow: bulk-copy cluster-memory
               ::"r"(to), "r"(value), "r"(bar) : "memory");
}
__device__ void add(unsigned to, unsigned value, unsigned bar) {
  asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%0], %1, [%2];" // allow: bulk-copy
               ::"r"(to), "r"(value), "r"(bar) : "memory");
}

__global__ void __cluster_dims__(2) exchangeUnknown(int *out) { // verdict: unknown
  __shared__ int s[64];
  __shared__ Word bar;
  begin(&bar, sizeof(s));
  unsigned other = cg::this_cluster().block_rank() ^ 1;
  store(at(&s[threadIdx.x], other), threadIdx.x, at(&bar, other));
  wait(&bar, 0);
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
// Those of one block reach another place than those that it reads there.
__global__ void __cluster_dims__(2) oneSendsUnknown(int *out) { // verdict: unknown
  __shared__ int s[64];
  __shared__ Word bar;
  s[threadIdx.x] = 0;
  begin(&bar, sizeof(s));
  if (cg::this_cluster().block_rank() == 0) {
    store(at(&s[threadIdx.x], 1), 1, at(&bar, 1));
    out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
    return;
  }
  wait(&bar, 0);
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void __cluster_dims__(2) sumUnknown(int *out) { // verdict: unknown
  __shared__ unsigned sum;
  __shared__ Word bar;
  if (threadIdx.x == 0)
    sum = 0;
  begin(&bar, 2 * 64 * sizeof(int));
  for (unsigned r = 0; r < 2; ++r)
    add(at(&sum, r), threadIdx.x, at(&bar, r));
  wait(&bar, 0);
  out[blockIdx.x * 64 + threadIdx.x] = sum;
  cg::this_cluster().sync();
}
// CHECK: error: race on shared memory 's' of block {{[01]}}: the asynchronous store of thread {{[0-9]+}} of block {{[01]}} writes
__global__ void __cluster_dims__(2) notWaitedBad(int *out) {
  __shared__ int s[64];
  __shared__ Word bar;
  begin(&bar, sizeof(s));
  unsigned other = cg::this_cluster().block_rank() ^ 1;
  store(at(&s[threadIdx.x], other), threadIdx.x, at(&bar, other));
  cg::this_cluster().sync();
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x]; // expect-error: bulk-copy
}
__global__ void __cluster_dims__(2) sumNotWaitedBad(int *out) {
  __shared__ unsigned sum;
  __shared__ Word bar;
  if (threadIdx.x == 0)
    sum = 0;
  begin(&bar, 64 * sizeof(int));
  unsigned other = cg::this_cluster().block_rank() ^ 1;
  add(at(&sum, other), threadIdx.x, at(&bar, other));
  cg::this_cluster().sync();
  out[blockIdx.x * 64 + threadIdx.x] = sum; // expect-error: bulk-copy
}
// Bytes of one store for each thread, not of one word for all.
__global__ void __cluster_dims__(2) tooFewBytesBad(int *out) {
  __shared__ int s[64];
  __shared__ Word bar;
  begin(&bar, sizeof(int));
  unsigned other = cg::this_cluster().block_rank() ^ 1;
  store(at(&s[threadIdx.x], other), threadIdx.x, at(&bar, other));
  wait(&bar, 0);
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x]; // expect-error: bulk-copy
}
__global__ void __cluster_dims__(2) tooManyBytesBad(int *out) {
  __shared__ int s[64];
  __shared__ Word bar;
  begin(&bar, 64 * sizeof(Word));
  unsigned other = cg::this_cluster().block_rank() ^ 1;
  store(at(&s[threadIdx.x], other), threadIdx.x, at(&bar, other));
  wait(&bar, 0); // expect-error: mbarrier-phase
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
// The mbarrier that counts the bytes is not the one of the block that gets them.
__global__ void __cluster_dims__(2) ownBarrierBad(int *out) {
  __shared__ int s[64];
  __shared__ Word bar;
  begin(&bar, sizeof(s));
  unsigned own = cg::this_cluster().block_rank();
  store(at(&s[threadIdx.x], own ^ 1), threadIdx.x, at(&bar, own));
  wait(&bar, 0);
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x]; // expect-error: bulk-copy
  cg::this_cluster().sync();
}
// The receiver does not wait, and may leave before it has got the bytes.
__global__ void __cluster_dims__(2) leavesBad(int *out) {
  __shared__ int s[64];
  __shared__ Word bar;
  begin(&bar, sizeof(s));
  if (cg::this_cluster().block_rank() == 0)
    store(at(&s[threadIdx.x], 1), threadIdx.x, at(&bar, 1)); // expect: cluster-memory
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}

void launches(int *out) {
  exchangeUnknown<<<4, 64>>>(out);
  oneSendsUnknown<<<4, 64>>>(out);
  sumUnknown<<<4, 64>>>(out);
  notWaitedBad<<<4, 64>>>(out);
  sumNotWaitedBad<<<4, 64>>>(out);
  tooFewBytesBad<<<4, 64>>>(out);
  tooManyBytesBad<<<4, 64>>>(out);
  ownBarrierBad<<<4, 64>>>(out);
  leavesBad<<<4, 64>>>(out);
}
