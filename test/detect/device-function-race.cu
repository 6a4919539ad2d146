// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__device__ int left(const int *s) { return threadIdx.x > 0 ? s[threadIdx.x - 1] : 0; }
__device__ void put(int *s, int v) { s[threadIdx.x] = v; } // expect: shared-race

__global__ void throughCallsBad(int *out) {
  __shared__ int s[1024];
  put(s, out[threadIdx.x]);
  out[threadIdx.x] = left(s);
}

__global__ void throughCallsOk(int *out) {
  __shared__ int s[1024];
  put(s, out[threadIdx.x]);
  __syncthreads();
  out[threadIdx.x] = left(s);
}
