// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s --checks=synchronization 2>&1 | FileCheck %s
// A repair is judged by the kernels that it changes: others may be open.
#include <cooperative_groups.h>

// CHECK: repair: make-atomic (proven
__global__ void add(int *sum) { sum[0] += threadIdx.x; }
__global__ void other(float *out, int n) {
  __shared__ float s[256];
  s[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < n) {
    auto group = cooperative_groups::coalesced_threads();
    group.sync();
    out[blockIdx.x * 256 + threadIdx.x] = s[threadIdx.x ^ 1];
  }
}
// CHECK: not decided for kernel 'other'
void run(float *out, int *sum, int n) {
  add<<<4, 256>>>(sum);
  other<<<4, 256>>>(out, n);
}
