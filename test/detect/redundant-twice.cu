// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__global__ void twiceBad(int *out) {
  __shared__ int s[1024];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads(), __syncthreads(); // expect: redundant-barrier
  out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}

__global__ void ownCellsOnlyBad(int *out) {
  __shared__ int s[1024];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads(); // expect: redundant-barrier
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void neededOk(int *out) {
  __shared__ int s[1024];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
