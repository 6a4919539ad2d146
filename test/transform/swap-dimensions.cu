// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair swap-dimensions %s --checks=performance --unsafe --source-only | FileCheck %s --match-full-lines --strict-whitespace

__global__ void scale(const float *in, float *out, int width, int height) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  int col = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < height && col < width)
    out[row * width + col] = 2 * in[row * width + col];
}

void run(const float *in, float *out, int width, int height) {
  dim3 block(8, 32);
  dim3 grid((height + 7) / 8, (width + 31) / 32);
  scale<<<grid, block>>>(in, out, width, height);
  scale<<<grid, dim3(8, 32)>>>(out, out, width, height);
}

// CHECK:__global__ void scale(const float *in, float *out, int width, int height) {
// CHECK-NEXT:  int row = blockIdx.x * blockDim.y + threadIdx.y;
// CHECK-NEXT:  int col = blockIdx.y * blockDim.x + threadIdx.x;
// CHECK:  scale<<<grid, dim3(block.y, block.x, block.z)>>>(in, out, width, height);
// CHECK-NEXT:  scale<<<grid, dim3(32, 8)>>>(out, out, width, height);
