// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --arch sm_90
// Mbarriers of which the flow tells what they order: barriers of the block, and one phase of copies.
#include <cuda/barrier>

using Word = unsigned long long;
using Barrier = cuda::barrier<cuda::thread_scope_block>;
__device__ unsigned shared(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ void init(Word *bar, int count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared(bar)), "r"(count)); // allow: mbarrier-init
}
__device__ void arrive(Word *bar) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared(bar)) : "memory"); // allow: mbarrier-phase
}
__device__ void drop(Word *bar) {
  asm volatile("mbarrier.arrive_drop.shared::cta.b64 _, [%0];" ::"r"(shared(bar)) : "memory");
}
__device__ void expect(Word *bar, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared(bar)), "r"(bytes) : "memory"); // allow: mbarrier-phase
}
__device__ bool test(Word *bar, unsigned parity) {
  unsigned done;
  asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\nselp.u32 %0, 1, 0, p;\n}"
               : "=r"(done) : "r"(shared(bar)), "r"(parity) : "memory");
  return done;
}
__device__ void wait(Word *bar, unsigned parity) {
  while (!test(bar, parity)) {
  }
}
__device__ void copyIn(void *to, const void *from, int bytes, Word *bar) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" // allow: bulk-copy
               ::"r"(shared(to)), "l"(from), "r"(bytes), "r"(shared(bar)) : "memory");
}

