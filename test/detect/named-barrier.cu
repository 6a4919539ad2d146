// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// RUN: not %cuda-fix --no-repair --kernel crossedBad %s | FileCheck %s

__device__ void sync(int number, int count) {
  asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(count) : "memory"); // allow: named-barrier
}
__device__ void arrive(int number, int count) {
  asm volatile("bar.arrive %0, %1;" ::"r"(number), "r"(count) : "memory"); // allow: named-barrier
}

__global__ void numberBad() {
  sync(16, 64); // expect-error: named-barrier
}
__global__ void countBad() {
  sync(1, 48); // expect-error: named-barrier
}
__global__ void halfComesBad() {
  if (threadIdx.x < 128)
    sync(1, 256); // expect-error: named-barrier
}
__global__ void oneHalfEachOk() {
  if (threadIdx.x < 128)
    sync(1, 128);
  else
    sync(2, 128);
}
// Two places, one barrier.
__global__ void twoPlacesUnknown() { // verdict: unknown
  if (threadIdx.x < 128)
    sync(1, 256);
  else
    sync(1, 256);
}
__global__ void partOfWarpBad() {
  if (threadIdx.x < 40)
    sync(1, 64); // expect-error: named-barrier
}
__global__ void nobodyWaitsBad() {
  arrive(1, 256); // expect-warning: named-barrier
}

// Threads wait for each other.
// CHECK: error: deadlock: in block 0 threads 0 to 127 wait for barrier 1 here, and threads 128 to 255 for barrier 2 at line 50 [named-barrier, confirmed]
__global__ void crossedBad() {
  if (threadIdx.x < 128) {
    sync(1, 256); // expect-error: named-barrier
    sync(2, 256);
  } else {
    sync(2, 256);
    sync(1, 256);
  }
}

// A ring of two stages: the producer does not wait for the stage that it fills again.
__global__ void ringUnknown(const int *in, int *out) { // verdict: unknown
  __shared__ int s[2][128];
  if (threadIdx.x < 128) {
    for (int i = 0; i < 8; ++i) {
      if (i >= 2)
        sync(3 + i % 2, 256);
      s[i % 2][threadIdx.x] = in[i * 128 + threadIdx.x];
      arrive(1 + i % 2, 256);
    }
  } else {
    for (int i = 0; i < 8; ++i) {
      sync(1 + i % 2, 256);
      out[i * 128 + threadIdx.x - 128] = s[i % 2][255 - threadIdx.x];
      if (i < 6)
        arrive(3 + i % 2, 256);
    }
  }
}
__global__ void ringWithoutEmptyBad(const int *in, int *out) {
  __shared__ int s[2][128];
  if (threadIdx.x < 128) {
    for (int i = 0; i < 8; ++i) {
      s[i % 2][threadIdx.x] = in[i * 128 + threadIdx.x];
      arrive(1 + i % 2, 256);
    }
  } else {
    for (int i = 0; i < 8; ++i) {
      sync(1 + i % 2, 256);
      out[i * 128 + threadIdx.x - 128] = s[i % 2][255 - threadIdx.x]; // expect-error: shared-race
    }
  }
}
// One arrival is missing in the last turn.
__global__ void ringOneShortBad(const int *in, int *out) {
  __shared__ int s[2][128];
  if (threadIdx.x < 128) {
    for (int i = 0; i < 8; ++i) {
      if (i >= 2)
        sync(3 + i % 2, 256); // expect-error: named-barrier
      s[i % 2][threadIdx.x] = in[i * 128 + threadIdx.x];
      arrive(1 + i % 2, 256);
    }
  } else {
    for (int i = 0; i < 8; ++i) {
      sync(1 + i % 2, 256);
      out[i * 128 + threadIdx.x - 128] = s[i % 2][255 - threadIdx.x];
      if (i < 5)
        arrive(3 + i % 2, 256);
    }
  }
}

// Whole warps are counted, also where some of their threads have left or never were.
__global__ void lastWarpOk(int *out) {
  __shared__ int s[48];
  s[threadIdx.x] = threadIdx.x;
  sync(1, 64);
  out[threadIdx.x] = s[47 - threadIdx.x];
}
__global__ void leftInWarpUnknown(int *out) { // verdict: unknown
  if (threadIdx.x >= 40)
    return;
  out[threadIdx.x] = 1;
  sync(1, 64);
  out[threadIdx.x] = 2;
}
// It may not wait for warps that have left.
__global__ void leftUnknown(int *out) { // verdict: unknown
  if (threadIdx.x >= 96)
    return;
  out[threadIdx.x] = 1;
  asm volatile("bar.sync 1;" ::: "memory");
  out[threadIdx.x] = 2;
}

void launches(const int *in, int *out) {
  numberBad<<<1, 256>>>();
  countBad<<<1, 256>>>();
  halfComesBad<<<1, 256>>>();
  oneHalfEachOk<<<1, 256>>>();
  twoPlacesUnknown<<<1, 256>>>();
  partOfWarpBad<<<1, 256>>>();
  nobodyWaitsBad<<<1, 256>>>();
  crossedBad<<<1, 256>>>();
  ringUnknown<<<1, 256>>>(in, out);
  ringWithoutEmptyBad<<<1, 256>>>(in, out);
  ringOneShortBad<<<1, 256>>>(in, out);
  lastWarpOk<<<1, 48>>>(out);
  leftInWarpUnknown<<<1, 256>>>(out);
  leftUnknown<<<1, 256>>>(out);
}
