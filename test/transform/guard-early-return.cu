// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair guard-early-return %s | FileCheck %s --match-full-lines --strict-whitespace

__global__ void mirror(const int *in, int *out, int n) {
  __shared__ int s[256];
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i >= n)
    return;
  s[threadIdx.x] = in[i];
  __syncthreads();
  out[i] = s[threadIdx.x / 2];
}

int main() {
  int *in = 0, *out = 0;
  mirror<<<4, 256>>>(in, out, 1000);
}

// CHECK:__global__ void mirror(const int *in, int *out, int n) {
// CHECK-NEXT:  __shared__ int s[256];
// CHECK-NEXT:  int i = blockIdx.x * 256 + threadIdx.x;
// CHECK-NEXT:  if (i < n)
// CHECK-NEXT:    s[threadIdx.x] = in[i];
// CHECK-NEXT:  __syncthreads();
// CHECK-NEXT:  if (i >= n)
// CHECK-NEXT:    return;
// CHECK-NEXT:  out[i] = s[threadIdx.x / 2];
// CHECK-NEXT:}
