// SPDX-License-Identifier: Apache-2.0
// A kernel that reads nothing of the grid, and that nobody launches, is free for one block.
// RUN: %cuda-fix %s --no-repair --checks=synchronization --format=json --kernel copyOk | FileCheck %s
// RUN: %cuda-fix %s --no-repair --checks=synchronization --format=json --kernel numberedOk | FileCheck %s --check-prefix=NONE
// CHECK: "text": "the grid is one block"
// NONE: "race": "free"
// NONE-NOT: the grid is one block

__global__ void copyOk(float *out, const float *in) { out[threadIdx.x] = in[threadIdx.x] + 1; }

__global__ void numberedOk(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] + 1;
}
