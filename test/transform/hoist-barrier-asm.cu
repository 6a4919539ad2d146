// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair hoist-barrier %s | FileCheck %s --match-full-lines --strict-whitespace

__global__ void reverse(int *data, int n) {
  __shared__ int s[256];
  s[threadIdx.x] = data[threadIdx.x];
  if (threadIdx.x < n) {
    asm volatile("barrier.sync.aligned 0;" ::: "memory");
    data[threadIdx.x] = s[255 - threadIdx.x];
  }
}

int main() {
  int *data = 0;
  reverse<<<1, 256>>>(data, 100);
}

// CHECK:  s[threadIdx.x] = data[threadIdx.x];
// CHECK-NEXT:  __syncthreads();
// CHECK-NEXT:  if (threadIdx.x < n) {
// CHECK-NEXT:    data[threadIdx.x] = s[255 - threadIdx.x];
// CHECK-NEXT:  }
