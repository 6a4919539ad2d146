// SPDX-License-Identifier: Apache-2.0
#include "sync.h"

// Asynchronous copies of threads, whose end is an arrival.
#if STYLE == 1
#include <cuda/ptx>
#include <cuda_pipeline.h>
#define HANDLE(BAR) ((uint64_t *)cuda::device::barrier_native_handle(BAR))
#define COPY(TO, FROM) __pipeline_memcpy_async(TO, FROM, sizeof(*(TO)))
#define COPIES_ARRIVE(BAR) cuda::ptx::cp_async_mbarrier_arrive_noinc(HANDLE(BAR))
#define COPIES_ADD(BAR) cuda::ptx::cp_async_mbarrier_arrive(HANDLE(BAR))
#else
#define COPY(TO, FROM)                                                                             \
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(address(TO)), "l"(FROM) : "memory")
#if STYLE == 0
#define COPIES_ARRIVE(BAR)                                                                         \
  asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(address(&(BAR))) : "memory")
#define COPIES_ADD(BAR)                                                                            \
  asm volatile("cp.async.mbarrier.arrive.shared::cta.b64 [%0];" ::"r"(address(&(BAR))) : "memory")
#else
template <bool Counted> __device__ void arriveWithCopies(Phases &bar) {
  if constexpr (Counted)
    asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(address(&bar.word)) : "memory");
  else
    asm volatile("cp.async.mbarrier.arrive.shared.b64 [%0];" ::"r"(address(&bar.word)) : "memory");
}
#define COPIES_ARRIVE(BAR) arriveWithCopies<true>(BAR)
#define COPIES_ADD(BAR) arriveWithCopies<false>(BAR)
#endif
#endif

#define BEGIN(BAR, COUNT)                                                                          \
  do {                                                                                             \
    if (threadIdx.x == 0)                                                                          \
      INIT(BAR, COUNT);                                                                            \
    __syncthreads();                                                                               \
  } while (false)

__global__ void countedOk(const int *in, int *out) {
  PHASES bar;
  __shared__ int tile[128];
  BEGIN(bar, 128);
  COPY(&tile[threadIdx.x], &in[threadIdx.x]);
  COPIES_ARRIVE(bar);
  AWAIT(bar, 0);
  out[threadIdx.x] = tile[127 - threadIdx.x];
}
__global__ void addedOk(const int *in, int *out) {
  PHASES bar;
  __shared__ int tile[128];
  BEGIN(bar, 128);
  COPY(&tile[threadIdx.x], &in[threadIdx.x]);
  COPIES_ADD(bar);
  COME(bar);
  AWAIT(bar, 0);
  out[threadIdx.x] = tile[127 - threadIdx.x];
}
__global__ void producersOk(const int *in, int *out) {
  PHASES full[2], empty[2];
  __shared__ int tiles[2][64];
  for (int i = 0; i < 2; ++i) {
    BEGIN(full[i], 64);
    BEGIN(empty[i], 64);
  }
  int t = threadIdx.x % 64;
  for (int i = 0; i < 6; ++i)
    if (threadIdx.x < 64) {
      AWAIT(empty[i % 2], i / 2 % 2 ^ 1);
      COPY(&tiles[i % 2][t], &in[64 * i + t]);
      COPIES_ARRIVE(full[i % 2]);
    } else {
      AWAIT(full[i % 2], i / 2 % 2);
      out[64 * i + t] = tiles[i % 2][63 - t];
      COME(empty[i % 2]);
    }
}
__global__ void addedAloneBad(const int *in, int *out) {
  PHASES bar;
  __shared__ int tile[128];
  BEGIN(bar, 128);
  COPY(&tile[threadIdx.x], &in[threadIdx.x]);
  COPIES_ADD(bar);
  AWAIT(bar, 0); // bug: mbarrier-phase
  out[threadIdx.x] = tile[127 - threadIdx.x];
}
__global__ void countTooHighBad(const int *in, int *out) {
  PHASES bar;
  __shared__ int tile[128];
  BEGIN(bar, 129);
  COPY(&tile[threadIdx.x], &in[threadIdx.x]);
  COPIES_ARRIVE(bar);
  AWAIT(bar, 0); // bug: mbarrier-phase
  out[threadIdx.x] = tile[127 - threadIdx.x];
}
__global__ void notWaitedBad(const int *in, int *out) {
  PHASES bar;
  __shared__ int tile[128];
  BEGIN(bar, 128);
  COPY(&tile[threadIdx.x], &in[threadIdx.x]);
  COPIES_ARRIVE(bar);
  __syncthreads();
  out[threadIdx.x] = tile[127 - threadIdx.x]; // bug: shared-race
}
__global__ void copiedAfterBad(const int *in, int *out) {
  PHASES bar;
  __shared__ int tile[128];
  BEGIN(bar, 128);
  COPIES_ARRIVE(bar);
  COPY(&tile[threadIdx.x], &in[threadIdx.x]);
  AWAIT(bar, 0);
  out[threadIdx.x] = tile[127 - threadIdx.x]; // bug: shared-race
}

void launches(const int *in, int *out) {
  countedOk<<<1, 128>>>(in, out);
  addedOk<<<1, 128>>>(in, out);
  producersOk<<<1, 128>>>(in, out);
  addedAloneBad<<<1, 128>>>(in, out);
  countTooHighBad<<<1, 128>>>(in, out);
  notWaitedBad<<<1, 128>>>(in, out);
  copiedAfterBad<<<1, 128>>>(in, out);
}
