// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// RUN: %cuda-fix --no-repair --show=note %s 2>&1 | FileCheck %s
// Sizes of 64 bits in indices of 32, which are taken to keep their values.

// CHECK: kernel 'imageOk' is free if [no-wrap] {{.*}}width < 2^31
__global__ void imageOk(unsigned char *in, unsigned char *out, long width) {
  int x = blockDim.x * blockIdx.x + threadIdx.x, y = blockDim.y * blockIdx.y + threadIdx.y;
  int index = y * width + x;
  out[index] = in[index] / 2;
}

// Rows of fewer pixels than the launch has threads.
__global__ void shorterUnknown(unsigned char *in, unsigned char *out, long width) {
  int x = blockDim.x * blockIdx.x + threadIdx.x, y = blockDim.y * blockIdx.y + threadIdx.y;
  int index = y * (width - 32) + x;
  out[index] = in[y * width + x] / 2;
}

void run(unsigned char *in, unsigned char *out, long width, long height) {
  imageOk<<<dim3(width / 32, height / 32), dim3(32, 32)>>>(in, out, width);
  shorterUnknown<<<dim3(width / 32, height / 32), dim3(32, 32)>>>(in, out, width);
}
