// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

#define SYNC() __syncthreads()
#define PUT(a, v) (a)[threadIdx.x] = (v)

__global__ void throughMacroOk(int *out) {
  __shared__ int s[1024];
  PUT(s, out[threadIdx.x]);
  SYNC();
  out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}

__global__ void throughMacroBad(int *out) {
  __shared__ int s[1024];
  PUT(s, out[threadIdx.x]); // expect: shared-race
  out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
