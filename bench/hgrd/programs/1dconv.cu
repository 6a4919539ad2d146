// SPDX-License-Identifier: Apache-2.0
// Each thread adds its products to the outputs around it. Outputs at the edge of a block are
// reached by two blocks, but the additions are atomic in one block only.
#define BLOCKS 15
#define THREADS 1024

__global__ void convolve(const float *in, const float *filter, float *out, int size, int filterSize) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size)
    return;
  for (int k = 0; k < filterSize; ++k) {
    int at = i + k - filterSize / 2;
    if (at >= 0 && at < size)
      atomicAdd_block(&out[at], in[i] * filter[k]); // race
  }
}

int main() {
  int size = BLOCKS * THREADS, filterSize = 9;
  float *in, *filter, *out;
  cudaMalloc(&in, size * sizeof(float));
  cudaMalloc(&filter, filterSize * sizeof(float));
  cudaMalloc(&out, size * sizeof(float));
  cudaMemset(out, 0, size * sizeof(float));
  convolve<<<BLOCKS, THREADS>>>(in, filter, out, size, filterSize);
  cudaDeviceSynchronize();
  return 0;
}
