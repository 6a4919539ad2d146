// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__global__ void asmBarrierOk(int *out) {
  __shared__ int s[1024];
  s[threadIdx.x] = out[threadIdx.x];
  asm volatile("bar.sync 0;" ::: "memory");
  out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}

__global__ void laneIdOk(int *out) {
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  out[threadIdx.x] = lane;
}
