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
  float *sample, *mean;
  cudaMalloc(&sample, 4 * 8192 * sizeof(float));
  cudaMalloc(&mean, 8192 * sizeof(float));
  fill(sample, 4 * 8192);
  fill(mean, 8192);
  average<<<32, 256>>>(sample, mean);
  report("mean", mean, 8192);
}
