// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair weaken-barrier %s | FileCheck %s --match-full-lines --strict-whitespace

__global__ void swapNeighbours(int *data) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = data[t];
  __syncthreads();
  data[t] = s[t ^ 1];
}

int main() {
  int *data = 0;
  swapNeighbours<<<1, 256>>>(data);
}

// CHECK:__global__ void swapNeighbours(int *data) {
// CHECK-NEXT:  __shared__ int s[256];
// CHECK-NEXT:  int t = threadIdx.x;
// CHECK-NEXT:  s[t] = data[t];
// CHECK-NEXT:  __syncwarp();
// CHECK-NEXT:  data[t] = s[t ^ 1];
// CHECK-NEXT:}
