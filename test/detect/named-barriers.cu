// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 256

__device__ void sync(int number, int count) {
  asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(count) : "memory");
}
__device__ void arrive(int number, int count) {
  asm volatile("bar.arrive %0, %1;" ::"r"(number), "r"(count) : "memory");
}

// All of the block: a block barrier.
__global__ void wholeOk(int *out) {
  __shared__ int s[256];
  s[threadIdx.x] = threadIdx.x;
  asm volatile("bar.sync 1, 256;" ::: "memory");
  out[threadIdx.x] = s[255 - threadIdx.x];
}
__global__ void withoutCountOk(int *out) {
  __shared__ int s[256];
  s[threadIdx.x] = threadIdx.x;
  asm volatile("barrier.sync 3;" ::: "memory");
  out[threadIdx.x] = s[255 - threadIdx.x];
}
__global__ void functionOk(int *out) {
  __shared__ int s[256];
  s[threadIdx.x] = threadIdx.x;
  __barrier_sync_count(2, blockDim.x);
  out[threadIdx.x] = s[255 - threadIdx.x];
  __barrier_sync(4);
  s[threadIdx.x] = 0;
}

// Halves of the block, each with a number of its own.
__global__ void halvesOk(int *out, int n) {
  __shared__ int s[256];
  int half = threadIdx.x / 128, first = half * 128;
  for (int i = 0; i < n; ++i) {
    s[threadIdx.x] = i;
    sync(1 + half, 128);
    out[i * 256 + threadIdx.x] = s[first + 127 - threadIdx.x % 128];
    sync(1 + half, 128);
  }
}
__global__ void otherHalfBad(int *out) {
  __shared__ int s[256];
  int half = threadIdx.x / 128;
  s[threadIdx.x] = threadIdx.x; // expect: shared-race
  sync(1 + half, 128);
  out[threadIdx.x] = s[255 - threadIdx.x];
}
__global__ void secondTurnBad(int *out, int n) {
  __shared__ int s[256];
  int half = threadIdx.x / 128, first = half * 128;
  for (int i = 0; i < n; ++i) {
    s[threadIdx.x] = i;
    sync(1 + half, 128);
    out[i * 256 + threadIdx.x] = s[first + 127 - threadIdx.x % 128]; // expect: shared-race
  }
}
// A part of the block alone comes to it.
__global__ void firstHalfOk(int *out) {
  __shared__ int s[128];
  if (threadIdx.x < 128) {
    s[threadIdx.x] = threadIdx.x;
    sync(1, 128);
    out[threadIdx.x] = s[127 - threadIdx.x];
  }
  __syncthreads();
  out[256 + threadIdx.x] = s[threadIdx.x / 2];
}
__global__ void outsiderBad(int *out) {
  __shared__ int s[128];
  if (threadIdx.x < 128) {
    s[threadIdx.x] = threadIdx.x; // expect: shared-race
    sync(1, 128);
    out[threadIdx.x] = s[127 - threadIdx.x];
  } else {
    out[threadIdx.x] = s[255 - threadIdx.x];
  }
}
// Quarters meet in two ways: one that both come to in turn orders those that never meet.
__global__ void throughThirdUnknown(int *out) { // verdict: unknown
  __shared__ int s[256];
  int quarter = threadIdx.x / 64;
  s[threadIdx.x] = threadIdx.x;
  sync(1 + quarter / 2, 128);
  sync(3 + quarter % 2, 128);
  out[threadIdx.x] = s[255 - threadIdx.x];
}
__global__ void notThroughThirdBad(int *out) {
  __shared__ int s[256];
  int quarter = threadIdx.x / 64;
  sync(1 + quarter / 2, 128);
  s[threadIdx.x] = threadIdx.x; // expect-error: shared-race
  sync(3 + quarter % 2, 128);
  out[threadIdx.x] = s[255 - threadIdx.x];
}
// All have arrived, and nobody waited: the next to come wait for as many once more.
__global__ void arrivalsAloneUnknown(int *out) { // verdict: unknown
  __shared__ int s[256];
  arrive(1, 256);
  __syncthreads();
  s[threadIdx.x] = threadIdx.x;
  sync(1, 256);
  out[threadIdx.x] = s[255 - threadIdx.x];
}

// Producers arrive, consumers wait.
__global__ void producersUnknown(const int *in, int *out) { // verdict: unknown
  __shared__ int s[128];
  if (threadIdx.x < 128) {
    s[threadIdx.x] = in[threadIdx.x];
    arrive(1, 256);
  } else {
    sync(1, 256);
    out[threadIdx.x] = s[255 - threadIdx.x];
  }
}
__global__ void arrivesTooEarlyBad(const int *in, int *out) {
  __shared__ int s[128];
  if (threadIdx.x < 128) {
    arrive(1, 256);
    s[threadIdx.x] = in[threadIdx.x]; // expect-error: shared-race
  } else {
    sync(1, 256);
    out[threadIdx.x] = s[255 - threadIdx.x];
  }
}

// Halves that take turns: each waits for the number that the other one arrives at.
__global__ void turnsUnknown(const int *in, int *out, int n) {
  __shared__ int s[128];
  int half = threadIdx.x / 128, own = threadIdx.x % 128, sum = 0;
  if (half == 1)
    arrive(1, 256);
  for (int i = 0; i < n; ++i) {
    sync(1 + half, 256);
    s[own] = in[(2 * i + half) * 128 + own];
    sync(3 + half, 128);
    sum += s[127 - own];
    if (half == 0 || i + 1 < n)
      arrive(2 - half, 256);
  }
  out[threadIdx.x] = sum;
}
