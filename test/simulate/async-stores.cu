// SPDX-License-Identifier: Apache-2.0
// RUN: %check-simulation %s --grid 4 --block 64 --cluster 2 --arch sm_90
// Asynchronous stores to the shared memory of other blocks, whose bytes an mbarrier there counts.

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
  asm volatile("{\n.reg .pred done;\nAGAIN%=:\nmbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 done, [%0], %1;\n"
               "@done bra DONE%=;\nbra AGAIN%=;\nDONE%=:\n}" ::"r"(shared(b)), "r"(parity) : "memory");
}
// For `bytes` in the first phase.
__device__ void begin(Words *b, int bytes) {
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared(b)));
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    arriveExpect(b, bytes);
  }
  meet();
}
#define STORE(TO, V, BAR)                                                                          \
  asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %1, [%2];" ::"r"(TO), "r"(V), \
               "r"(BAR) : "memory")
#define ADD(TO, V, BAR)                                                                            \
  asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%0], %1, [%2];" ::"r"(TO), \
               "r"(V), "r"(BAR) : "memory")

__global__ void exchangeOk(int *out) {
  __shared__ int s[64];
  __shared__ Words bar;
  begin(&bar, sizeof(s));
  unsigned other = rank() ^ 1;
  STORE(at(&s[threadIdx.x], other), int(100 * rank() + threadIdx.x), at(&bar, other));
  wait(&bar, 0);
  if (s[63 - threadIdx.x] != 100 * other + 63 - threadIdx.x)
    __trap();
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void vectorsOk(float *out) {
  __shared__ alignas(16) float s[4 * 64];
  __shared__ alignas(16) long long t[2 * 64];
  __shared__ Words bar;
  begin(&bar, sizeof(s) + sizeof(t) + 8);
  __shared__ long long one;
  unsigned other = rank() ^ 1;
  float a = threadIdx.x, b = 2 * a;
  asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.f32 [%0], {%1, %2, %3, %4}, [%5];" ::"r"(
                   at(&s[4 * threadIdx.x], other)), "f"(a), "f"(b), "f"(a), "f"(1.5f), "r"(at(&bar, other)) : "memory");
  asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v2.s64 [%0], {%1, %2}, [%3];" ::"r"(
                   at(&t[2 * threadIdx.x], other)), "l"(-1ll), "l"((long long)threadIdx.x << 40), "r"(at(&bar, other)) : "memory");
  if (threadIdx.x == 0)
    asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u64 [%0], %1, [%2];" ::"r"(at(&one, other)),
                 "l"(7ll << 33), "r"(at(&bar, other)) : "memory");
  wait(&bar, 0);
  unsigned i = 63 - threadIdx.x;
  if (s[4 * i + 1] != 2 * i || s[4 * i + 3] != 1.5f || t[2 * i] != -1 || t[2 * i + 1] != (long long)i << 40 || one != 7ll << 33)
    __trap();
  out[blockIdx.x * 64 + threadIdx.x] = s[4 * i];
}
// Some add to the same word.
__global__ void addOk(int *out) {
  __shared__ int sum, most;
  __shared__ Words bar;
  if (threadIdx.x == 0)
    sum = most = 0;
  begin(&bar, 64 * 8);
  unsigned other = rank() ^ 1;
  ADD(at(&sum, other), threadIdx.x, at(&bar, other));
  asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.max.s32 [%0], %1, [%2];" ::"r"(
                   at(&most, other)), "r"((int)threadIdx.x), "r"(at(&bar, other)) : "memory");
  wait(&bar, 0);
  if (sum != 2016 || most != 63)
    __trap();
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}
// In several phases; the neighbour says when it has read.
template <bool Empties> __device__ void turns(int *out) {
  __shared__ int s[64];
  __shared__ Words full, empty;
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 64;" ::"r"(shared(&empty)));
  begin(&full, sizeof(s));
  unsigned other = rank() ^ 1;
  for (int i = 0; i < 4; ++i) {
    if (Empties && i)
      wait(&empty, (i - 1) & 1);
    STORE(at(&s[threadIdx.x], other), i, at(&full, other));
    wait(&full, i & 1);
    out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0 && i < 3)
      arriveExpect(&full, sizeof(s));
    __syncthreads();
    asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(at(&empty, other)) : "memory");
  }
  meet();
}
__global__ void turnsOk(int *out) { turns<true>(out); }
__global__ void turnsNotEmptiedBad(int *out) { turns<false>(out); } // expect: bulk-copy, allow: deadlock mbarrier-phase

