// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 256

__device__ int blockSum(int *s, int v) {
  s[threadIdx.x] = v; // expect: shared-race
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k /= 2) {
    if (threadIdx.x < k)
      s[threadIdx.x] += s[threadIdx.x + k];
    __syncthreads();
  }
  return s[0];
}

// The second call overwrites s[0] while others still read the first result.
__global__ void twoSumsBad(int *out) {
  __shared__ int s[256];
  int a = blockSum(s, out[threadIdx.x]);
  int b = blockSum(s, 2 * out[threadIdx.x]);
  out[threadIdx.x] = a + b;
}

__global__ void separatedOk(int *out) {
  __shared__ int s[256];
  int a = blockSum(s, out[threadIdx.x]);
  __syncthreads();
  int b = blockSum(s, 2 * out[threadIdx.x]);
  out[threadIdx.x] = a + b;
}
