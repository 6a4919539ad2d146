// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// The barrier at the end of the body does not order the staging store before the reads.
__global__ void leadingMissingBad(const float *in, float *out, int tiles) {
  __shared__ float tile[256];
  float sum = 0;
  for (int t = 0; t < tiles; ++t) {
    tile[threadIdx.x] = in[t * blockDim.x + threadIdx.x]; // expect: shared-race
    for (int k = 0; k < blockDim.x; ++k)
      sum += tile[k];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
