// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__device__ int total;
__device__ int table[1024];

__global__ void ownSlotOk() { table[threadIdx.x] = threadIdx.x; }

__global__ void sharedTotalBad() {
  total += threadIdx.x; // expect: global-race
}

__global__ void atomicTotalOk() { atomicAdd(&total, threadIdx.x); }
