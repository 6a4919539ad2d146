// SPDX-License-Identifier: Apache-2.0
// Each thread averages four neighbouring samples.
#include "buffers.h"

__global__ void average(const float *sample, float *mean) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float a = sample[4 * i] + sample[4 * i + 1];
  float b = sample[4 * i + 2] + sample[4 * i + 3];
  mean[i] = (a + b) / 4;
}

int main() {
  const int n = 8192 * SCALE * SCALE;
  float *sample, *mean;
  cudaMalloc(&sample, 4 * n * sizeof(float));
  cudaMalloc(&mean, n * sizeof(float));
  fill(sample, 4 * n);
  fill(mean, n);
  average<<<n / 256, 256>>>(sample, mean);
  report("mean", mean, n);
}
