// SPDX-License-Identifier: Apache-2.0
// RUN: rm -rf %t && not %cuda-fix --checks=synchronization --patches %t %s
// RUN: FileCheck %s --input-file %t/0001-split-branch-hoist-barrier-not-weaker.patch
// A barrier of the block that not all threads meet stays one of the block, though what it orders
// lies in one warp.

__global__ void exchange(const float *in, float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  if (t % 2 == 0) {
    s[t] = in[t] * 2;
    __syncthreads();
    out[t] = s[t + 1];
  } else {
    s[t] = in[t] * 3;
    __syncthreads();
    out[t] = s[t - 1];
  }
}

void run(const float *in, float *out) {
  exchange<<<1, 128>>>(in, out);
}

// CHECK-NOT: __syncwarp
// CHECK: {{^}}+  __syncthreads();
// CHECK-NOT: __syncwarp
