// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__global__ void perThreadLengthBad(const int *length, int *out) {
  __shared__ int total;
  for (int k = 0; k < length[threadIdx.x]; ++k) {
    if (threadIdx.x == 0)
      total = k;
    __syncthreads(); // expect: barrier-divergence
    out[threadIdx.x] += total; // allow: shared-race
    __syncthreads(); // allow: barrier-divergence
  }
}

__global__ void perBlockLengthOk(const int *length, int *out) {
  __shared__ int total;
  for (int k = 0; k < length[blockIdx.x]; ++k) {
    if (threadIdx.x == 0)
      total = k;
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] += total;
    __syncthreads();
  }
}
