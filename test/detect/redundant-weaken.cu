// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// Only lanes of one warp exchange data: the warp's barrier is enough.
__global__ void withinWarpBad(int *out) {
  __shared__ int s[1024];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads(); // expect: redundant-barrier
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}

__global__ void acrossWarpsOk(int *out) {
  __shared__ int s[1024];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x ^ 32];
}
