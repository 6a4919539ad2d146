// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__global__ void ignoresRowsBad(int *out) {
  __shared__ int s[1024];
  s[threadIdx.x] = threadIdx.y; // expect: shared-race
  __syncthreads();
  out[threadIdx.y * blockDim.x + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}

__global__ void linearOk(int *out) {
  __shared__ int s[1024];
  int tid = threadIdx.y * blockDim.x + threadIdx.x;
  s[tid] = threadIdx.y;
  __syncthreads();
  out[tid] = s[blockDim.x * blockDim.y - 1 - tid];
}
