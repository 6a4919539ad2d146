// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair uniform-loop %s | FileCheck %s --match-full-lines --strict-whitespace

__global__ void chunks(const int *in, int *out, int n) {
  __shared__ int s[128];
  for (int i = threadIdx.x; i < n; i += 128) {
    s[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = s[threadIdx.x / 2];
    __syncthreads();
  }
}

int main() {
  int *in = 0, *out = 0;
  chunks<<<1, 128>>>(in, out, 1000);
}

// CHECK:__global__ void chunks(const int *in, int *out, int n) {
// CHECK-NEXT:  __shared__ int s[128];
// CHECK-NEXT:  for (int base = 0; base < n; base += 128) {
// CHECK-NEXT:    const int i = base + threadIdx.x;
// CHECK-NEXT:    const bool active = i < n;
// CHECK-NEXT:    if (active) {
// CHECK-NEXT:      s[threadIdx.x] = in[i];
// CHECK-NEXT:    }
// CHECK-NEXT:    __syncthreads();
// CHECK-NEXT:    if (active) {
// CHECK-NEXT:      out[i] = s[threadIdx.x / 2];
// CHECK-NEXT:    }
// CHECK-NEXT:    __syncthreads();
// CHECK-NEXT:  }
// CHECK-NEXT:}
