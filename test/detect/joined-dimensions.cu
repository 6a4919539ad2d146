// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// RUN: %cuda-fix explain-launch rowsOk %s | FileCheck %s
// Host compilers keep two dimensions in one number of 64 bits, and choose between such numbers.

// CHECK: block (1, host width >> 2 < 1024 ? host width >> 2 : 1024, 1)
__global__ void rowsOk(float4 *out, const int *list, int length, int width) {
  int at = blockIdx.y * blockDim.x + threadIdx.x;
  if (at >= length)
    return;
  int row = blockIdx.x * length + at;
  for (int i = row * width + threadIdx.y; i < (row + 1) * width; i += blockDim.y)
    out[i] = make_float4(list[row], 0, 0, 0);
}

void run(float4 *out, const int *list, int batch, int length, int width) {
  width >>= 2;
  int threads = min(width, 1024), each = 1;
  rowsOk<<<dim3(batch, (length + each - 1) / each), dim3(each, threads)>>>(out, list, length,
                                                                           width);
}
