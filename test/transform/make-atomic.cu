// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair make-atomic %s | FileCheck %s --match-full-lines --strict-whitespace

__global__ void count(const int *in, int *total) {
  if (in[blockIdx.x * 256 + threadIdx.x] > 0)
    *total += 1; // one more
}

int main() {
  int *in = 0, *total = 0;
  count<<<4, 256>>>(in, total);
}

// CHECK:__global__ void count(const int *in, int *total) {
// CHECK-NEXT:  if (in[blockIdx.x * 256 + threadIdx.x] > 0)
// CHECK-NEXT:    atomicAdd(total, 1); // one more
// CHECK-NEXT:}
