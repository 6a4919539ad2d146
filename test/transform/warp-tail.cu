// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair insert-barrier %s | FileCheck %s --match-full-lines --strict-whitespace
// A step reads what other lanes wrote in the step before, and writes what they read in it.

__global__ void total(int *out, const int *in) {
  __shared__ int s[128];
  int tid = threadIdx.x;
  s[tid] = in[blockIdx.x * 128 + tid];
  __syncthreads();
  if (tid < 64)
    s[tid] += s[tid + 64];
  __syncthreads();
  if (tid < 32) {
    volatile int *v = s;
    v[tid] += v[tid + 32];
    v[tid] += v[tid + 16]; // half
    v[tid] += v[tid + 8];
  }
  if (tid < 8)
    out[blockIdx.x * 8 + tid] = s[tid];
}

int main() {
  total<<<16, 128>>>(nullptr, nullptr);
}

// CHECK:  if (tid < 32) {
// CHECK-NEXT:    volatile int *v = s;
// CHECK-NEXT:    v[tid] += v[tid + 32];
// CHECK-NEXT:    __syncwarp();
// CHECK-NEXT:    if (tid < 16) v[tid] += v[tid + 16]; // half
// CHECK-NEXT:    __syncwarp();
// CHECK-NEXT:    if (tid < 8) v[tid] += v[tid + 8];
// CHECK-NEXT:  }
