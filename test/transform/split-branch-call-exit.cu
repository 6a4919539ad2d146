// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair split-branch %s --unsafe --source-only \
// RUN:   | FileCheck %s --match-full-lines --strict-whitespace
// All threads make the call, in every kernel: also those that a return before it kept out, whose condition
// gets the name that the argument uses.

__device__ int total(int *s, int v) {
  s[threadIdx.x] = v;
  __syncthreads();
  int sum = 0;
  for (int k = 0; k < 128; k++)
    sum += s[k];
  return sum;
}

__global__ void inBranch(const int *in, int *out, int n) {
  __shared__ int s[128];
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i < n) {
    int v = total(s, in[i]);
    out[i] = v;
  }
}

__global__ void afterReturn(const int *in, int *out, int n) {
  __shared__ int s[128];
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  out[i] = total(s, in[i]) + 1;
}

void run(const int *in, int *out, int n) {
  inBranch<<<(n + 127) / 128, 128>>>(in, out, n);
  afterReturn<<<(n + 127) / 128, 128>>>(in, out, n);
}

// CHECK:  const bool inBounds = i < n;
// CHECK-NEXT:  int v = total(s, inBounds ? in[i] : 0);
// CHECK-NEXT:  if (inBounds) {
// CHECK-NEXT:    out[i] = v;
// CHECK-NEXT:  }
// CHECK:  const bool active = i < n;
// CHECK-NEXT:  const auto value = total(s, active ? in[i] : 0);
// CHECK-NEXT:  if (active) {
// CHECK-NEXT:    out[i] = value + 1;
// CHECK-NEXT:  }
