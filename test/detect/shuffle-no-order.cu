// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 32

// A shuffle exchanges registers; it does not order memory.
__global__ void shuffleBad(int *out) {
  __shared__ int s[32];
  s[threadIdx.x] = out[threadIdx.x]; // expect: intra-warp-race
  int other = __shfl_xor_sync(0xffffffff, out[threadIdx.x], 1);
  out[threadIdx.x] = other + s[threadIdx.x ^ 1];
}

__global__ void syncwarpOk(int *out) {
  __shared__ int s[32];
  s[threadIdx.x] = out[threadIdx.x];
  int other = __shfl_xor_sync(0xffffffff, out[threadIdx.x], 1);
  __syncwarp();
  out[threadIdx.x] = other + s[threadIdx.x ^ 1];
}
