// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix --no-repair %s 2>&1 | FileCheck %s --implicit-check-not=confirmed
// A barrier that only returned threads miss is a warning: no replay makes it a bug, and the
// summary does not count its kernel among those free of divergence.

__global__ void some(int *o, int n) {
  __shared__ int s[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  s[threadIdx.x] = i;
  __syncthreads();
  o[i] = s[threadIdx.x];
}

__global__ void all(int *o, int n) {
  __shared__ int s[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = i;
  __syncthreads();
  if (i < n)
    o[i] = s[63 - threadIdx.x];
}

void run(int *o, int n) {
  some<<<(n + 63) / 64, 64>>>(o, n);
  all<<<(n + 63) / 64, 64>>>(o, n);
}

// CHECK: [[#@LINE - 18]]:{{[0-9]+}}: warning: not all threads of a block reach this barrier: {{.*}} has returned early [barrier-divergence]
// CHECK: 0 errors, 1 warning in 1 file; 2 kernels: 1 free of races and divergence, 1 with divergence warnings
