// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s --show=possible --checks=synchronization 2>&1 | FileCheck %s --implicit-check-not=__cudafix
// Sizes of tensors are named as code asks for them.
#include <torch/extension.h>

// CHECK: launch: {{.*}}size(0) * numel()
__global__ void fill(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i % n] = i;
}
void run(torch::Tensor a, torch::Tensor b) {
  fill<<<(a.size(0) * b.numel() + 255) / 256, 256>>>(a.data_ptr<float>(), a.size(1));
}
