// SPDX-License-Identifier: Apache-2.0
#include "sync.h"

constexpr int Stages = 3;
#define BEGIN(BARS, COUNT, ARRIVALS)                                                               \
  do {                                                                                             \
    if (threadIdx.x == 0)                                                                          \
      for (int b = 0; b < (COUNT); ++b)                                                            \
        INIT((BARS)[b], ARRIVALS);                                                                 \
    __syncthreads();                                                                               \
  } while (false)

__global__ void countTooHighBad(int *out) {
  PHASES bar;
  if (threadIdx.x == 0)
    INIT(bar, 129);
  __syncthreads();
  MEET(bar, 0); // bug: mbarrier-phase
  out[threadIdx.x] = 1;
}
__global__ void someArriveBad(int *out) {
  PHASES bar;
  if (threadIdx.x == 0)
    INIT(bar, 128);
  __syncthreads();
  if (threadIdx.x < 64)
    COME(bar);
  AWAIT(bar, 0); // bug: mbarrier-phase
  out[threadIdx.x] = 1;
}
__global__ void sameParityBad(const int *in, int *out) {
  PHASES bar;
  if (threadIdx.x == 0)
    INIT(bar, 128);
  __syncthreads();
  for (int i = 0; i < 4; ++i) {
    COME(bar);
    AWAIT(bar, 0);
    __syncthreads(); // bug: mbarrier-phase
    out[i * 128 + threadIdx.x] = in[i * 128 + threadIdx.x];
  }
}
__global__ void phaseBeforeBad(int *out) {
  PHASES bar;
  __shared__ int s[128];
  if (threadIdx.x == 0)
    INIT(bar, 128);
  __syncthreads();
  s[threadIdx.x] = threadIdx.x; // bug: shared-race
  COME(bar);
  AWAIT(bar, 1);
  out[threadIdx.x] = s[127 - threadIdx.x];
}

template <int Before, bool OfTurn> __device__ void ring(const int *in, int *out) {
  __shared__ int s[Stages][64];
  PHASES full[Stages], empty[Stages];
  BEGIN(full, Stages, 64);
  BEGIN(empty, Stages, 64);
  for (int i = 0; i < 12; ++i) {
    int stage = i % Stages, parity = OfTurn ? i % 2 : i / Stages % 2;
    if (threadIdx.x < 64) {
      AWAIT(empty[stage], parity ^ Before);
      s[stage][threadIdx.x] = in[i * 64 + threadIdx.x];
      COME(full[stage]);
    } else {
      AWAIT(full[stage], parity);
      out[i * 64 + threadIdx.x - 64] = s[stage][127 - threadIdx.x];
      COME(empty[stage]);
    }
  }
}
__global__ void ringOk(const int *in, int *out) { ring<1, false>(in, out); }
__global__ void ringFirstTurnBad(const int *in, int *out) {
  ring<0, false>(in, out); // bug: mbarrier-phase
}
__global__ void ringOfTurnBad(const int *in, int *out) {
  ring<1, true>(in, out); // bug: mbarrier-phase
}

void launches(const int *in, int *out) {
  countTooHighBad<<<1, 128>>>(out);
  someArriveBad<<<1, 128>>>(out);
  sameParityBad<<<1, 128>>>(in, out);
  phaseBeforeBad<<<1, 128>>>(out);
  ringOk<<<1, 128>>>(in, out);
  ringFirstTurnBad<<<1, 128>>>(in, out);
  ringOfTurnBad<<<1, 128>>>(in, out);
}
