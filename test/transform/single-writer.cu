// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair single-writer %s --unsafe --show=note | FileCheck %s --match-full-lines --strict-whitespace

__global__ void header(int *out, int n) {
  out[0] = n;
  out[1 + blockIdx.x * 256 + threadIdx.x] = 1;
}

int main() {
  int *out = 0;
  header<<<4, 256>>>(out, 1024);
}

// CHECK:__global__ void header(int *out, int n) {
// CHECK-NEXT:  if (threadIdx.x == 0 && blockIdx.x == 0)
// CHECK-NEXT:    out[0] = n;
// CHECK-NEXT:  out[1 + blockIdx.x * 256 + threadIdx.x] = 1;
// CHECK-NEXT:}
