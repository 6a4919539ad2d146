// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix --checks=synchronization --no-repair %s 2>&1 | FileCheck %s
// Where the other access stands in another file, the message names it.
#include "Inputs/fold.cuh"
__global__ void k(float *o) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = o[t];
  __syncthreads();
  if (t < 32)
    fold(s, t);
  // CHECK: fold.cuh:2:{{.*}} error: race on shared memory 's': {{.*}} at line [[@LINE+1]] of lines-of-files.cu (
  s[t] = o[t + 64];
  __syncthreads();
  o[t] = s[63 - t];
}
void run(float *o) { k<<<1, 64>>>(o); }
