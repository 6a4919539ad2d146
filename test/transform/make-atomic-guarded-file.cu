// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix --checks=synchronization --diff --unsafe --allow-dirty %s | FileCheck %s
// In a file with an include guard the new include stands inside it, apart from the code.
#ifndef GUARDED_FILE
#define GUARDED_FILE

__global__ void relax(const int *from, const int *to, int *dist, int m) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < m) {
    int d = dist[from[e]] + 1;
    if (d < dist[to[e]])
      atomicMin(&dist[to[e]], d);
  }
}

void run(const int *f, const int *t, int *d, int n) {
  relax<<<64, 256>>>(f, t, d, n);
}

#endif

// CHECK: #ifndef GUARDED_FILE
// CHECK-NEXT: #define GUARDED_FILE
// CHECK-NEXT: {{^ $}}
// CHECK-NEXT: +#include <cuda{{.}}atomic>
// CHECK-NEXT: {{^\+$}}
// CHECK: __global__
