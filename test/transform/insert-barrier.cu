// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair insert-barrier %s | FileCheck %s --match-full-lines --strict-whitespace

__global__ void reverse(int *data) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = data[t]; // staged
  data[t] = s[255 - t];
}

int main() {
  int *data = 0;
  reverse<<<1, 256>>>(data);
}

// CHECK:__global__ void reverse(int *data) {
// CHECK-NEXT:  __shared__ int s[256];
// CHECK-NEXT:  int t = threadIdx.x;
// CHECK-NEXT:  s[t] = data[t]; // staged
// CHECK-NEXT:  __syncthreads();
// CHECK-NEXT:  data[t] = s[255 - t];
// CHECK-NEXT:}
