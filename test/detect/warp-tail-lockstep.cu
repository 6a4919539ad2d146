// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --arch sm_60 --block-dim 64

__global__ void volatileTailOk(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 32) {
    volatile int *v = s;
    v[threadIdx.x] += v[threadIdx.x + 32];
    v[threadIdx.x] += v[threadIdx.x + 16];
    v[threadIdx.x] += v[threadIdx.x + 8];
  }
  if (threadIdx.x == 0)
    out[0] = s[0];
}
