// SPDX-License-Identifier: Apache-2.0
//
// Mean and variance of each row: two reductions, one after the other.
// Bug: they share a scratch array, and the second one overwrites the first one's result while
// slower threads still read it.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int Width = 256;

__device__ float blockSum(float *scratch, float value) {
  scratch[threadIdx.x] = value;
  __syncthreads();
  for (int half = Width / 2; half > 0; half /= 2) {
    if (threadIdx.x < half)
      scratch[threadIdx.x] += scratch[threadIdx.x + half];
    __syncthreads();
  }
  return scratch[0];
}

__global__ void statistics(const float *rows, float *mean, float *variance) {
  __shared__ float scratch[Width];
  float value = rows[blockIdx.x * Width + threadIdx.x];
  float average = blockSum(scratch, value) / Width;
  float spread = blockSum(scratch, (value - average) * (value - average)) / Width;
  if (threadIdx.x == 0) {
    mean[blockIdx.x] = average;
    variance[blockIdx.x] = spread;
  }
}

int main() {
  const int rows = 500;
  std::vector<float> values(rows * Width), mean(rows), variance(rows);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = i % 2 ? 3.0f : 1.0f;
  float *device, *deviceMean, *deviceVariance;
  cudaMalloc(&device, sizeof(float) * values.size());
  cudaMalloc(&deviceMean, sizeof(float) * rows);
  cudaMalloc(&deviceVariance, sizeof(float) * rows);
  cudaMemcpy(device, values.data(), sizeof(float) * values.size(), cudaMemcpyHostToDevice);
  statistics<<<rows, Width>>>(device, deviceMean, deviceVariance);
  cudaMemcpy(mean.data(), deviceMean, sizeof(float) * rows, cudaMemcpyDeviceToHost);
  cudaMemcpy(variance.data(), deviceVariance, sizeof(float) * rows, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int r = 0; r < rows; ++r)
    wrong += mean[r] != 2.0f || variance[r] != 1.0f;
  std::printf("%d of %d rows are wrong\n", wrong, rows);
  return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
