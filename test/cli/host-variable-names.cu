// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix explain-launch scaled %s | FileCheck %s
// A variable of host code that is called like a parameter and has another value.

// CHECK: n == host n * 1024
// CHECK: 5 < host n
// CHECK-NOT: host m
__global__ void scaled(int n, int m, int *out) { out[(blockIdx.x * 256 + threadIdx.x) % n] = m; }

void run(int n, int m, int *out) {
  if (n > 5 && m > 3)
    scaled<<<2, 256>>>(n * 1024, m, out);
}
