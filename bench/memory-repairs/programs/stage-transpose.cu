// SPDX-License-Identifier: Apache-2.0
// A matrix is transposed element by element: the stores go to columns.
#include "buffers.h"

__global__ void transpose(const float *in, float *out, int width, int height) {
  int x = blockIdx.x * 32 + threadIdx.x;
  int y = blockIdx.y * 32 + threadIdx.y;
  if (x < width && y < height)
    out[x * height + y] = in[y * width + x];
}

int main() {
  float *in, *out;
  int width = 200 * SCALE, height = 100 * SCALE;
  cudaMalloc(&in, width * height * sizeof(float));
  cudaMalloc(&out, width * height * sizeof(float));
  fill(in, width * height);
  fill(out, width * height);
  transpose<<<dim3((width + 31) / 32, (height + 31) / 32), dim3(32, 32)>>>(in, out, width, height);
  report("out", out, width * height);
}
