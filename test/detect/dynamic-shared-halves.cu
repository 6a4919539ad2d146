// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// One dynamic array carved into two by pointer arithmetic.
extern __shared__ int pool[];

__global__ void disjointHalvesOk(int *out) {
  int *first = pool, *second = pool + blockDim.x;
  first[threadIdx.x] = threadIdx.x;
  second[threadIdx.x] = 2 * threadIdx.x;
  out[threadIdx.x] = first[threadIdx.x] + second[threadIdx.x];
}

__global__ void overlappingHalvesBad(int *out) {
  int *first = pool, *second = pool + blockDim.x / 2;
  first[threadIdx.x] = threadIdx.x;       // expect: shared-race
  second[threadIdx.x] = 2 * threadIdx.x;  // expect: shared-race
  out[threadIdx.x] = first[threadIdx.x] + second[threadIdx.x];
}
