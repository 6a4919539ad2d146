// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__global__ void nothingBeforeBad(int *out) {
  __shared__ int s[1024];
  __syncthreads(); // expect: redundant-barrier
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}

__global__ void nothingBehindBad(int *out) {
  __shared__ int s[1024];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
  __syncthreads(); // expect: redundant-barrier
}
