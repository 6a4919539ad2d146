// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix --checks=synchronization --diff --unsafe --allow-dirty %s | FileCheck %s
// RUN: not %cuda-fix --checks=synchronization %s | FileCheck %s --check-prefix=TEXT
// Loads and stores that race as the algorithm means them to.

#include <cuda_runtime.h>

__global__ void compress(int *parent, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < n) {
    int p = parent[v];
    while (parent[p] != p)
      p = parent[p];
    parent[v] = p;
  }
}

__global__ void relax(const int *from, const int *to, int *dist, int m) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < m) {
    int d = dist[from[e]] + 1;
    if (d < dist[to[e]])
      atomicMin(&dist[to[e]], d);
  }
}

void run(int *p, const int *f, const int *t, int *d, int n) {
  compress<<<64, 256>>>(p, n);
  relax<<<64, 256>>>(f, t, d, n);
}

// CHECK: #include <cuda_runtime.h>
// CHECK-NEXT: +#include <cuda/atomic>
// CHECK: +    int p = cuda::atomic_ref<int, cuda::thread_scope_device>(parent[v]).load(cuda::memory_order_relaxed);
// CHECK: +    while (cuda::atomic_ref<int, cuda::thread_scope_device>(parent[p]).load(cuda::memory_order_relaxed) != p)
// CHECK: +    cuda::atomic_ref<int, cuda::thread_scope_device>(parent[v]).store(p, cuda::memory_order_relaxed);
// CHECK: +    int d = cuda::atomic_ref<int, cuda::thread_scope_device>(dist[from[e]]).load(cuda::memory_order_relaxed) + 1;
// CHECK: +    if (d < cuda::atomic_ref<int, cuda::thread_scope_device>(dist[to[e]]).load(cuda::memory_order_relaxed))
// TEXT: repair: make-atomic (suggested
// TEXT: a thread sees one of the values that others write, in no order
