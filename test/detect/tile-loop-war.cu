// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// The next iteration overwrites a tile that other threads may still read.
__global__ void trailingMissingBad(const float *in, float *out, int tiles) {
  __shared__ float tile[256];
  float sum = 0;
  for (int t = 0; t < tiles; ++t) {
    tile[threadIdx.x] = in[t * blockDim.x + threadIdx.x]; // expect: shared-race
    __syncthreads();
    for (int k = 0; k < blockDim.x; ++k)
      sum += tile[k];
  }
  out[threadIdx.x] = sum;
}

__global__ void bothBarriersOk(const float *in, float *out, int tiles) {
  __shared__ float tile[256];
  float sum = 0;
  for (int t = 0; t < tiles; ++t) {
    tile[threadIdx.x] = in[t * blockDim.x + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < blockDim.x; ++k)
      sum += tile[k];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
