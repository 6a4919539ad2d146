// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 64

// Whole warps take different branches and wait at different barriers.
__global__ void perWarpBad(int *out) {
  __shared__ int s[64];
  if (threadIdx.x < 32) {
    s[threadIdx.x] = out[threadIdx.x];
    __syncthreads(); // expect-error: barrier-divergence
  } else {
    s[threadIdx.x] = -out[threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = s[63 - threadIdx.x]; // allow: shared-race
}

__global__ void perBlockOk(int *out) {
  __shared__ int s[64];
  if (blockIdx.x < 32) {
    s[threadIdx.x] = out[blockIdx.x * 64 + threadIdx.x];
    __syncthreads();
  } else {
    s[threadIdx.x] = -out[blockIdx.x * 64 + threadIdx.x];
    __syncthreads();
  }
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
