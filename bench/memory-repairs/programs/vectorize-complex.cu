// SPDX-License-Identifier: Apache-2.0
// Complex numbers as pairs in one array, multiplied by a constant.
#include "buffers.h"

__global__ void rotate(const double *z, double *w, double re, double im) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  double x = z[2 * i];
  double y = z[2 * i + 1];
  w[2 * i] = x * re - y * im;
  w[2 * i + 1] = x * im + y * re;
}

int main() {
  const int n = 8192 * SCALE * SCALE;
  double *z, *w;
  cudaMalloc(&z, 2 * n * sizeof(double));
  cudaMalloc(&w, 2 * n * sizeof(double));
  fill(z, 2 * n);
  fill(w, 2 * n);
  rotate<<<n / 128, 128>>>(z, w, 0.6, 0.8);
  report("w", w, 2 * n);
}
