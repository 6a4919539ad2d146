// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair insert-barrier %s | FileCheck %s --match-full-lines --strict-whitespace
// Barriers that macros make stay; a new one goes beside them.

#define SYNC __syncthreads()
#define BLOCK_SYNC() \
  do {               \
    __syncthreads(); \
  } while (0)

__global__ void twice(int *v) {
  __shared__ int s[64];
  s[threadIdx.x] = v[threadIdx.x];
  SYNC;
  int other = s[63 - threadIdx.x];
  s[threadIdx.x] = other * 2;
  BLOCK_SYNC();
  v[threadIdx.x] = s[(threadIdx.x + 1) % 64];
}

void run(int *v) {
  twice<<<1, 64>>>(v);
}

// CHECK:  SYNC;
// CHECK-NEXT:  int other = s[63 - threadIdx.x];
// CHECK-NEXT:  __syncthreads();
// CHECK-NEXT:  s[threadIdx.x] = other * 2;
// CHECK-NEXT:  BLOCK_SYNC();