// All come and wait: a barrier of the block.
__global__ void meetOk(const int *in, int *out) {
  __shared__ Barrier bar;
  __shared__ int s[64];
  if (threadIdx.x == 0)
    init(&bar, 64);
  __syncthreads();
  s[threadIdx.x] = in[threadIdx.x];
  bar.arrive_and_wait();
  out[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void turnsOk(const int *in, int *out, int n) {
  __shared__ Barrier bar;
  __shared__ int s[64];
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    s[threadIdx.x] = in[i * 64 + threadIdx.x];
    bar.arrive_and_wait();
    out[i * 64 + threadIdx.x] = s[63 - threadIdx.x];
    bar.arrive_and_wait();
  }
}
__global__ void turnsBad(const int *in, int *out, int n) {
  __shared__ Barrier bar;
  __shared__ int s[64];
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    s[threadIdx.x] = in[i * 64 + threadIdx.x]; // expect: shared-race
    bar.arrive_and_wait();
    out[i * 64 + threadIdx.x] = s[63 - threadIdx.x];
  }
}
__global__ void parityOk(const int *in, int *out) {
  __shared__ Word bar;
  __shared__ int s[64];
  if (threadIdx.x == 0)
    init(&bar, 64);
  __syncthreads();
  for (int i = 0; i < 4; ++i) {
    s[threadIdx.x] = in[i * 64 + threadIdx.x];
    arrive(&bar);
    wait(&bar, i & 1);
    out[i * 64 + threadIdx.x] = s[63 - threadIdx.x];
    __syncthreads();
  }
}
// The wait is for the phase before: over at once.
__global__ void otherParityBad(const int *in, int *out) {
  __shared__ Word bar;
  __shared__ int s[64];
  if (threadIdx.x == 0)
    init(&bar, 64);
  __syncthreads();
  s[threadIdx.x] = in[threadIdx.x]; // expect: shared-race
  arrive(&bar);
  wait(&bar, 1); // allow: mbarrier-phase
  out[threadIdx.x] = s[63 - threadIdx.x]; // allow: mbarrier-phase
}
// Two sites share the phases: the parity of the one is not the number of its turns.
__global__ void twoSitesUnknown(const int *in, int *out) { // verdict: unknown
  __shared__ Word bar;
  __shared__ int s[64];
  if (threadIdx.x == 0)
    init(&bar, 64);
  __syncthreads();
  for (int i = 0; i < 4; ++i) {
    s[threadIdx.x] = in[i * 64 + threadIdx.x];
    arrive(&bar);
    wait(&bar, 0);
    out[i * 64 + threadIdx.x] = s[63 - threadIdx.x];
    arrive(&bar);
    wait(&bar, 1);
  }
}
// One test may be in vain.
__global__ void testBad(const int *in, int *out) {
  __shared__ Word bar;
  __shared__ int s[64];
  if (threadIdx.x == 0)
    init(&bar, 64);
  __syncthreads();
  s[threadIdx.x] = in[threadIdx.x]; // expect: shared-race
  arrive(&bar);
  test(&bar, 0);
  out[threadIdx.x] = s[63 - threadIdx.x];
}
// Half of the block is waited for.
__global__ void halfBad(const int *in, int *out) {
  __shared__ Barrier bar;
  __shared__ int s[64];
  if (threadIdx.x == 0)
    init(&bar, 32);
  __syncthreads();
  s[threadIdx.x] = in[threadIdx.x]; // expect: shared-race
  bar.arrive_and_wait(); // allow: mbarrier-phase
  out[threadIdx.x] = s[63 - threadIdx.x];
}
// At the end of the phase a thread does something that is not followed.
struct Add {
  int *to;
  __device__ void operator()() const { *to += 1; }
};
__global__ void completionUnknown(int *count, int *out) { // verdict: unknown
  __shared__ cuda::barrier<cuda::thread_scope_block, Add> bar;
  __shared__ int s[64];
  if (threadIdx.x == 0)
    init(&bar, 64, Add{count});
  __syncthreads();
  s[threadIdx.x] = threadIdx.x; // allow: shared-race
  bar.arrive_and_wait();
  out[threadIdx.x] = s[63 - threadIdx.x] + count[0];
}
__global__ void sometimesBad(const int *in, int *out, int n) {
  __shared__ Barrier bar;
  __shared__ int s[64];
  if (threadIdx.x == 0)
    init(&bar, 64);
  __syncthreads();
  s[threadIdx.x] = in[threadIdx.x]; // expect: shared-race
  if (n > 3)
    bar.arrive_and_wait();
  out[threadIdx.x] = s[63 - threadIdx.x];
}
// Contents decide who comes for how long.
__global__ void breakUnknown(const int *in, int *out, int n) { // verdict: unknown
  __shared__ Barrier bar;
  __shared__ int s[64];
  if (threadIdx.x == 0)
    init(&bar, 64);
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    s[threadIdx.x] = in[i * 64 + threadIdx.x];
    bar.arrive_and_wait(); // allow: mbarrier-phase
    out[i * 64 + threadIdx.x] = s[63 - threadIdx.x];
    bar.arrive_and_wait(); // allow: mbarrier-phase
    if (in[threadIdx.x] == i)
      break;
  }
}
// Each half has a place of its own to come to.
__global__ void twoPlacesUnknown(int *out) { // verdict: unknown
  __shared__ Barrier bar;
  __shared__ int s[64];
  if (threadIdx.x == 0)
    init(&bar, 64);
  __syncthreads();
  s[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 32)
    bar.arrive_and_wait();
  else
    bar.arrive_and_wait();
  out[threadIdx.x] = s[63 - threadIdx.x];
}
// What stands between arrival and wait is not ordered.
__global__ void betweenBad(const int *in, int *out) {
  __shared__ Barrier bar;
  __shared__ int s[64];
  if (threadIdx.x == 0)
    init(&bar, 64);
  __syncthreads();
  s[threadIdx.x] = in[threadIdx.x]; // expect: shared-race
  auto mine = bar.arrive();
  out[threadIdx.x] = s[63 - threadIdx.x];
  bar.wait(static_cast<Barrier::arrival_token &&>(mine));
}
// Some leave for good.
__global__ void dropUnknown(const int *in, int *out) { // verdict: unknown
  __shared__ Word bar;
  if (threadIdx.x == 0)
    init(&bar, 64);
  __syncthreads();
  if (threadIdx.x >= 32) {
    drop(&bar);
    return;
  }
  arrive(&bar);
  wait(&bar, 0);
  out[threadIdx.x] = 1;
}
__global__ void someBad(const int *in, int *out) {
  __shared__ Barrier bar;
  if (threadIdx.x == 0)
    init(&bar, 64);
  __syncthreads();
  if (threadIdx.x >= 32)
    return;
  bar.arrive_and_wait(); // expect: mbarrier-phase
  out[threadIdx.x] = 1;
}
__global__ void notSeenBad(const int *in, int *out) {
  __shared__ Barrier bar;
  __shared__ int s[64];
  if (threadIdx.x == 0)
    init(&bar, 64); // allow: mbarrier-init
  s[threadIdx.x] = in[threadIdx.x];
  bar.arrive_and_wait(); // expect: mbarrier-init
  out[threadIdx.x] = s[63 - threadIdx.x];
}
// Its memory is written again.
__global__ void storageUnknown(const int *in, int *out) { // verdict: unknown
  __shared__ Word bar;
  __shared__ int s[64];
  if (threadIdx.x == 0)
    init(&bar, 64);
  __syncthreads();
  s[threadIdx.x] = in[threadIdx.x];
  arrive(&bar);
  wait(&bar, 0);
  out[threadIdx.x] = s[63 - threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0)
    bar = 7;
}

