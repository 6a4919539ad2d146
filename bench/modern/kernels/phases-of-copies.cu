// SPDX-License-Identifier: Apache-2.0
#include "sync.h"

// Bytes that come by a bulk copy.
#if STYLE == 0
#define EXPECT(BAR, BYTES)                                                                         \
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(address(&(BAR))),    \
               "r"(int(BYTES))                                                                     \
               : "memory")
#define IN(TO, FROM, BYTES, BAR)                                                                   \
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"( \
                   address(TO)),                                                                   \
               "l"(FROM), "r"(int(BYTES)), "r"(address(&(BAR)))                                    \
               : "memory")
#elif STYLE == 1
#define EXPECT(BAR, BYTES) (void)cuda::device::barrier_arrive_tx(BAR, 1, BYTES)
#define IN(TO, FROM, BYTES, BAR)                                                                   \
  cuda::device::memcpy_async_tx(TO, FROM, cuda::aligned_size_t<16>(BYTES), BAR)
#else
struct Copies {
  Phases &bar;
  __device__ void expect(uint32_t bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(address(&bar.word)),
                 "r"(bytes)
                 : "memory");
  }
  template <class T> __device__ void in(T *to, const T *from, uint32_t bytes) {
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                     address(to)),
                 "l"(from), "r"(bytes), "r"(address(&bar.word))
                 : "memory");
  }
};
#define EXPECT(BAR, BYTES) Copies{BAR}.expect(BYTES)
#define IN(TO, FROM, BYTES, BAR) Copies{BAR}.in(TO, FROM, BYTES)
#endif

constexpr int Stages = 3;
#define BEGIN(BARS, COUNT, ARRIVALS)                                                               \
  do {                                                                                             \
    if (threadIdx.x == 0)                                                                          \
      for (int b = 0; b < (COUNT); ++b)                                                            \
        INIT((BARS)[b], ARRIVALS);                                                                 \
    __syncthreads();                                                                               \
  } while (false)

__global__ void copyOk(const int *in, int *out) {
  PHASES bar;
  __shared__ alignas(128) int tile[128];
  if (threadIdx.x == 0)
    INIT(bar, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    EXPECT(bar, sizeof(tile));
    IN(tile, in, sizeof(tile), bar);
  }
  AWAIT(bar, 0);
  out[threadIdx.x] = tile[threadIdx.x];
}
__global__ void copyTooShortBad(const int *in, int *out) {
  PHASES bar;
  __shared__ alignas(128) int tile[128];
  if (threadIdx.x == 0)
    INIT(bar, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    EXPECT(bar, sizeof(tile));
    IN(tile, in, sizeof(tile) / 2, bar);
  }
  AWAIT(bar, 0); // bug: mbarrier-phase
  out[threadIdx.x] = tile[threadIdx.x % 64];
}
__global__ void copyTooLongBad(const int *in, int *out) {
  PHASES bar;
  __shared__ alignas(128) int tile[128];
  if (threadIdx.x == 0)
    INIT(bar, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    EXPECT(bar, 128);
    IN(tile, in, sizeof(tile), bar);
  }
  AWAIT(bar, 0); // bug: mbarrier-phase
  out[threadIdx.x] = tile[threadIdx.x];
}
__global__ void copyNotExpectedBad(const int *in, int *out) {
  PHASES bar;
  __shared__ alignas(128) int tile[128];
  if (threadIdx.x == 0)
    INIT(bar, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    COME(bar);
    IN(tile, in, sizeof(tile), bar); // bug: bulk-copy
  }
  AWAIT(bar, 0);
  out[threadIdx.x] = tile[threadIdx.x];
}
__global__ void otherStageBad(const int *in, int *out) {
  PHASES bars[2];
  __shared__ alignas(128) int tiles[2][128];
  BEGIN(bars, 2, 1);
  if (threadIdx.x == 0)
    for (int i = 0; i < 2; ++i) {
      EXPECT(bars[i], sizeof(tiles[i]));
      IN(tiles[i], in + i * 128, sizeof(tiles[i]), bars[i]); // bug: bulk-copy
    }
  AWAIT(bars[0], 0);
  out[threadIdx.x] = tiles[1][threadIdx.x];
  AWAIT(bars[1], 0);
}
template <bool Empties> __device__ void copies(const int *in, int *out) {
  __shared__ alignas(128) int tiles[Stages][64];
  PHASES full[Stages], empty[Stages];
  BEGIN(full, Stages, 1);
  BEGIN(empty, Stages, 64);
  for (int i = 0; i < 12; ++i) {
    int stage = i % Stages, parity = i / Stages % 2;
    if (threadIdx.x == 0) {
      if (Empties)
        AWAIT(empty[stage], parity ^ 1);
      EXPECT(full[stage], sizeof(tiles[stage]));
      IN(tiles[stage], in + i * 64, sizeof(tiles[stage]), full[stage]);
    } else if (threadIdx.x >= 64) {
      AWAIT(full[stage], parity);
      out[i * 64 + threadIdx.x - 64] = tiles[stage][127 - threadIdx.x];
      COME(empty[stage]);
    }
  }
}
__global__ void copyRingOk(const int *in, int *out) { copies<true>(in, out); }
__global__ void copyRingNotEmptiedBad(const int *in, int *out) {
  copies<false>(in, out); // bug: bulk-copy
}

void launches(const int *in, int *out) {
  copyOk<<<1, 128>>>(in, out);
  copyTooShortBad<<<1, 128>>>(in, out);
  copyTooLongBad<<<1, 128>>>(in, out);
  copyNotExpectedBad<<<1, 128>>>(in, out);
  otherStageBad<<<1, 128>>>(in, out);
  copyRingOk<<<1, 128>>>(in, out);
  copyRingNotEmptiedBad<<<1, 128>>>(in, out);
}
