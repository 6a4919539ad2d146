// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// The steps of a reduction are halves of a constant block, between guards by sizes of the host.

#define STEP(S)                                                                                    \
  if (t < S && t + S < end && v[t + S] > v[t]) {                                                   \
    at[t] = at[t + S];                                                                             \
    v[t] = v[t + S];                                                                               \
  }

__global__ void bestBad(int *index, float *value, const float *in, int rows, int cols) {
  extern __shared__ float v[];
  __shared__ int at[512];
  const int t = threadIdx.x, row = blockIdx.y;
  const int begin = row * cols, end = begin + cols;
  int i = begin + blockIdx.x * (blockDim.x * 2) + t;
  v[t] = -1e30f;
  if (i < end) {
    at[t] = i;
    v[t] = in[i];
  }
  while (i + 2 * gridDim.x * blockDim.x < end) {
    i += 2 * gridDim.x * blockDim.x;
    if (in[i] > v[t]) {
      at[t] = i;
      v[t] = in[i];
    }
  }
  __syncthreads();
  for (int s = blockDim.x >> 1; s > 32; s >>= 1) {
    STEP(s)
    __syncthreads();
  }
  STEP(32) STEP(16) STEP(8) STEP(4) // expect: intra-warp-race
  STEP(2) STEP(1)                   // expect: intra-warp-race
  if (t == 0) {
    index[row * gridDim.x + blockIdx.x] = at[0];
    value[row * gridDim.x + blockIdx.x] = v[0];
  }
}

void run(int *index, float *value, const float *in, int rows, int cols, int blocks) {
  bestBad<<<dim3(blocks, rows), 512, 512 * sizeof(float)>>>(index, value, in, rows, cols);
}
