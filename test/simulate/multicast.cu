// SPDX-License-Identifier: Apache-2.0
// RUN: %check-simulation %s --grid 4 --block 64 --cluster 2 --arch sm_90a
// Bulk copies to several blocks of a cluster, and from the shared memory of one to another's.

using Words = unsigned long long;
__device__ unsigned shared(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ unsigned rank() {
  unsigned r;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(r));
  return r;
}
__device__ unsigned at(const void *p, unsigned r) {
  unsigned to;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(to) : "r"(shared(p)), "r"(r));
  return to;
}
__device__ void meet() {
  asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
}
__device__ void arriveExpect(Words *b, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared(b)), "r"(bytes) : "memory");
}
__device__ void wait(Words *b, unsigned parity) {
  asm volatile("{\n.reg .pred done;\nAGAIN%=:\nmbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
               "@done bra DONE%=;\nbra AGAIN%=;\nDONE%=:\n}" ::"r"(shared(b)), "r"(parity) : "memory");
}
__device__ void begin(Words *b, int count) {
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared(b)), "r"(count));
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  meet();
}
#define TO_ALL(TO, FROM, BYTES, BAR, MASK)                                                         \
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, [%3], %4;" ::"r"( \
                   shared(TO)), "l"(FROM), "r"(int(BYTES)), "r"(shared(BAR)), "h"((short)(MASK)) : "memory")
#define TO_ONE(TO, FROM, BYTES, BAR)                                                               \
  asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(TO), \
               "r"(shared(FROM)), "r"(int(BYTES)), "r"(BAR) : "memory")

__global__ void allOk(const int *in, int *out) {
  __shared__ alignas(128) int s[64];
  __shared__ Words bar;
  begin(&bar, 1);
  if (threadIdx.x == 0) {
    arriveExpect(&bar, sizeof(s));
    if (rank() == 0)
      TO_ALL(s, in, sizeof(s), &bar, 3);
  }
  wait(&bar, 0);
  if (s[63 - threadIdx.x] != in[63 - threadIdx.x])
    __trap();
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
// Each brings one half to both.
__global__ void halvesOk(const int *in, int *out) {
  __shared__ alignas(128) int s[64];
  __shared__ Words bar;
  begin(&bar, 1);
  if (threadIdx.x == 0) {
    arriveExpect(&bar, sizeof(s));
    TO_ALL(s + 32 * rank(), in + 32 * rank(), sizeof(s) / 2, &bar, 3);
  }
  wait(&bar, 0);
  if (s[63 - threadIdx.x] != in[63 - threadIdx.x])
    __trap();
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void notExpectedBad(const int *in, int *out) {
  __shared__ alignas(128) int s[64];
  __shared__ Words bar;
  begin(&bar, 1);
  if (threadIdx.x == 0 && rank() == 0) {
    arriveExpect(&bar, sizeof(s));
    TO_ALL(s, in, sizeof(s), &bar, 3); // allow: bulk-copy
  }
  wait(&bar, 0); // expect: deadlock
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
// The other block gets its bytes, and does not look for them.
__global__ void notAwaitedBad(const int *in, int *out) {
  __shared__ alignas(128) int s[64];
  __shared__ Words bar;
  begin(&bar, 1);
  if (threadIdx.x == 0) {
    arriveExpect(&bar, sizeof(s));
    if (rank() == 0)
      TO_ALL(s, in, sizeof(s), &bar, 3); // expect: bulk-copy
  }
  if (rank() == 0)
    wait(&bar, 0);
  meet();
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x]; // allow: uninitialized-read
  meet();
}
// One half is missing.
__global__ void wrongMaskBad(const int *in, int *out) {
  __shared__ alignas(128) int s[64];
  __shared__ Words bar;
  begin(&bar, 1);
  if (threadIdx.x == 0) {
    arriveExpect(&bar, sizeof(s));
    TO_ALL(s + 32 * rank(), in + 32 * rank(), sizeof(s) / 2, &bar, 1 << rank());
  }
  wait(&bar, 0); // expect: deadlock
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void noSuchBlockBad(const int *in, int *out) {
  __shared__ alignas(128) int s[64];
  __shared__ Words bar;
  begin(&bar, 1);
  if (threadIdx.x == 0) {
    arriveExpect(&bar, sizeof(s));
    if (rank() == 0)
      TO_ALL(s, in, sizeof(s), &bar, 15); // expect: bulk-copy
  }
  wait(&bar, 0);
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
// The stage of the other block is filled again before that block has read it.
template <bool Empties> __device__ void ring(const int *in, int *out) {
  __shared__ alignas(128) int s[64];
  __shared__ Words full, empty;
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 128;" ::"r"(shared(&empty)));
  begin(&full, 1);
  for (int i = 0; i < 4; ++i) {
    if (threadIdx.x == 0) {
      arriveExpect(&full, sizeof(s));
      if (rank() == 0) {
        if (i && Empties)
          wait(&empty, (i - 1) & 1);
        TO_ALL(s, in + 64 * i, sizeof(s), &full, 3);
      }
    }
    wait(&full, i & 1);
    out[(blockIdx.x * 4 + i) * 64 + threadIdx.x] = s[63 - threadIdx.x];
    asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(at(&empty, 0)) : "memory");
    __syncthreads();
  }
  meet();
}
__global__ void ringOk(const int *in, int *out) { ring<true>(in, out); }
__global__ void ringNotEmptiedBad(const int *in, int *out) { ring<false>(in, out); } // expect: bulk-copy, allow: deadlock mbarrier-phase

// What one block has in its shared memory goes to the next one's.
template <bool Fences> __device__ void passOn(int *out) {
  __shared__ alignas(128) int from[64], to[64];
  __shared__ Words bar;
  from[threadIdx.x] = 100 * rank() + threadIdx.x; // expect: bulk-copy
  if (Fences)
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  begin(&bar, 1);
  unsigned other = rank() ^ 1;
  if (threadIdx.x == 0) {
    arriveExpect(&bar, sizeof(to));
    TO_ONE(at(to, other), from, sizeof(from), at(&bar, other));
  }
  wait(&bar, 0);
  if (Fences && to[63 - threadIdx.x] != 100 * other + 63 - threadIdx.x)
    __trap();
  out[blockIdx.x * 64 + threadIdx.x] = to[63 - threadIdx.x];
  meet();
}
__global__ void passOnOk(int *out) { passOn<true>(out); }
__global__ void passOnNotFencedBad(int *out) { passOn<false>(out); }
