// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__global__ void pingPongOk(int *out) {
  __shared__ int s[2][1024];
  int tid = threadIdx.x, to = 0;
  s[to][tid] = out[tid];
  __syncthreads();
  for (int d = 1; d < blockDim.x; d *= 2) {
    to = 1 - to;
    int from = 1 - to;
    s[to][tid] = s[from][tid] + (tid >= d ? s[from][tid - d] : 0);
    __syncthreads();
  }
  out[tid] = s[to][tid];
}

__global__ void neverSwappedBad(int *out) {
  __shared__ int s[2][1024];
  int tid = threadIdx.x, to = 0;
  s[to][tid] = out[tid];
  __syncthreads();
  for (int d = 1; d < blockDim.x; d *= 2) {
    s[to][tid] = s[to][tid] + (tid >= d ? s[to][tid - d] : 0); // expect: shared-race
    __syncthreads();
  }
  out[tid] = s[to][tid];
}
