// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__global__ void twoBuffersOk(const int *in, int *out, int rounds) {
  __shared__ int s[2][1024];
  int sum = 0;
  for (int k = 0; k < rounds; ++k) {
    s[k & 1][threadIdx.x] = in[k * blockDim.x + threadIdx.x];
    __syncthreads();
    sum += s[k & 1][blockDim.x - 1 - threadIdx.x];
  }
  out[threadIdx.x] = sum;
}

__global__ void oneBufferBad(const int *in, int *out, int rounds) {
  __shared__ int s[1024];
  int sum = 0;
  for (int k = 0; k < rounds; ++k) {
    s[threadIdx.x] = in[k * blockDim.x + threadIdx.x]; // expect: shared-race
    __syncthreads();
    sum += s[blockDim.x - 1 - threadIdx.x];
  }
  out[threadIdx.x] = sum;
}