// One phase, and what one thread lets come.
__global__ void copyOk(const int *in, int *out) {
  __shared__ alignas(128) int s[64];
  __shared__ Word bar;
  if (threadIdx.x == 0)
    init(&bar, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    expect(&bar, sizeof(s));
    copyIn(s, in + blockIdx.x * 64, sizeof(s), &bar);
  }
  wait(&bar, 0);
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void twoCopiesOk(const int *in, const int *more, int *out) {
  __shared__ alignas(128) int s[64], t[64];
  __shared__ Word bar;
  if (threadIdx.x == 0)
    init(&bar, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    expect(&bar, sizeof(s) + sizeof(t));
    copyIn(s, in, 128, &bar);
    copyIn(s + 32, more, 128, &bar);
    copyIn(t, more, sizeof(t), &bar);
  }
  wait(&bar, 0);
  s[threadIdx.x] += t[threadIdx.x];
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x] + t[threadIdx.x];
}
// What has come is changed with nothing between.
__global__ void changedBad(const int *in, int *out) {
  __shared__ alignas(128) int s[64];
  __shared__ Word bar;
  if (threadIdx.x == 0)
    init(&bar, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    expect(&bar, sizeof(s));
    copyIn(s, in, sizeof(s), &bar);
  }
  wait(&bar, 0);
  s[threadIdx.x] += 1; // expect: shared-race
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
// Each block gets contents of its own, which say where it writes.
__global__ void indicesUnknown(const int *in, int *out) { // verdict: unknown
  __shared__ alignas(128) int s[64];
  __shared__ Word bar;
  if (threadIdx.x == 0)
    init(&bar, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    expect(&bar, sizeof(s));
    copyIn(s, in + blockIdx.x * 64, sizeof(s), &bar);
  }
  wait(&bar, 0);
  out[s[0] + blockIdx.x * 64 + threadIdx.x] = threadIdx.x + blockIdx.x; // allow: inter-block-race
}
__global__ void notAwaitedBad(const int *in, int *out) {
  __shared__ alignas(128) int s[64];
  __shared__ Word bar;
  if (threadIdx.x == 0)
    init(&bar, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    expect(&bar, sizeof(s));
    copyIn(s, in, sizeof(s), &bar);
  }
  if (threadIdx.x < 32)
    wait(&bar, 0);
  out[threadIdx.x] = s[63 - threadIdx.x]; // expect: bulk-copy, allow: mbarrier-phase
}
__global__ void readBeforeBad(const int *in, int *out) {
  __shared__ alignas(128) int s[64];
  __shared__ Word bar;
  if (threadIdx.x == 0)
    init(&bar, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    expect(&bar, sizeof(s));
    copyIn(s, in, sizeof(s), &bar);
    out[64] = s[5]; // expect: bulk-copy, allow: mbarrier-phase
  }
  wait(&bar, 0);
  out[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void overlapUnknown(const int *in, const int *more, int *out) { // verdict: unknown
  __shared__ alignas(128) int s[64];
  __shared__ Word bar;
  if (threadIdx.x == 0)
    init(&bar, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    expect(&bar, 256 + 128);
    copyIn(s, in, 256, &bar); // allow: bulk-copy
    copyIn(s + 32, more, 128, &bar); // allow: bulk-copy
  }
  wait(&bar, 0);
  out[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void beyondUnknown(const int *in, int *out) { // verdict: unknown
  __shared__ alignas(128) int s[64], t[64];
  __shared__ Word bar;
  t[threadIdx.x] = 0;
  if (threadIdx.x == 0)
    init(&bar, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    expect(&bar, 512);
    copyIn(s, in, 512, &bar);
  }
  wait(&bar, 0);
  out[threadIdx.x] = s[63 - threadIdx.x] + t[threadIdx.x];
}
__global__ void sourceWrittenUnknown(int *in, int *out) { // verdict: unknown
  __shared__ alignas(128) int s[64];
  __shared__ Word bar;
  if (threadIdx.x == 0)
    init(&bar, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    expect(&bar, sizeof(s));
    copyIn(s, in, sizeof(s), &bar); // allow: bulk-copy
  }
  wait(&bar, 0);
  in[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x]; // allow: bulk-copy
}
// Host code gives one array twice.
__global__ void sameUnknown(const int *in, int *out) { // verdict: unknown
  __shared__ alignas(128) int s[64];
  __shared__ Word bar;
  if (threadIdx.x == 0)
    init(&bar, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    expect(&bar, sizeof(s));
    copyIn(s, in, sizeof(s), &bar); // allow: bulk-copy
  }
  wait(&bar, 0);
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x]; // allow: bulk-copy
}
__global__ void sameSwappedUnknown(int *out, const int *in) { // verdict: unknown
  __shared__ alignas(128) int s[64];
  __shared__ Word bar;
  if (threadIdx.x == 0)
    init(&bar, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    expect(&bar, sizeof(s));
    copyIn(s, in, sizeof(s), &bar); // allow: bulk-copy
  }
  wait(&bar, 0);
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x]; // allow: bulk-copy
}
// The one that lets come waits for others, which wait for it.
__global__ void behindBad(const int *in, int *out) {
  __shared__ alignas(128) int s[64];
  __shared__ Word bar;
  if (threadIdx.x == 0)
    init(&bar, 1);
  __syncthreads();
  if (threadIdx.x != 0)
    wait(&bar, 0); // allow: mbarrier-phase
  __syncthreads(); // expect: mbarrier-phase
  if (threadIdx.x == 0) {
    expect(&bar, sizeof(s));
    copyIn(s, in, sizeof(s), &bar);
  }
  wait(&bar, 0);
  out[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void everyoneBad(const int *in, int *out) {
  __shared__ alignas(128) int s[64];
  __shared__ Word bar;
  if (threadIdx.x == 0)
    init(&bar, 1);
  __syncthreads();
  if (threadIdx.x < 2) {
    expect(&bar, sizeof(s)); // expect: mbarrier-phase
    copyIn(s, in, sizeof(s), &bar);
  }
  wait(&bar, 0);
  out[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void ofDataUnknown(const int *in, int *out) { // verdict: unknown
  __shared__ alignas(128) int s[64];
  __shared__ Word bar;
  if (threadIdx.x == 0)
    init(&bar, 1);
  __syncthreads();
  if (threadIdx.x == 0 && in[0] > 0) {
    expect(&bar, sizeof(s));
    copyIn(s, in, sizeof(s), &bar);
  }
  wait(&bar, 0); // allow: mbarrier-phase
  out[threadIdx.x] = s[63 - threadIdx.x];
}

void run(const int *in, int *out, int n) {
  meetOk<<<1, 64>>>(in, out);
  turnsOk<<<1, 64>>>(in, out, n);
  turnsBad<<<1, 64>>>(in, out, n);
  parityOk<<<1, 64>>>(in, out);
  otherParityBad<<<1, 64>>>(in, out);
  twoSitesUnknown<<<1, 64>>>(in, out);
  testBad<<<1, 64>>>(in, out);
  halfBad<<<1, 64>>>(in, out);
  completionUnknown<<<1, 64>>>(out, out + 64);
  sometimesBad<<<1, 64>>>(in, out, n);
  breakUnknown<<<1, 64>>>(in, out, n);
  twoPlacesUnknown<<<1, 64>>>(out);
  betweenBad<<<1, 64>>>(in, out);
  dropUnknown<<<1, 64>>>(in, out);
  someBad<<<1, 64>>>(in, out);
  notSeenBad<<<1, 64>>>(in, out);
  storageUnknown<<<1, 64>>>(in, out);
}
void copies(const int *in, int *out, int *more) {
  copyOk<<<4, 64>>>(in, out);
  twoCopiesOk<<<4, 64>>>(in, more, out);
  changedBad<<<4, 64>>>(in, out);
  indicesUnknown<<<4, 64>>>(in, out);
  notAwaitedBad<<<1, 64>>>(in, out);
  readBeforeBad<<<1, 64>>>(in, out);
  overlapUnknown<<<1, 64>>>(in, more, out);
  beyondUnknown<<<1, 64>>>(in, out);
  sourceWrittenUnknown<<<1, 64>>>(more, out);
  int *both;
  cudaMalloc(&both, 1024 * sizeof(int));
  sameUnknown<<<4, 64>>>(both, both);
  sameSwappedUnknown<<<4, 64>>>(both, both);
  behindBad<<<1, 64>>>(in, out);
  everyoneBad<<<1, 64>>>(in, out);
  ofDataUnknown<<<1, 64>>>(in, out);
}
