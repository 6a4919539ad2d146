// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__global__ void doWhileOk(int *out, int n) {
  __shared__ int s[1024];
  int k = 0;
  do {
    s[threadIdx.x] = k;
    __syncthreads();
    out[threadIdx.x] += s[blockDim.x - 1 - threadIdx.x];
    __syncthreads();
  } while (++k < n);
}

__global__ void doWhileBad(int *out, int n) {
  __shared__ int s[1024];
  int k = 0;
  do {
    s[threadIdx.x] = k + threadIdx.x; // expect: shared-race
    __syncthreads();
    out[threadIdx.x] += s[blockDim.x - 1 - threadIdx.x];
  } while (++k < n);
}

__global__ void ownCountOk(int *out) {
  int k = threadIdx.x;
  while (k > 0)
    k /= 3;
  out[threadIdx.x] = k;
}
