// SPDX-License-Identifier: Apache-2.0
//
// Divides each row by its sum.
// Bug: the barrier stands at the top of the halving loop, so the last addition is not waited
// for before every thread reads the sum.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int Width = 256;

__global__ void normalize(float *rows) {
  __shared__ float sums[Width];
  float *row = rows + blockIdx.x * Width;
  sums[threadIdx.x] = row[threadIdx.x];
  for (int half = Width / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half)
      sums[threadIdx.x] += sums[threadIdx.x + half];
  }
  row[threadIdx.x] /= sums[0];
}

int main() {
  const int rows = 1000;
  std::vector<float> values(rows * Width);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<float>(1 + i % 9);
  float *device;
  cudaMalloc(&device, sizeof(float) * values.size());
  cudaMemcpy(device, values.data(), sizeof(float) * values.size(), cudaMemcpyHostToDevice);
  normalize<<<rows, Width>>>(device);
  cudaMemcpy(values.data(), device, sizeof(float) * values.size(), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int r = 0; r < rows; ++r) {
    double sum = 0;
    for (int k = 0; k < Width; ++k)
      sum += values[r * Width + k];
    wrong += std::fabs(sum - 1) > 1e-3;
  }
  std::printf("%d of %d rows do not add up to one\n", wrong, rows);
  return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
