// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s --no-repair --checks=synchronization 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --conventions='*,-rows-span-grid' 2>&1 | FileCheck %s --check-prefix=WITHOUT
// A row in shared memory is for the threads of a block; so is what parts of a row are left with.

// CHECK: kernel 'tile': free for launches with n >= 16, others not decided
__global__ void tile(const float *in, float *out, int n) {
  __shared__ float rows[2048];
  // WITHOUT: [[@LINE+1]]:3: error: race on shared memory 'rows'
  rows[threadIdx.y * n + threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[(blockIdx.x * 16 + threadIdx.y) * 16 + threadIdx.x] = rows[threadIdx.y * n + threadIdx.x];
}

// CHECK: kernel 'parts': free for launches with n / m >= 16, others not decided
__global__ void parts(const float *in, float *out, int n, int m) {
  __shared__ float rows[2048];
  // WITHOUT: [[@LINE+1]]:3: error: race on shared memory 'rows'
  rows[threadIdx.y * (n / m) + threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[(blockIdx.x * 16 + threadIdx.y) * 16 + threadIdx.x] = rows[threadIdx.y * (n / m)];
}

void take(const float *in, float *out, int n, int m, int blocks) {
  tile<<<blocks, dim3(16, 16)>>>(in, out, n);
  parts<<<blocks, dim3(16, 16)>>>(in, out, n, m);
}
