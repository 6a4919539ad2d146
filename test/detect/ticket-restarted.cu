// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// A counter is set to its start before a barrier, and only drawn from behind it.
__global__ void drawOk(int *out, const int *in) {
  __shared__ int count, list[1024];
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  if (in[threadIdx.x] > 0)
    list[atomicAdd(&count, 1)] = threadIdx.x;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = list[threadIdx.x];
}

// It is set to its start again while others still draw.
__global__ void roundsBad(int *out, const int *in, int rounds) {
  __shared__ int count, list[1024];
  for (int r = 0; r < rounds; ++r) {
    if (threadIdx.x == 0)
      count = 0; // expect: shared-race
    __syncthreads();
    if (in[r * blockDim.x + threadIdx.x] > 0)
      list[atomicAdd(&count, 1)] = threadIdx.x + r;
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = list[threadIdx.x];
}
