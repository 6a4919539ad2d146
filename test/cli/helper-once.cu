// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s --checks=synchronization --no-repair 2>&1 | FileCheck %s --implicit-check-not=error:
// One bug in a function that two kernels call is one finding, which names both calls.

__device__ int rotated(int *s, int value) {
  s[threadIdx.x] = value;
  return s[(threadIdx.x + 64) % 256];
}

// CHECK: [[@LINE-4]]:3: error: race on shared memory 's'
// CHECK-DAG: [[@LINE+5]]:{{[0-9]+}}: note: called from here
// CHECK-DAG: [[@LINE+9]]:{{[0-9]+}}: note: called from here
// CHECK: 1 error, 0 warnings in 1 file; 2 kernels: 0 free of races and divergence, 2 with bugs
__global__ void one(int *out) {
  __shared__ int s[256];
  out[blockIdx.x * 256 + threadIdx.x] = rotated(s, threadIdx.x);
}

__global__ void other(int *out, const int *in) {
  __shared__ int s[256];
  out[blockIdx.x * 256 + threadIdx.x] = rotated(s, in[threadIdx.x]);
}

void run(int *out, int *in) {
  one<<<4, 256>>>(out);
  other<<<4, 256>>>(out, in);
}
