// SPDX-License-Identifier: Apache-2.0
#include "sync.h"

__global__ void initialisedOk(int *out) {
  PHASES bar;
  __shared__ int s[128];
  if (threadIdx.x == 0)
    INIT(bar, 128);
  __syncthreads();
  s[threadIdx.x] = threadIdx.x;
  MEET(bar, 0);
  out[threadIdx.x] = s[127 - threadIdx.x];
}
__global__ void initUnseenBad(int *out) {
  PHASES bar;
  __shared__ int s[128];
  if (threadIdx.x == 0)
    INIT(bar, 128); // bug: mbarrier-init
  s[threadIdx.x] = threadIdx.x;
  MEET(bar, 0);
  out[threadIdx.x] = s[127 - threadIdx.x];
}
__global__ void initOfWarpBad(int *out) {
  PHASES bar;
  __shared__ int s[128];
  if (threadIdx.x < 32) {
    if (threadIdx.x == 0)
      INIT(bar, 128); // bug: mbarrier-init
    __syncwarp();
  }
  s[threadIdx.x] = threadIdx.x;
  MEET(bar, 0);
  out[threadIdx.x] = s[127 - threadIdx.x];
}
__global__ void writtenBehindBad(int *out) {
  PHASES bar;
  __shared__ int s[128];
  if (threadIdx.x == 0)
    INIT(bar, 128);
  __syncthreads();
  MEET(bar, 0);
  s[threadIdx.x] = threadIdx.x; // bug: shared-race
  out[threadIdx.x] = s[127 - threadIdx.x];
}
__global__ void turnsOk(const int *in, int *out, int n) {
  PHASES bar;
  __shared__ int s[2][128];
  if (threadIdx.x == 0)
    INIT(bar, 128);
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    s[i % 2][threadIdx.x] = in[i * 128 + threadIdx.x];
    MEET(bar, i % 2);
    out[i * 128 + threadIdx.x] = s[i % 2][127 - threadIdx.x];
  }
}
__global__ void turnsOneBufferBad(const int *in, int *out, int n) {
  PHASES bar;
  __shared__ int s[128];
  if (threadIdx.x == 0)
    INIT(bar, 128);
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    s[threadIdx.x] = in[i * 128 + threadIdx.x]; // bug: shared-race
    MEET(bar, i % 2);
    out[i * 128 + threadIdx.x] = s[127 - threadIdx.x];
  }
}

void launches(const int *in, int *out, int n) {
  initialisedOk<<<1, 128>>>(out);
  initUnseenBad<<<1, 128>>>(out);
  initOfWarpBad<<<1, 128>>>(out);
  writtenBehindBad<<<1, 128>>>(out);
  turnsOk<<<1, 128>>>(in, out, n);
  turnsOneBufferBad<<<1, 128>>>(in, out, n);
}
