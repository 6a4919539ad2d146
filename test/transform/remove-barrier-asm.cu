// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair remove-barrier %s | FileCheck %s --match-full-lines --strict-whitespace

__global__ void twice(int *data) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = data[t];
  asm volatile("bar.sync 0;" ::: "memory");
  int other = s[255 - t];
  asm volatile("bar.sync 0;" ::: "memory");
  data[t] = other;
}

int main() {
  int *data = 0;
  twice<<<1, 256>>>(data);
}

// CHECK:__global__ void twice(int *data) {
// CHECK-NEXT:  __shared__ int s[256];
// CHECK-NEXT:  int t = threadIdx.x;
// CHECK-NEXT:  s[t] = data[t];
// CHECK-NEXT:  asm volatile("bar.sync 0;" ::: "memory");
// CHECK-NEXT:  int other = s[255 - t];
// CHECK-NEXT:  data[t] = other;
// CHECK-NEXT:}
