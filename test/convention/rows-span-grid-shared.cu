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

// A cell for each block in each row, of which a warp writes some: no launch says how many there are.
// CHECK: kernel 'ofBlocks': free for launches with blockDim.x <= gridDim.x, others not decided
__global__ void ofBlocks(int *out, const int *in) {
  __shared__ int sums[16 * 32];
  unsigned lane = threadIdx.x & 31;
  for (unsigned i = threadIdx.x / 32; i < 16; i += 8) {
    unsigned at = i * gridDim.x + lane;
    // WITHOUT: [[@LINE+1]]:5: error: race on shared memory 'sums'
    sums[at] = in[at] + lane;
  }
  __syncthreads();
  if (threadIdx.x < 16)
    out[blockIdx.x * 16 + threadIdx.x] = sums[threadIdx.x * gridDim.x + blockIdx.x];
}

void take(const float *in, float *out, int n, int m, int blocks) {
  tile<<<blocks, dim3(16, 16)>>>(in, out, n);
  parts<<<blocks, dim3(16, 16)>>>(in, out, n, m);
}
