// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s --checks=synchronization 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// Threads at one place write what they have read from memory that may change. Where a launch keeps them apart, it does not matter.

// CHECK: [[@LINE+1]]:17: note: kernel 'boxUnknown': free for launches with left >= 0, others not decided
__global__ void boxUnknown(float *from, float *to, int width, int height, int left, int top, int columns, int rows) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= columns || j >= rows || i + left >= width || j + top >= height)
    return;
  int x = i + left, y = j + top;
  to[y * width + x] = from[y * width + x] * 2;
}

// Here nothing keeps them apart.
// CHECK: [[@LINE+1]]:17: note: not decided for kernel 'lastUnknown': {{.*}}line [[@LINE+2]]: several threads write a value read from memory that may change
__global__ void lastUnknown(float *from, float *to, int n) {
  to[0] = from[n] * 2;
}

void run(float *from, float *to, int width, int height, const int4 *box, int n) {
  for (int i = 0; i < n; ++i) {
    dim3 grid((box[i].z + 7) / 8, (box[i].w + 7) / 8), block(8, 8);
    boxUnknown<<<grid, block>>>(from, to, width, height, box[i].x, box[i].y, box[i].z, box[i].w);
  }
  lastUnknown<<<1, 64>>>(from, to, n);
}
