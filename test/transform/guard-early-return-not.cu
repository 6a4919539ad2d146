// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix --checks=synchronization %s | FileCheck %s
// A repair that leaves cells of a tile unwritten, as the original kernel does, is suggested at
// best: neither a return nor a branch around the barrier.

__global__ void neighbour(const int *in, const int *where, int *out, int n) {
  __shared__ int s[257];
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) {
    s[threadIdx.x] = in[where[i]];
    __syncthreads();
    out[i] = s[threadIdx.x] + s[(threadIdx.x + 1) % 256];
  }
}
// CHECK: {{^}}  repair: split-branch (suggested
// CHECK-NEXT: formula: barriers:
// CHECK-NEXT: formula: divergent:
// CHECK-NEXT: {{^}}    threads that stay out leave cells of 's' empty that others read, as before
// CHECK-NEXT: {{^}}    the kernel still reads cells of 's' that no thread writes

// Nothing shows what the threads that return would have to store.
__global__ void gathered(const int *in, const int *where, int *out, int n) {
  __shared__ int s[256];
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i >= n)
    return;
  s[threadIdx.x] = in[where[i]];
  __syncthreads();
  out[i] = s[255 - threadIdx.x];
}
// CHECK: {{^}}  repair: guard-early-return (suggested
// CHECK-NEXT: formula: barriers:
// CHECK-NEXT: formula: divergent:
// CHECK-NEXT: {{^}}    threads that stay out leave cells of 's' empty that others read, as before
// CHECK-NEXT: {{^}}    the kernel still reads cells of 's' that no thread writes

// The tile has been filled before: nobody else may write it.
__global__ void updated(const int *in, int *out, int n) {
  __shared__ int s[256];
  int i = blockIdx.x * 256 + threadIdx.x;
  s[threadIdx.x] = 1;
  __syncthreads();
  if (i >= n)
    return;
  s[threadIdx.x] = in[i];
  __syncthreads();
  out[i] = s[255 - threadIdx.x];
}
// CHECK: {{^}}  repair: guard-early-return (proven, simulated equal)

void run(const int *a, const int *b, int *c, int n) {
  neighbour<<<(n + 255) / 256, 256>>>(a, b, c, n);
  gathered<<<(n + 255) / 256, 256>>>(a, b, c, n);
  updated<<<(n + 255) / 256, 256>>>(a, c, n);
}
