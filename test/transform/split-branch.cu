// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair split-branch %s | FileCheck %s --match-full-lines --strict-whitespace

__global__ void neighbour(int *data, int n) {
  __shared__ int s[256];
  int t = threadIdx.x;
  if (t < n) {
    s[t] = data[t];
    int left = s[(t + n - 1) % n];
    data[t] = left;
  }
}

int main() {
  int *data = 0;
  neighbour<<<1, 256>>>(data, 200);
}

// CHECK:__global__ void neighbour(int *data, int n) {
// CHECK-NEXT:  __shared__ int s[256];
// CHECK-NEXT:  int t = threadIdx.x;
// CHECK-NEXT:  const bool inBounds = t < n;
// CHECK-NEXT:  if (inBounds) {
// CHECK-NEXT:    s[t] = data[t];
// CHECK-NEXT:  }
// CHECK-NEXT:  __syncthreads();
// CHECK-NEXT:  if (inBounds) {
// CHECK-NEXT:    int left = s[(t + n - 1) % n];
// CHECK-NEXT:    data[t] = left;
// CHECK-NEXT:  }
// CHECK-NEXT:}