__global__ void notWaitedBad(int *out) {
  __shared__ int s[64];
  __shared__ Words bar;
  begin(&bar, sizeof(s));
  unsigned other = rank() ^ 1;
  STORE(at(&s[threadIdx.x], other), 1, at(&bar, other)); // expect: bulk-copy
  meet();
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x]; // allow: uninitialized-read
  meet();
}
__global__ void tooFewBytesBad(int *out) {
  __shared__ int s[64];
  __shared__ Words bar;
  begin(&bar, 64);
  unsigned other = rank() ^ 1;
  STORE(at(&s[threadIdx.x], other), 1, at(&bar, other)); // expect: bulk-copy
  wait(&bar, 0);
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void tooManyBytesBad(int *out) {
  __shared__ int s[64];
  __shared__ Words bar;
  begin(&bar, 2 * sizeof(s));
  unsigned other = rank() ^ 1;
  STORE(at(&s[threadIdx.x], other), 1, at(&bar, other));
  wait(&bar, 0); // expect: deadlock
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
// The own mbarrier counts what goes to the neighbour.
__global__ void ownBarrierBad(int *out) {
  __shared__ int s[64];
  __shared__ Words bar;
  begin(&bar, sizeof(s));
  unsigned other = rank() ^ 1;
  STORE(at(&s[threadIdx.x], other), 1, at(&bar, rank())); // expect: bulk-copy
  wait(&bar, 0);
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x]; // allow: uninitialized-read
  meet();
}
// All go to block 0, whose mbarrier waits for the half.
__global__ void wrongPeerBad(int *out) {
  __shared__ int s[64];
  __shared__ Words bar;
  begin(&bar, sizeof(s));
  STORE(at(&s[threadIdx.x], 0), 1, at(&bar, 0)); // expect: bulk-copy
  wait(&bar, 0); // expect: deadlock
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void readsEarlyBad(int *out) {
  __shared__ int s[64];
  __shared__ Words bar;
  begin(&bar, sizeof(s));
  unsigned other = rank() ^ 1;
  STORE(at(&s[threadIdx.x], other), 1, at(&bar, other)); // expect: bulk-copy
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x]; // allow: uninitialized-read
  wait(&bar, 0);
}
// Nothing makes the neighbour have begun.
__global__ void notBegunBad(int *out) {
  __shared__ int s[64];
  __shared__ Words bar;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared(&bar))); // allow: inter-block-race
    arriveExpect(&bar, sizeof(s)); // allow: inter-block-race
  }
  __syncthreads();
  unsigned other = rank() ^ 1;
  STORE(at(&s[threadIdx.x], other), 1, at(&bar, other)); // expect: cluster-memory, allow: mbarrier-init inter-block-race
  wait(&bar, 0);
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
// Block 1 leaves before block 0 has stored.
__global__ void leavesBad(int *out) {
  __shared__ int s[64];
  __shared__ Words bar;
  begin(&bar, sizeof(s));
  if (rank() == 1)
    return;
  STORE(at(&s[threadIdx.x], 1), 1, at(&bar, 1)); // expect: cluster-memory, allow: bulk-copy
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}
__global__ void addNotWaitedBad(int *out) {
  __shared__ int sum;
  __shared__ Words bar;
  if (threadIdx.x == 0)
    sum = 0;
  begin(&bar, 64 * 4);
  unsigned other = rank() ^ 1;
  ADD(at(&sum, other), threadIdx.x, at(&bar, other)); // expect: bulk-copy
  meet();
  out[blockIdx.x * 64 + threadIdx.x] = sum;
  meet();
}
