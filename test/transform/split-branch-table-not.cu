// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix --checks=synchronization %s | FileCheck %s
// Threads that miss a branch do not fill what stands for one element each, what depends on what was
// there, or what others read behind the branch; and no repair leaves it unfilled.

__device__ void mark(int *table) { table[threadIdx.x] = 1; }

__global__ void ofThread(const int *in, int *out, int n) {
  __shared__ int table[128];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    mark(table);
    __syncthreads();
    out[i] = table[in[i] & 127];
  }
}
// CHECK: repair: split-branch (manual, simulated equal)
// CHECK: taken back: threads that stay out would leave cells of 'table' empty

__device__ void add(int *table) {
  for (int k = threadIdx.x; k < 128; k += blockDim.x)
    table[k] += k;
}

__global__ void updated(const int *in, int *out, int n) {
  __shared__ int table[128];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    add(table);
    __syncthreads();
    out[i] = table[in[i] & 127];
  }
}
// CHECK: repair: split-branch (manual, simulated equal)
// CHECK: taken back: threads that stay out would leave cells of 'table' empty

__global__ void readBehind(const int *in, int *out, int n) {
  __shared__ int found;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0) {
    if (threadIdx.x == 0)
      found = 1;
    __syncthreads();
    out[i] = found;
  }
  out[n + i] = found;
}
// CHECK-NOT: and fill their tile

void run(const int *in, int *out, int n) {
  ofThread<<<(n + 127) / 128, 128>>>(in, out, n);
  updated<<<(n + 127) / 128, 128>>>(in, out, n);
  readBehind<<<(n + 127) / 128, 128>>>(in, out, n);
}
