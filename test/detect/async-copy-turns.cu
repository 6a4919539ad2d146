// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 128
//
// Groups that only some iterations commit.
#include <cuda_pipeline.h>

__device__ void load(int *s, const int *in, int tile) {
  __pipeline_memcpy_async(&s[threadIdx.x], &in[tile * 128 + threadIdx.x], 4);
  __pipeline_commit();
}

__global__ void lastTileOk(const int *in, int *out, int tiles) {
  __shared__ int s[2][128];
  int sum = 0;
  load(s[0], in, 0);
  for (int k = 0; k < tiles; ++k) {
    if (k + 1 < tiles) {
      load(s[(k + 1) % 2], in, k + 1);
      __pipeline_wait_prior(1);
    } else {
      __pipeline_wait_prior(0);
    }
    __syncthreads();
    sum += s[k % 2][127 - threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

__global__ void lastTileBad(const int *in, int *out, int tiles) {
  __shared__ int s[2][128];
  int sum = 0;
  load(s[0], in, 0);
  for (int k = 0; k < tiles; ++k) {
    if (k + 1 < tiles)
      load(s[(k + 1) % 2], in, k + 1);
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += s[k % 2][127 - threadIdx.x]; // expect: shared-race
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

__global__ void columnsOk(const int *in, int *out, int n) {
  __shared__ int s[2][128];
  int sum = 0, now = 0;
  if (n > 0)
    load(s[0], in, 0);
  for (int c = 0; c < n; c += 128, now ^= 1) {
    if (c + 128 < n) {
      load(s[now ^ 1], in, c / 128 + 1);
      __pipeline_wait_prior(1);
    } else {
      __pipeline_wait_prior(0);
    }
    __syncthreads();
    sum += s[now][127 - threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

__global__ void columnsBad(const int *in, int *out, int n) {
  __shared__ int s[2][128];
  int sum = 0, now = 0;
  if (n > 0)
    load(s[0], in, 0);
  for (int c = 0; c < n; c += 128, now ^= 1) {
    if (c + 128 < n)
      load(s[now ^ 1], in, c / 128 + 1);
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += s[now][127 - threadIdx.x]; // expect: shared-race
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

__global__ void threeStagesOk(const int *in, int *out, int tiles) {
  __shared__ int s[3][128];
  int sum = 0;
  for (int stage = 0; stage < 2; ++stage)
    if (stage < tiles)
      load(s[stage], in, stage);
  for (int k = 0; k < tiles; ++k) {
    if (k + 1 < tiles)
      __pipeline_wait_prior(1);
    else
      __pipeline_wait_prior(0);
    __syncthreads();
    sum += s[k % 3][127 - threadIdx.x];
    if (k + 2 < tiles)
      load(s[(k + 2) % 3], in, k + 2);
  }
  out[threadIdx.x] = sum;
}

__global__ void threeStagesBad(const int *in, int *out, int tiles) {
  __shared__ int s[3][128];
  int sum = 0;
  for (int stage = 0; stage < 2; ++stage)
    if (stage < tiles)
      load(s[stage], in, stage);
  for (int k = 0; k < tiles; ++k) {
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += s[k % 3][127 - threadIdx.x]; // expect: shared-race
    if (k + 2 < tiles)
      load(s[(k + 2) % 3], in, k + 2);
  }
  out[threadIdx.x] = sum;
}

// Rising bounds: nothing is loaded in the first turn.
__global__ void lateOk(const int *in, int *out, int tiles) {
  __shared__ int s[2][128];
  int sum = 0;
  load(s[0], in, 0);
  for (int k = 0; k < tiles; ++k) {
    if (k >= 1)
      load(s[k % 2], in, k);
    __pipeline_wait_prior(0);
    __syncthreads();
    sum += s[k % 2][127 - threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

__global__ void lateBad(const int *in, int *out, unsigned tiles) {
  __shared__ int s[2][128];
  int sum = 0;
  for (unsigned k = 0; k < tiles; ++k) {
    if (k + 1 >= 2)
      load(s[k % 2], in, k);
    else
      load(s[0], in, 0);
    if (k + 1 >= 3)
      load(s[k % 2], in, k);
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += s[k % 2][127 - threadIdx.x]; // expect: shared-race
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

__global__ void wideOk(const int *in, int *out, size_t tiles) {
  __shared__ int s[2][128];
  int sum = 0;
  if (tiles)
    load(s[0], in, 0);
  for (size_t k = 0; k < tiles; ++k) {
    if (k + 1 < tiles) {
      load(s[(k + 1) % 2], in, k + 1);
      __pipeline_wait_prior(1);
    } else {
      __pipeline_wait_prior(0);
    }
    __syncthreads();
    sum += s[k % 2][127 - threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

__global__ void leftOk(const int *in, int *out, int tiles, const int *stop) {
  __shared__ int s[2][128];
  int sum = 0;
  load(s[0], in, 0);
  for (int k = 0; k < tiles; ++k) {
    __pipeline_wait_prior(0);
    __syncthreads();
    if (stop[k])
      break;
    if (k + 1 < tiles)
      load(s[(k + 1) % 2], in, k + 1);
    sum += s[k % 2][127 - threadIdx.x];
  }
  out[threadIdx.x] = sum;
}

__global__ void leftBad(const int *in, int *out, int tiles, const int *stop) {
  __shared__ int s[2][128];
  int sum = 0;
  load(s[0], in, 0);
  for (int k = 0; k < tiles; ++k) {
    if (k + 1 < tiles)
      load(s[(k + 1) % 2], in, k + 1);
    __pipeline_wait_prior(1);
    if (stop[k])
      break;
    __syncthreads();
    sum += s[k % 2][127 - threadIdx.x]; // expect: shared-race
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
