// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__global__ void wrapsBad(int *out) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = threadIdx.x; // expect: shared-race
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x % 64];
}

__global__ void guardedOk(int *out) {
  __shared__ int s[64];
  if (threadIdx.x < 64)
    s[threadIdx.x & 63] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x % 64];
}

__global__ void ringOk(const int *in, int *out) {
  __shared__ int s[1024];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[(threadIdx.x + 1) % blockDim.x];
}
