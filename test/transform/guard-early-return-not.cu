// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix --checks=synchronization %s | FileCheck %s
// No repair leaves cells of a tile unwritten, as the original kernel does: neither a return nor a
// branch around the barrier.

__global__ void neighbour(const int *in, const int *where, int *out, int n) {
  __shared__ int s[257];
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) {
    s[threadIdx.x] = in[where[i]];
    __syncthreads();
    out[i] = s[threadIdx.x] + s[(threadIdx.x + 1) % 256];
  }
}
// CHECK: {{^}}  repair: split-branch (manual, simulated equal)
// CHECK: {{^}}    taken back: threads that stay out would leave cells of 's' empty that others read, as they

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
// CHECK: {{^}}  repair: guard-early-return (manual, simulated equal)
// CHECK: {{^}}    taken back: threads that stay out would leave cells of 's' empty that others read, as they

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

// 0 of the other threads would change a product.
__device__ float product(float v, float *part) {
  part[threadIdx.x] = v;
  for (int s = 64; s > 0; s /= 2) {
    __syncthreads();
    if (threadIdx.x < s)
      part[threadIdx.x] = part[threadIdx.x] * part[threadIdx.x + s];
  }
  __syncthreads();
  return part[0];
}

__global__ void products(const float *in, float *out, int n) {
  __shared__ float part[128];
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i < n) {
    float p = product(in[i], part);
    out[i] = p;
  }
}
// CHECK: {{^}}  repair: split-branch (manual, simulated equal)
// CHECK: {{^}}    taken back: threads that stay out would leave cells of 'part' empty that others read, as

void run(const int *a, const int *b, int *c, const float *in, float *out, int n) {
  neighbour<<<(n + 255) / 256, 256>>>(a, b, c, n);
  gathered<<<(n + 255) / 256, 256>>>(a, b, c, n);
  updated<<<(n + 255) / 256, 256>>>(a, c, n);
  products<<<(n + 127) / 128, 128>>>(in, out, n);
}
