// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --arch sm_90
// RUN: not %cuda-fix --no-repair --arch sm_90 --kernel countBad %s | FileCheck %s
#include <cuda/barrier>

using Word = unsigned long long;
__device__ unsigned shared(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ void init(Word *bar, int n, int count) {
  if (threadIdx.x == 0)
    for (int i = 0; i < n; ++i)
      asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared(bar + i)), "r"(count));
  __syncthreads();
}
__device__ void arrive(Word *bar) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared(bar)) : "memory"); // allow: mbarrier-phase
}
__device__ void arriveExpect(Word *bar, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared(bar)), "r"(bytes) : "memory"); // allow: mbarrier-phase
}
__device__ bool done(Word *bar, unsigned parity) {
  unsigned ok;
  asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n" // allow: mbarrier-phase
               "selp.u32 %0, 1, 0, p;\n}" : "=r"(ok) : "r"(shared(bar)), "r"(parity) : "memory");
  return ok;
}
__device__ void wait(Word *bar, unsigned parity) {
  while (!done(bar, parity)) {
  }
}
__device__ void copyIn(void *to, const void *from, int bytes, Word *bar) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" // allow: bulk-copy
               ::"r"(shared(to)), "l"(from), "r"(bytes), "r"(shared(bar)) : "memory");
}

// One arrival too few.
// CHECK: error: deadlock: in block 0 threads 0 to 127 wait for phase 0 of mbarrier 'bar' (1 of 129 arrivals are missing) here [mbarrier-phase, confirmed]
__global__ void countBad(int *out) {
  __shared__ Word bar;
  init(&bar, 1, blockDim.x + 1);
  arrive(&bar);
  wait(&bar, 0); // expect-error: mbarrier-phase
  out[threadIdx.x] = 1;
}
__global__ void countUnknown(int *out) { // verdict: unknown
  __shared__ Word bar;
  init(&bar, 1, blockDim.x);
  arrive(&bar);
  wait(&bar, 0);
  out[threadIdx.x] = 1;
}
// The parity of the first phase again.
__global__ void parityBad(int *out) {
  __shared__ Word bar;
  init(&bar, 1, blockDim.x);
  for (int i = 0; i < 4; ++i) {
    arrive(&bar);
    wait(&bar, 0);
    __syncthreads(); // expect-error: mbarrier-phase
  }
  out[threadIdx.x] = 1;
}
// The parity of a turn, not of the turns of the ring.
template <bool OfTurn> __device__ void ring(const int *in, int *out) {
  constexpr int Stages = 4;
  __shared__ Word full[Stages], empty[Stages];
  __shared__ int s[Stages][64];
  init(full, Stages, 64);
  init(empty, Stages, 64);
  for (int i = 0; i < 24; ++i) {
    int stage = i % Stages, parity = OfTurn ? i % 2 : i / Stages % 2;
    if (threadIdx.x < 64) {
      wait(&empty[stage], parity ^ 1);
      s[stage][threadIdx.x] = in[i * 64 + threadIdx.x];
      arrive(&full[stage]);
    } else {
      wait(&full[stage], parity);
      out[i * 64 + threadIdx.x - 64] = s[stage][127 - threadIdx.x]; // allow: mbarrier-phase
      arrive(&empty[stage]);
    }
  }
}
__global__ void ringUnknown(const int *in, int *out) { // verdict: unknown
  ring<false>(in, out);
}
__global__ void ringBad(const int *in, int *out) {
  ring<true>(in, out); // expect-warning: mbarrier-phase
}
// In the first turn all stages are empty.
__global__ void firstTurnBad(const int *in, int *out) {
  __shared__ Word full[2], empty[2];
  __shared__ int s[2][64];
  init(full, 2, 64);
  init(empty, 2, 64);
  for (int i = 0; i < 8; ++i) {
    if (threadIdx.x < 64) {
      wait(&empty[i % 2], i / 2 % 2); // expect-error: mbarrier-phase
      s[i % 2][threadIdx.x] = in[i * 64 + threadIdx.x];
      arrive(&full[i % 2]);
    } else {
      wait(&full[i % 2], i / 2 % 2);
      out[i * 64 + threadIdx.x - 64] = s[i % 2][127 - threadIdx.x];
      arrive(&empty[i % 2]);
    }
  }
}
// Bytes that nobody brings, and bytes that nobody expects.
__global__ void bytesBad(const int *in, int *out) {
  __shared__ alignas(128) int tile[128];
  __shared__ Word bar;
  init(&bar, 1, 1);
  if (threadIdx.x == 0) {
    arriveExpect(&bar, 1024);
    copyIn(tile, in, sizeof(tile), &bar);
  }
  wait(&bar, 0); // expect-error: mbarrier-phase
  out[threadIdx.x] = tile[threadIdx.x];
}
__global__ void bytesUnknown(const int *in, int *out) { // verdict: unknown
  __shared__ alignas(128) int tile[128];
  __shared__ Word bar;
  init(&bar, 1, 1);
  if (threadIdx.x == 0) {
    arriveExpect(&bar, sizeof(tile));
    copyIn(tile, in, sizeof(tile), &bar);
  }
  wait(&bar, 0);
  out[threadIdx.x] = tile[threadIdx.x];
}
// More arrivals than the phase waits for.
__global__ void tooManyBad(const int *in, int *out) {
  __shared__ alignas(128) int tile[128];
  __shared__ Word bar;
  init(&bar, 1, 1);
  arriveExpect(&bar, 4); // expect-error: mbarrier-phase
  if (threadIdx.x == 0)
    copyIn(tile, in, sizeof(tile), &bar);
  wait(&bar, 0);
  out[threadIdx.x] = tile[threadIdx.x];
}
// What a thread waits for depends on data that is made up.
__global__ void dataBad(const int *in) {
  __shared__ Word bar;
  init(&bar, 1, blockDim.x);
  if (in[0] >= 0)
    arrive(&bar);
  if (in[1] >= 0)
    wait(&bar, 1); // expect-warning: mbarrier-phase
}

using Barrier = cuda::barrier<cuda::thread_scope_block>;
__global__ void classBad(int *out) {
  __shared__ Barrier bar;
  if (threadIdx.x == 0)
    init(&bar, 64);
  __syncthreads();
  if (threadIdx.x < 32)
    bar.arrive_and_wait(); // expect-error: mbarrier-phase
  out[threadIdx.x] = 1;
}
__global__ void classUnknown(int *out) { // verdict: unknown
  __shared__ Barrier bar;
  if (threadIdx.x == 0)
    init(&bar, 32);
  __syncthreads();
  if (threadIdx.x < 32)
    bar.arrive_and_wait();
  out[threadIdx.x] = 1;
}

void launches(const int *in, int *out) {
  countBad<<<1, 128>>>(out);
  countUnknown<<<1, 128>>>(out);
  parityBad<<<1, 128>>>(out);
  ringUnknown<<<1, 128>>>(in, out);
  ringBad<<<1, 128>>>(in, out);
  firstTurnBad<<<1, 128>>>(in, out);
  bytesBad<<<1, 128>>>(in, out);
  bytesUnknown<<<1, 128>>>(in, out);
  tooManyBad<<<1, 128>>>(in, out);
  dataBad<<<1, 128>>>(in);
  classBad<<<1, 128>>>(out);
  classUnknown<<<1, 128>>>(out);
}
