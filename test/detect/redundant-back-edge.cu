// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// The barrier at the end of the body is needed over the back edge only.
__global__ void backEdgeOk(const int *in, int *out, int rounds) {
  __shared__ int s[1024];
  int sum = 0;
  for (int k = 0; k < rounds; ++k) {
    s[threadIdx.x] = in[k * blockDim.x + threadIdx.x];
    __syncthreads();
    sum += s[blockDim.x - 1 - threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// Each round has a row of its own: nothing is overwritten.
__global__ void ownRowBad(const int *in, int *out) {
  __shared__ int s[8][256];
  int sum = 0;
  for (int k = 0; k < 8; ++k) {
    s[k][threadIdx.x] = in[k * blockDim.x + threadIdx.x];
    __syncthreads();
    sum += s[k][blockDim.x - 1 - threadIdx.x];
    __syncthreads(); // expect: redundant-barrier
  }
  out[threadIdx.x] = sum;
}
