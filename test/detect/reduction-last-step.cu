// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// The barrier stands at the top of the loop, so nothing follows the last addition.
__global__ void everyoneReadsBad(const int *in, int *out) {
  __shared__ int s[1024];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  for (int k = blockDim.x / 2; k > 0; k >>= 1) {
    __syncthreads();
    if (tid < k)
      s[tid] += s[tid + k]; // expect: shared-race
  }
  out[tid] = in[tid] - s[0]; // expect: shared-race
}

__global__ void oneReaderOk(const int *in, int *out) {
  __shared__ int s[1024];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  for (int k = blockDim.x / 2; k > 0; k >>= 1) {
    __syncthreads();
    if (tid < k)
      s[tid] += s[tid + k];
  }
  if (tid == 0)
    out[0] = s[0];
}
