// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix --checks=synchronization --diff --unsafe --allow-dirty %s | FileCheck %s
// RUN: not %cuda-fix --checks=synchronization %s | FileCheck %s --check-prefix=TEXT
// Loads that race with atomics, as the algorithm means them to.

#include <cuda_runtime.h>

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

// CHECK: #include <cuda_runtime.h>
// CHECK-NEXT: +#include <cuda{{.}}atomic>
// CHECK: +    int d = cuda::atomic_ref<int, cuda::thread_scope_device>(dist[from[e]])
// CHECK-NEXT: .load(cuda::memory_order_relaxed) +
// CHECK: +    if (d < cuda::atomic_ref<int, cuda::thread_scope_device>(dist[to[e]])
// CHECK-NEXT: .load(cuda::memory_order_relaxed))
// TEXT: repair: make-atomic (suggested
// TEXT: a thread sees one of the values that others write, in no order
