// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair insert-barrier %s | FileCheck %s --match-full-lines --strict-whitespace
// One barrier at the head of a loop is enough, however long the search for it: no statement is split.

__global__ void spread(const int *in, int *out, int n) {
  extern __shared__ int part[];
  const int t = threadIdx.x;
  int stride = n;
  part[2 * t] = in[2 * t];
  part[2 * t + 1] = in[2 * t + 1];
  for (int nodes = 1; nodes < n; nodes *= 2) {
    stride >>= 1;
    if (t < nodes) {
      int left = stride * (2 * t + 1) - 1;
      int right = stride * (2 * t + 2) - 1;
      int sum = part[left];
      part[left] = part[right];
      part[right] += sum;
    }
  }
  __syncthreads();
  out[2 * t] = part[n - 1 - 2 * t];
  out[2 * t + 1] = part[n - 2 - 2 * t];
}

void run(const int *in, int *out) { spread<<<1, 256, 512 * sizeof(int)>>>(in, out, 512); }

// CHECK:  for (int nodes = 1; nodes < n; nodes *= 2) {
// CHECK-NEXT:    __syncthreads();
// CHECK-NEXT:    stride >>= 1;
// CHECK-NEXT:    if (t < nodes) {
// CHECK-NEXT:      int left = stride * (2 * t + 1) - 1;
// CHECK-NEXT:      int right = stride * (2 * t + 2) - 1;
// CHECK-NEXT:      int sum = part[left];
// CHECK-NEXT:      part[left] = part[right];
// CHECK-NEXT:      part[right] += sum;
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-NEXT:  __syncthreads();
