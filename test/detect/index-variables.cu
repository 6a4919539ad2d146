// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// RUN: not %cuda-fix --checks=synchronization --no-repair %s 2>&1 | FileCheck %s
// CHECK-NOT: in part
// Editors are told of the variables of a kernel; nvcc takes that for the host.
#ifndef __CUDA_ARCH__
extern const dim3 blockDim;
extern const uint3 threadIdx, blockIdx;
#endif

__global__ void rowOk(float *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
__global__ void rowBad(float *out) {
  out[(blockIdx.x * blockDim.x + threadIdx.x) / 2] = threadIdx.x; // expect: intra-warp-race
}
void run(float *out, int n) {
  rowOk<<<n, 64>>>(out);
  rowBad<<<n, 64>>>(out);
}
