// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair name-lanes --unsafe %s | FileCheck %s --match-full-lines --strict-whitespace

#define EVEN 0x55555555

__global__ void addPairs(const int *in, int *out) {
  int v = in[threadIdx.x];
  v += __shfl_down_sync(0x55555555, v, 1);
  v += __shfl_down_sync(EVEN, v, 2);
  out[threadIdx.x] = v;
}

void run(const int *in, int *out) { addPairs<<<1, 32>>>(in, out); }

// CHECK:#define EVEN 0x55555555
// CHECK-EMPTY:
// CHECK-NEXT:__global__ void addPairs(const int *in, int *out) {
// CHECK-NEXT:  int v = in[threadIdx.x];
// CHECK-NEXT:  v += __shfl_down_sync(0xffffffff, v, 1);
// CHECK-NEXT:  v += __shfl_down_sync(0xffffffff, v, 2);
// CHECK-NEXT:  out[threadIdx.x] = v;
// CHECK-NEXT:}
// CHECK-EMPTY:
// CHECK-NEXT:void run(const int *in, int *out) { addPairs<<<1, 32>>>(in, out); }
