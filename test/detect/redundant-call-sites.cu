// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// Needed at the second call only, so it cannot be removed.
__device__ int exchange(int *s, int v) {
  __syncthreads();
  s[threadIdx.x] = v;
  __syncthreads();
  return s[blockDim.x - 1 - threadIdx.x];
}

__global__ void calledTwiceOk(int *out) {
  __shared__ int s[1024];
  int v = exchange(s, out[threadIdx.x]);
  out[threadIdx.x] = exchange(s, v);
}

__device__ int exchangeOnce(int *s, int v) {
  __syncthreads(); // expect: redundant-barrier
  s[threadIdx.x] = v;
  __syncthreads();
  return s[blockDim.x - 1 - threadIdx.x];
}

__global__ void calledOnceBad(int *out) {
  __shared__ int s[1024];
  out[threadIdx.x] = exchangeOnce(s, out[threadIdx.x]);
}
