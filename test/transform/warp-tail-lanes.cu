// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair insert-barrier %s | FileCheck %s --match-full-lines --strict-whitespace
// Half a warp comes: the barriers name its lanes.

__global__ void total(const int *in, int *out) {
  __shared__ int s[64];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  __syncthreads();
  if (tid < 16) {
    s[tid] += s[tid + 8];
    s[tid] += s[tid + 4];
    out[tid] = s[tid];
  }
}

int main() {
  total<<<1, 64>>>(nullptr, nullptr);
}

// CHECK:  if (tid < 16) {
// CHECK-NEXT:    int sum = s[tid] + s[tid + 8];
// CHECK-NEXT:    __syncwarp(0xffff);
// CHECK-NEXT:    s[tid] = sum;
// CHECK-NEXT:    __syncwarp(0xffff);
// CHECK-NEXT:    sum = s[tid] + s[tid + 4];
// CHECK-NEXT:    __syncwarp(0xffff);
// CHECK-NEXT:    s[tid] = sum;
// CHECK-NEXT:    out[tid] = s[tid];
