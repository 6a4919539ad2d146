// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__global__ void someBreakBad(const int *in, int *out, int n) {
  __shared__ int s[1024];
  for (int k = 0; k < n; ++k) {
    s[threadIdx.x] = in[k];
    if (threadIdx.x == k)
      break;
    __syncthreads(); // expect-error: barrier-divergence
    out[threadIdx.x] += s[blockDim.x - 1 - threadIdx.x]; // allow: shared-race
    __syncthreads(); // allow: barrier-divergence
  }
  out[threadIdx.x] += 1;
}

__global__ void allBreakOk(const int *in, int *out, int n) {
  __shared__ int s[1024];
  for (int k = 0; k < n; ++k) {
    if (in[k] < 0)
      break;
    s[threadIdx.x] = in[k] + threadIdx.x;
    __syncthreads();
    out[threadIdx.x] += s[blockDim.x - 1 - threadIdx.x];
    __syncthreads();
  }
}
