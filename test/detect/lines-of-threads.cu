// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix --no-repair --checks=bank-conflict --fail-on=warning %s 2>&1 | FileCheck %s
// A kernel that asks how many threads a block has along y and z, but not which one it is, is looked
// at with lines of threads.

// CHECK: warning: 4-way bank conflict
// CHECK: launch: blocks of 256 threads
__global__ void sumsBad(float *out, const float *in, unsigned n) {
  extern __shared__ float first[];
  float *second = &first[4 * blockDim.x * blockDim.y * blockDim.z];
  const unsigned tid = (blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x;
  if (tid < n) {
    first[4 * threadIdx.x] = in[tid];
    second[4 * threadIdx.x] = in[tid] * 2;
    out[tid] = first[4 * threadIdx.x] * second[4 * threadIdx.x];
  }
}
