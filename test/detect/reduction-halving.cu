// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__global__ void halvingOk(const int *in, int *out) {
  __shared__ int s[1024];
  int tid = threadIdx.x;
  s[tid] = in[blockIdx.x * blockDim.x + tid];
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k >>= 1) {
    if (tid < k)
      s[tid] += s[tid + k];
    __syncthreads();
  }
  if (tid == 0)
    out[blockIdx.x] = s[0];
}

__global__ void noBarrierInLoopBad(const int *in, int *out) {
  __shared__ int s[1024];
  int tid = threadIdx.x;
  s[tid] = in[blockIdx.x * blockDim.x + tid];
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k >>= 1)
    if (tid < k)
      s[tid] += s[tid + k]; // expect: shared-race
  if (tid == 0)
    out[blockIdx.x] = s[0];
}
