// SPDX-License-Identifier: Apache-2.0
// RUN: %check-simulation %s --grid 1 --block 64 --arg 'a=zero(64)'

// The user says how large the buffer is.
__global__ void givenOk(int *a) { a[threadIdx.x] = 1; }
__global__ void behindBad(int *a) { a[threadIdx.x + 1] = 1; }   // expect: out-of-bounds
__global__ void inFrontBad(int *a) { a[(int)threadIdx.x - 1] = 1; } // expect: out-of-bounds
__global__ void misalignedBad(int *a) {
  *reinterpret_cast<int *>(reinterpret_cast<char *>(a) + 4 * threadIdx.x + (threadIdx.x == 63 ? -2 : 0)) = 1; // expect: misaligned-address intra-warp-race
}
