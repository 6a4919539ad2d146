// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair hoist-barrier %s | FileCheck %s --match-full-lines --strict-whitespace

__global__ void stage(const int *in, int *out, int n) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = 0;
  if (t < n) {
    s[t] = in[t];
    __syncthreads();
  }
  out[t] = s[255 - t];
}

int main() {
  int *in = 0, *out = 0;
  stage<<<1, 256>>>(in, out, 200);
}

// CHECK:__global__ void stage(const int *in, int *out, int n) {
// CHECK-NEXT:  __shared__ int s[256];
// CHECK-NEXT:  int t = threadIdx.x;
// CHECK-NEXT:  s[t] = 0;
// CHECK-NEXT:  if (t < n) {
// CHECK-NEXT:    s[t] = in[t];
// CHECK-NEXT:  }
// CHECK-NEXT:  __syncthreads();
// CHECK-NEXT:  out[t] = s[255 - t];
// CHECK-NEXT:}
