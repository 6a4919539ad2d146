// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

#define RADIUS 3

__device__ void stage(int *s, const int *in, int at) {
  s[threadIdx.x + RADIUS] = in[at];
  if (threadIdx.x < RADIUS) {
    s[threadIdx.x] = in[at - RADIUS];
    s[threadIdx.x + RADIUS + blockDim.x] = in[at + blockDim.x];
  }
}

__global__ void haloOk(const int *in, int *out) {
  __shared__ int s[1024 + 2 * RADIUS];
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  stage(s, in, at);
  __syncthreads();
  for (int k = 0; k <= 2 * RADIUS; ++k)
    out[at] += s[threadIdx.x + k];
}

__global__ void haloBad(const int *in, int *out) {
  __shared__ int s[1024 + 2 * RADIUS];
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  stage(s, in, at);
  for (int k = 0; k <= 2 * RADIUS; ++k)
    out[at] += s[threadIdx.x + k]; // expect: shared-race, allow: intra-warp-race
}
