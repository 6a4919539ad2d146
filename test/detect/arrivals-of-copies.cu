// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --arch sm_80
// Copies whose end is an arrival at an mbarrier.
#include <cuda/barrier>
#include <cuda_awbarrier.h>
#include <cuda_pipeline.h>

using Word = unsigned long long;
__device__ unsigned shared(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ void init(Word *bar, int count) {
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(shared(bar)), "r"(count));
  __syncthreads();
}
__device__ void arrive(Word *bar) {
  asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(shared(bar)) : "memory");
}
__device__ void wait(Word *bar, unsigned parity) {
  asm volatile("{\n.reg .pred done;\nAGAIN%=:\nmbarrier.test_wait.parity.shared.b64 done, [%0], %1;\n" // allow: mbarrier-phase
               "@done bra DONE%=;\nbra AGAIN%=;\nDONE%=:\n}" ::"r"(shared(bar)), "r"(parity) : "memory");
}
__device__ void copy(int *to, const int *from) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(shared(to)), "l"(from) : "memory"); // allow: shared-race
}
__device__ void arriveAfterCopies(Word *bar) {
  asm volatile("cp.async.mbarrier.arrive.shared.b64 [%0];" ::"r"(shared(bar)) : "memory");
}
__device__ void arriveCounted(Word *bar) {
  asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(shared(bar)) : "memory");
}

