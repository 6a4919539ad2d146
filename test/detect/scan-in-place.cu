// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__global__ void onePhaseBad(int *out) {
  __shared__ int s[1024];
  int tid = threadIdx.x;
  s[tid] = out[tid];
  __syncthreads();
  for (int d = 1; d < blockDim.x; d *= 2) {
    if (tid >= d)
      s[tid] += s[tid - d]; // expect: shared-race
    __syncthreads();
  }
  out[tid] = s[tid];
}

__global__ void twoPhasesOk(int *out) {
  __shared__ int s[1024];
  int tid = threadIdx.x;
  s[tid] = out[tid];
  __syncthreads();
  for (int d = 1; d < blockDim.x; d *= 2) {
    int left = tid >= d ? s[tid - d] : 0;
    __syncthreads();
    s[tid] += left;
    __syncthreads();
  }
  out[tid] = s[tid];
}
