// SPDX-License-Identifier: Apache-2.0
// Weights that each store to the result could change, as far as the compiler knows.
#include "buffers.h"

__global__ void filter(float *out, float *in, float *weights, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int channel = 0; channel < 4; ++channel) {
    float sum = 0;
    for (int k = 0; k < 5; ++k)
      sum += in[i + k] * weights[k];
    out[channel * n + i] = sum * (channel + 1);
  }
}

int main() {
  const int n = 4096 * SCALE * SCALE;
  float *in, *out, *weights;
  cudaMalloc(&in, (n + 4) * sizeof(float));
  cudaMalloc(&out, 4 * n * sizeof(float));
  cudaMalloc(&weights, 5 * sizeof(float));
  fill(in, n + 4);
  fill(weights, 5);
  filter<<<n / 128, 128>>>(out, in, weights, n);
  report("out", out, 4 * n);
}
