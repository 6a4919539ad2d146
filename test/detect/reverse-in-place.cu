// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__global__ void reverseOk(int *out) {
  __shared__ int s[1024];
  int tid = threadIdx.x, n = blockDim.x;
  s[tid] = out[tid];
  __syncthreads();
  int v = s[n - 1 - tid];
  __syncthreads();
  s[tid] = v;
  __syncthreads();
  out[tid] = s[tid] + s[n / 2];
}

__global__ void reverseBad(int *out) {
  __shared__ int s[1024];
  int tid = threadIdx.x, n = blockDim.x;
  s[tid] = out[tid];
  __syncthreads();
  s[tid] = s[n - 1 - tid]; // expect: shared-race
  __syncthreads();
  out[tid] = s[tid] + s[n / 2];
}
