// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s --dump=model 2>&1 | FileCheck %s
// RUN: %check-repair insert-barrier %s | FileCheck %s --check-prefix=REPAIRED
// No barrier goes into a function that the host calls, too, nor into one that accesses no memory.

// CHECK: not editable (in a function that the host calls, too)
// REPAIRED: int ceilDiv(int a, int b) { return (a + b - 1) / b; }
__host__ __device__ inline int ceilDiv(int a, int b) { return (a + b - 1) / b; }

__global__ void sums(const float *in, float *out, int n) {
  __shared__ float part[256];
  for (int t = 0; t < ceilDiv(n, 256); ++t) {
    part[threadIdx.x] = in[t * 256 + threadIdx.x];
    __syncthreads();
    if (threadIdx.x < 32)
      for (int i = threadIdx.x; i < 256; i += 32)
        out[t * 32 + threadIdx.x] += part[i];
  }
}

// REPAIRED: int rowsOf(int a) { return (a + 255) / 256; }
__device__ int rowsOf(int a) { return (a + 255) / 256; }

__device__ void sumRows(const float *in, float *out, int n) {
  __shared__ float part[256];
  for (int t = 0; t < rowsOf(n); ++t) {
    part[threadIdx.x] = in[t * 256 + threadIdx.x];
    __syncthreads();
    if (threadIdx.x < 32)
      for (int i = threadIdx.x; i < 256; i += 32)
        out[t * 32 + threadIdx.x] += part[i];
  }
}

__global__ void rows(const float *in, float *out, int n) { sumRows(in, out, n); }

int main() {
  rows<<<1, 256>>>(0, 0, 1000);
  sums<<<1, 256>>>(0, 0, 1000);
}
