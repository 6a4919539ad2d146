// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__global__ void neighbourBad(int *out) {
  __shared__ int s[256];
  s[threadIdx.x] = 2 * threadIdx.x; // expect: shared-race
  out[threadIdx.x] = s[threadIdx.x + 1];
}

__global__ void neighbourOk(int *out) {
  __shared__ int s[256];
  s[threadIdx.x] = 2 * threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x + 1];
}

__global__ void ownCellOk(int *out) {
  __shared__ int s[256];
  s[threadIdx.x] = 2 * threadIdx.x;
  out[threadIdx.x] = s[threadIdx.x] + 1;
}
