// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix --checks=synchronization --diff --unsafe --allow-dirty %s | FileCheck %s
// Threads follow cells that others shorten the way of, and stop where one has found what it is after.

__global__ void shorten(int *next, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int to = next[next[i]];
    next[i] = to;
  }
}

__global__ void find(const int *in, int *found, int *where) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (*found)
    return;
  if (in[i] == 7)
    *found = 1;
}

void run(int *next, const int *in, int *found, int *where, int n) {
  shorten<<<64, 256>>>(next, n);
  find<<<64, 256>>>(in, found, where);
}

// CHECK: +    int to = cuda::atomic_ref<int, cuda::thread_scope_device>(
// CHECK-NEXT: next[cuda::atomic_ref<int, cuda::thread_scope_device>(next[i]).load(
// CHECK-NEXT: cuda::memory_order_relaxed)])
// CHECK-NEXT: .load(cuda::memory_order_relaxed);
// CHECK: +    cuda::atomic_ref<int, cuda::thread_scope_device>(next[i]).store(to,
// CHECK: +  if (cuda::atomic_ref<int, cuda::thread_scope_device>(*found).load(
// CHECK: +    cuda::atomic_ref<int, cuda::thread_scope_device>(*found).store(
