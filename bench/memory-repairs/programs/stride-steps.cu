// SPDX-License-Identifier: Apache-2.0
// Eight elements for each thread, one after the other.
#include "buffers.h"

__global__ void saxpy(float a, const float *x, float *y, int n) {
  int thread = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 8; ++k) {
    int i = thread * 8 + k;
    if (i < n)
      y[i] = a * x[i] + y[i];
  }
}

int main() {
  float *x, *y;
  int n = 60000 * SCALE * SCALE;
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  fill(x, n);
  fill(y, n);
  saxpy<<<(n + 2047) / 2048, 256>>>(2.0f, x, y, n);
  report("y", y, n);
}
