// SPDX-License-Identifier: Apache-2.0
// RUN: %check-simulation %s --grid 1 --block 64

__global__ void sharedBad(int *out) {
  __shared__ int s[32];
  s[threadIdx.x] = 1; // expect: out-of-bounds
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x & 31];
}

__global__ void localBad(int *out, int n) {
  int a[4];
  for (int i = 0; i < 4; ++i)
    a[i] = i;
  out[threadIdx.x] = a[threadIdx.x]; // expect: out-of-bounds
}

__global__ void localOk(int *out) {
  int a[64];
  for (int i = 0; i < 64; ++i)
    a[i] = i;
  if (a[threadIdx.x] != threadIdx.x)
    __trap();
}

__global__ void nullBad(int *out) {
  int *p = nullptr;
  if (threadIdx.x == 5)
    out = p;
  out[0] = 3; // expect: out-of-bounds, allow: benign-race
}

__global__ void uninitializedBad(int *out) {
  __shared__ int s[64];
  if (threadIdx.x != 9)
    s[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x]; // expect: uninitialized-read
}

__global__ void trapBad(int *out) {
  if (threadIdx.x == 3)
    __trap(); // expect: trap
}

#include <assert.h>
__global__ void assertBad(int *out) {
  assert(threadIdx.x < 60); // expect: assertion
}

__global__ void heapOk(int *out) {
  int *p = static_cast<int *>(malloc(4 * sizeof(int)));
  p[3] = threadIdx.x;
  if (p[3] != threadIdx.x)
    __trap();
  free(p);
}

__global__ void heapBad(int *out) {
  int *p = static_cast<int *>(malloc(4 * sizeof(int)));
  p[4] = 1; // expect: out-of-bounds
  free(p);
}

__global__ void atFreeBad(int *out) {
  int *p = static_cast<int *>(malloc(4 * sizeof(int)));
  free(p);
  p[0] = 1; // expect: out-of-bounds
  free(p);  // expect: bad-free
}
