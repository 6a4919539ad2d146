// SPDX-License-Identifier: Apache-2.0
// RUN: %check-simulation %s --grid 2 --block 64 --arch sm_80
// Arrivals at an mbarrier that the end of a thread's asynchronous copies brings about.
#include <cuda_awbarrier.h>
#include <cuda_pipeline.h>

using Words = unsigned long long;
__device__ unsigned shared(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ void init(Words *b, int n, int count) {
  if (threadIdx.x == 0)
    for (int i = 0; i < n; ++i)
      asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(shared(b + i)), "r"(count));
  __syncthreads();
}
__device__ void arrive(Words *b) {
  asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(shared(b)) : "memory");
}
__device__ void wait(Words *b, unsigned parity) {
  asm volatile("{\n.reg .pred done;\nAGAIN%=:\nmbarrier.test_wait.parity.shared.b64 done, [%0], %1;\n"
               "@done bra DONE%=;\nbra AGAIN%=;\nDONE%=:\n}" ::"r"(shared(b)), "r"(parity) : "memory");
}
#define COPY(TO, FROM) asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(shared(TO)), "l"(FROM) : "memory")
// The phase waits for one arrival more, which comes with the copies.
#define ADDS(BAR) asm volatile("cp.async.mbarrier.arrive.shared.b64 [%0];" ::"r"(shared(BAR)) : "memory")
// It has counted that arrival from its initialization on.
#define COUNTED(BAR) asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(shared(BAR)) : "memory")

__global__ void countedOk(const int *in, int *out) {
  __shared__ int s[64];
  __shared__ Words bar;
  init(&bar, 1, 64);
  COPY(&s[threadIdx.x], &in[threadIdx.x]);
  COUNTED(&bar);
  wait(&bar, 0);
  if (s[63 - threadIdx.x] != in[63 - threadIdx.x])
    __trap();
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void addedOk(const int *in, int *out) {
  __shared__ int s[64];
  __shared__ Words bar;
  init(&bar, 1, 64);
  COPY(&s[threadIdx.x], &in[threadIdx.x]);
  ADDS(&bar);
  arrive(&bar);
  wait(&bar, 0);
  if (s[63 - threadIdx.x] != in[63 - threadIdx.x])
    __trap();
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void primitivesOk(const int *in, int *out) {
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
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
// One warp copies and the other consumes.
__global__ void halvesOk(const int *in, int *out) {
  __shared__ int s[32];
  __shared__ Words bar;
  init(&bar, 1, 32);
  if (threadIdx.x < 32) {
    COPY(&s[threadIdx.x], &in[threadIdx.x]);
    COUNTED(&bar);
  } else {
    wait(&bar, 0);
    out[blockIdx.x * 32 + threadIdx.x - 32] = s[63 - threadIdx.x];
  }
}
template <bool Empties> __device__ void ring(const int *in, int *out) {
  constexpr int Stages = 2;
  __shared__ int s[Stages][32];
  __shared__ Words full[Stages], empty[Stages];
  init(full, Stages, 32);
  init(empty, Stages, 32);
  for (int i = 0; i < 9; ++i) {
    int stage = i % Stages, parity = i / Stages % 2, t = threadIdx.x % 32;
    if (threadIdx.x < 32) {
      if (Empties)
        wait(&empty[stage], parity ^ 1);
      COPY(&s[stage][t], &in[32 * i + t]); // expect: shared-race
      COUNTED(&full[stage]);
    } else {
      wait(&full[stage], parity);
      if (Empties && s[stage][31 - t] != in[32 * i + 31 - t])
        __trap();
      out[blockIdx.x * 32 + t] = s[stage][31 - t];
      arrive(&empty[stage]);
    }
  }
}
__global__ void ringOk(const int *in, int *out) { ring<true>(in, out); }
__global__ void ringNotEmptiedBad(const int *in, int *out) { ring<false>(in, out); } // allow: mbarrier-phase deadlock

// The increment takes back what the arrival of the copies counts.
__global__ void addedAloneBad(const int *in, int *out) {
  __shared__ int s[64];
  __shared__ Words bar;
  init(&bar, 1, 64);
  COPY(&s[threadIdx.x], &in[threadIdx.x]);
  ADDS(&bar);
  wait(&bar, 0); // expect: deadlock
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
// The phase ends with the arrivals of the threads themselves.
__global__ void countedTwiceBad(const int *in, int *out) {
  __shared__ int s[64];
  __shared__ Words bar;
  init(&bar, 1, 64);
  COPY(&s[threadIdx.x], &in[threadIdx.x]); // expect: shared-race
  COUNTED(&bar);
  arrive(&bar);
  wait(&bar, 0);
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void countTooLowBad(const int *in, int *out) {
  __shared__ int s[64];
  __shared__ Words bar;
  init(&bar, 1, 32);
  COPY(&s[threadIdx.x], &in[threadIdx.x]); // expect: shared-race
  COUNTED(&bar);
  wait(&bar, 0); // allow: deadlock
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void countTooHighBad(const int *in, int *out) {
  __shared__ int s[64];
  __shared__ Words bar;
  init(&bar, 1, 65);
  COPY(&s[threadIdx.x], &in[threadIdx.x]);
  COUNTED(&bar);
  wait(&bar, 0); // expect: deadlock
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void arrivesBeforeBad(const int *in, int *out) {
  __shared__ int s[64];
  __shared__ Words bar;
  init(&bar, 1, 64);
  COUNTED(&bar);
  COPY(&s[threadIdx.x], &in[threadIdx.x]); // expect: shared-race
  wait(&bar, 0);
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
// An arrival of the thread itself does not wait for its copies.
__global__ void plainArrivalBad(const int *in, int *out) {
  __shared__ int s[64];
  __shared__ Words bar;
  init(&bar, 1, 64);
  COPY(&s[threadIdx.x], &in[threadIdx.x]); // expect: shared-race
  arrive(&bar);
  wait(&bar, 0);
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void notWaitedBad(const int *in, int *out) {
  __shared__ int s[64];
  __shared__ Words bar;
  init(&bar, 1, 64);
  COPY(&s[threadIdx.x], &in[threadIdx.x]); // expect: shared-race
  COUNTED(&bar);
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void sourceBad(int *in, int *out) {
  __shared__ int s[64];
  __shared__ Words bar;
  int g = blockIdx.x * 64 + threadIdx.x;
  init(&bar, 1, 64);
  COPY(&s[threadIdx.x], &in[g]); // expect: global-race
  COUNTED(&bar);
  in[blockIdx.x * 64 + 63 - threadIdx.x] = 1;
  wait(&bar, 0);
  out[g] = s[threadIdx.x];
}
__global__ void sourceOk(int *in, int *out) {
  __shared__ int s[64];
  __shared__ Words bar;
  int g = blockIdx.x * 64 + threadIdx.x;
  init(&bar, 1, 64);
  COPY(&s[threadIdx.x], &in[g]);
  COUNTED(&bar);
  wait(&bar, 0);
  in[blockIdx.x * 64 + 63 - threadIdx.x] = 1;
  out[g] = s[threadIdx.x];
}