__global__ void countedUnknown(const int *in, int *out) { // verdict: unknown
  __shared__ int s[64];
  __shared__ Word bar;
  init(&bar, 64);
  copy(&s[threadIdx.x], &in[threadIdx.x]);
  arriveCounted(&bar);
  wait(&bar, 0);
  out[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void addedUnknown(const int *in, int *out) { // verdict: unknown
  __shared__ int s[64];
  __shared__ Word bar;
  init(&bar, 64);
  copy(&s[threadIdx.x], &in[threadIdx.x]);
  arriveAfterCopies(&bar);
  arrive(&bar);
  wait(&bar, 0);
  out[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void producersUnknown(const int *in, int *out) { // verdict: unknown
  __shared__ int s[2][32];
  __shared__ Word full[2], empty[2];
  init(&full[0], 32);
  init(&full[1], 32);
  init(&empty[0], 32);
  init(&empty[1], 32);
  int t = threadIdx.x % 32;
  for (int i = 0; i < 8; ++i)
    if (threadIdx.x < 32) {
      wait(&empty[i % 2], i / 2 % 2 ^ 1);
      copy(&s[i % 2][t], &in[32 * i + t]);
      arriveCounted(&full[i % 2]);
    } else {
      wait(&full[i % 2], i / 2 % 2);
      out[32 * i + t] = s[i % 2][31 - t];
      arrive(&empty[i % 2]);
    }
}
// The phase ends with the threads' own arrivals, and the copies may come later.
__global__ void plainBad(const int *in, int *out) {
  __shared__ int s[64];
  __shared__ Word bar;
  init(&bar, 64);
  copy(&s[threadIdx.x], &in[threadIdx.x]);
  arrive(&bar);
  wait(&bar, 0);
  out[threadIdx.x] = s[63 - threadIdx.x]; // expect-error: shared-race
}
__global__ void countedTwiceBad(const int *in, int *out) {
  __shared__ int s[64];
  __shared__ Word bar;
  init(&bar, 64);
  copy(&s[threadIdx.x], &in[threadIdx.x]);
  arriveCounted(&bar);
  arrive(&bar);
  wait(&bar, 0);
  out[threadIdx.x] = s[63 - threadIdx.x]; // expect-error: shared-race
}
// Each arrival is also one more that the phase waits for.
__global__ void addedAloneBad(const int *in, int *out) {
  __shared__ int s[64];
  __shared__ Word bar;
  init(&bar, 64);
  copy(&s[threadIdx.x], &in[threadIdx.x]);
  arriveAfterCopies(&bar);
  wait(&bar, 0); // expect-error: mbarrier-phase
  out[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void notWaitedBad(const int *in, int *out) {
  __shared__ int s[64];
  __shared__ Word bar;
  init(&bar, 64);
  copy(&s[threadIdx.x], &in[threadIdx.x]);
  arriveCounted(&bar);
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x]; // expect: shared-race
}
__global__ void copiesAfterBad(const int *in, int *out) {
  __shared__ int s[64];
  __shared__ Word bar;
  init(&bar, 64);
  arriveCounted(&bar);
  copy(&s[threadIdx.x], &in[threadIdx.x]);
  wait(&bar, 0);
  out[threadIdx.x] = s[63 - threadIdx.x]; // expect-error: shared-race
}

__global__ void primitivesUnknown(const int *in, int *out) { // verdict: unknown
  __shared__ int s[64];
  __shared__ __mbarrier_t bar;
  if (threadIdx.x == 0)
    __mbarrier_init(&bar, 64);
  __syncthreads();
  __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], 4);
  __pipeline_arrive_on(&bar);
  auto mine = __mbarrier_arrive(&bar);
  while (!__mbarrier_test_wait(&bar, mine)) {
  }
  out[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void primitivesAloneBad(const int *in, int *out) {
  __shared__ int s[64];
  __shared__ __mbarrier_t bar;
  if (threadIdx.x == 0)
    __mbarrier_init(&bar, 64);
  __syncthreads();
  __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], 4);
  __pipeline_arrive_on(&bar);
  while (!__mbarrier_test_wait_parity(&bar, 0)) { // expect-error: mbarrier-phase
  }
  out[threadIdx.x] = s[63 - threadIdx.x];
}

using Barrier = cuda::barrier<cuda::thread_scope_block>;
__global__ void classUnknown(const int *in, int *out) { // verdict: unknown
  __shared__ int s[64];
  __shared__ Barrier bar;
  if (threadIdx.x == 0)
    init(&bar, 64);
  __syncthreads();
  cuda::memcpy_async(&s[threadIdx.x], &in[threadIdx.x], cuda::aligned_size_t<4>(4), bar);
  bar.arrive_and_wait();
  out[threadIdx.x] = s[63 - threadIdx.x];
}
// The barrier does not know of copies that are for none.
__global__ void classUnboundBad(const int *in, int *out) {
  __shared__ int s[64];
  __shared__ Barrier bar;
  if (threadIdx.x == 0)
    init(&bar, 64);
  __syncthreads();
  __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], 4);
  bar.arrive_and_wait();
  out[threadIdx.x] = s[63 - threadIdx.x]; // expect-error: shared-race
}
__global__ void otherClassBad(const int *in, int *out) {
  __shared__ int s[64];
  __shared__ Barrier bar, other;
  if (threadIdx.x == 0) {
    init(&bar, 64);
    init(&other, 64);
  }
  __syncthreads();
  cuda::memcpy_async(&s[threadIdx.x], &in[threadIdx.x], cuda::aligned_size_t<4>(4), other);
  bar.arrive_and_wait();
  out[threadIdx.x] = s[63 - threadIdx.x]; // expect-error: shared-race
  other.arrive_and_wait();
}

void launches(const int *in, int *out) {
  countedUnknown<<<1, 64>>>(in, out);
  addedUnknown<<<1, 64>>>(in, out);
  producersUnknown<<<1, 64>>>(in, out);
  plainBad<<<1, 64>>>(in, out);
  countedTwiceBad<<<1, 64>>>(in, out);
  addedAloneBad<<<1, 64>>>(in, out);
  notWaitedBad<<<1, 64>>>(in, out);
  copiesAfterBad<<<1, 64>>>(in, out);
  primitivesUnknown<<<1, 64>>>(in, out);
  primitivesAloneBad<<<1, 64>>>(in, out);
  classUnknown<<<1, 64>>>(in, out);
  classUnboundBad<<<1, 64>>>(in, out);
  otherClassBad<<<1, 64>>>(in, out);
}
