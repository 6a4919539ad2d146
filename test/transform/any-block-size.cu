// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair split-branch %s | FileCheck %s --match-full-lines --strict-whitespace
//
// Blocks have as many threads as the condition lets through, today: the barrier still stands
// where all threads of any block come.
#define N 256

__global__ void reverse(const int *in, int *out) {
  __shared__ int s[N];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) {
    s[i] = in[i];
    out[i] = s[N - 1 - i];
  }
}

// A loop whose turns are as many for all threads of a block of this size only.
__global__ void strided(const int *in, int *out) {
  __shared__ int s[1024];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) {
    s[i] = in[i];
    out[i] = s[i ^ 64];
  }
}

void run(const int *in, int *out) {
  reverse<<<1, N>>>(in, out);
  strided<<<1, 256>>>(in, out);
}

// CHECK:  const bool isActive = i < N;
// CHECK-NEXT:  if (isActive) {
// CHECK-NEXT:    s[i] = in[i];
// CHECK-NEXT:  }
// CHECK-NEXT:  __syncthreads();
// CHECK-NEXT:  if (isActive) {
// CHECK-NEXT:    out[i] = s[N - 1 - i];
// CHECK-NEXT:  }
// CHECK:  for (int base = 0; base < 1024; base += blockDim.x) {
// CHECK:    __syncthreads();
