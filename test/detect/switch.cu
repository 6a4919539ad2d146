// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__global__ void laneChoosesBad(int *out) {
  __shared__ int s[1024];
  s[threadIdx.x] = out[threadIdx.x];
  switch (threadIdx.x % 3) {
  case 0:
    __syncthreads(); // expect-error: barrier-divergence, allow: redundant-barrier
    break;
  default:
    break;
  }
}

__global__ void modeChoosesOk(int *out, int mode) {
  __shared__ int s[1024];
  s[threadIdx.x] = out[threadIdx.x];
  switch (mode) {
  case 0:
    __syncthreads();
    out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
    break;
  case 1:
    out[threadIdx.x] = s[threadIdx.x];
    break;
  }
}
