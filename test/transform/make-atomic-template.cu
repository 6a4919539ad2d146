// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair make-atomic %s --unsafe | FileCheck %s --match-full-lines --strict-whitespace
// One text serves all instances of a template: a function of CUDA's where it takes all types, else
// cuda::atomic_ref.

template <typename T> __global__ void least(const T *v, int n, T *best) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && v[i] < *best)
    *best = v[i];
}

template <typename T> __global__ void total(const T *v, int n, T *sum) {
  __shared__ T part;
  if (threadIdx.x == 0)
    part = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    part += v[i];
  __syncthreads();
  if (threadIdx.x == 0)
    sum[blockIdx.x] = part;
}

template <typename T> __global__ void mark(const T *v, int n, T *bits) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    bits[0] |= v[i];
}

void run(int *i, long *l, float *f, unsigned *u, int n) {
  least<<<(n + 255) / 256, 256>>>(i, n, i + n);
  least<<<(n + 255) / 256, 256>>>(l, n, l + n);
  total<<<(n + 255) / 256, 256>>>(l, n, l + n);
  total<<<(n + 255) / 256, 256>>>(f, n, f + n);
  mark<<<(n + 255) / 256, 256>>>(i, n, i + n);
  mark<<<(n + 255) / 256, 256>>>(u, n, u + n);
}

// CHECK:#include <cuda/atomic>
// CHECK:  if (i < n)
// CHECK-NEXT:    cuda::atomic_ref<T, cuda::thread_scope_device>(*best).fetch_min(v[i], cuda::memory_order_relaxed);
// CHECK:    cuda::atomic_ref<T, cuda::thread_scope_device>(part).fetch_add(v[i], cuda::memory_order_relaxed);
// CHECK:    atomicOr(&bits[0], v[i]);
