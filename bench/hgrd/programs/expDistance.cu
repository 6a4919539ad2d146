// SPDX-License-Identifier: Apache-2.0
// The cost of all pairs, then the sum of all blocks' parts in a single block.
#include <cstdlib>

__global__ void distance(const float *a, const float *b, float *parts, int n, int m) {
  __shared__ float sum[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  if (i < n)
    for (int j = 0; j < m; ++j)
      s += expf(-(a[i] - b[j]) * (a[i] - b[j]));
  sum[threadIdx.x] = s;
  for (int k = blockDim.x / 2; k > 0; k >>= 1) {
    __syncthreads();
    if (threadIdx.x < k)
      sum[threadIdx.x] += sum[threadIdx.x + k];
  }
  if (threadIdx.x == 0)
    parts[blockIdx.x] = sum[0];
}

__global__ void reduceParts(float *out, int nout, const float *parts, int nparts) {
  __shared__ float sum[256];
  float s = 0;
  for (int i = threadIdx.x; i < nparts; i += blockDim.x)
    s += parts[i];
  sum[threadIdx.x] = s;
  for (int k = blockDim.x / 2; k > 0; k >>= 1) {
    __syncthreads();
    if (threadIdx.x < k)
      sum[threadIdx.x] += sum[threadIdx.x + k];
  }
  if (threadIdx.x == 0)
    out[nout] = sum[0];
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]), blocks = (n + 255) / 256;
  float *a, *b, *parts, *out;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMalloc(&parts, blocks * sizeof(float));
  cudaMalloc(&out, sizeof(float));
  distance<<<blocks, 256>>>(a, b, parts, n, n);
  reduceParts<<<1, 256>>>(out, 0, parts, blocks);
  cudaDeviceSynchronize();
  return 0;
}
