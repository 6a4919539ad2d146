// SPDX-License-Identifier: Apache-2.0
// A row of bins for each warp, merged at the end.
#define WARPS 8

__global__ void histogram(const unsigned char *data, unsigned *partial, int n) {
  __shared__ unsigned local[WARPS][256];
  for (int i = threadIdx.x; i < WARPS * 256; i += blockDim.x)
    local[i / 256][i % 256] = 0;
  __syncthreads();
  unsigned *mine = local[threadIdx.x / 32];
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    atomicAdd(mine + data[i], 1u);
  __syncthreads();
  for (int bin = threadIdx.x; bin < 256; bin += blockDim.x) {
    unsigned sum = 0;
    for (int w = 0; w < WARPS; ++w)
      sum += local[w][bin];
    partial[blockIdx.x * 256 + bin] = sum;
  }
}

void run(const unsigned char *data, unsigned *partial, int n) {
  histogram<<<64, WARPS * 32>>>(data, partial, n);
}
