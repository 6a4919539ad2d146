// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix simulate %s --kernel fill | FileCheck %s
// Values that all conditions in front of a launch allow are found, however rare they are.

#include <cstdlib>

__global__ void fill(int *a, int width, int height) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  a[y * width + x] = x;
}

// CHECK: height = 16, width = 64
void run(int *a, int width, int height, int most) {
  if (width != height + 48 || width % 16 != 0 || height % 16 != 0 || height < 16)
    std::abort();
  if (most < 2000 || width * height * 3 != most)
    std::abort();
  fill<<<dim3(width / 16, height / 16), dim3(16, 16)>>>(a, width, height);
}
