// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

#include <cuda/atomic>

// Orders of cuda::atomic_ref and cuda::atomic stand for fences; the scope is part of the type.
using Device = cuda::atomic_ref<int, cuda::thread_scope_device>;
using Block = cuda::atomic_ref<int, cuda::thread_scope_block>;

__global__ void acquireReleaseOk(int *lock, int *sum) {
  if (threadIdx.x == 0) {
    Device l(*lock);
    int expected = 0;
    while (!l.compare_exchange_weak(expected, 1, cuda::memory_order_acquire))
      expected = 0;
    *sum += blockIdx.x;
    l.store(0, cuda::memory_order_release);
  }
}

__global__ void relaxedAcquireBad(int *lock, int *sum) {
  if (threadIdx.x == 0) {
    Device l(*lock);
    int expected = 0;
    while (!l.compare_exchange_weak(expected, 1, cuda::memory_order_relaxed))
      expected = 0;
    *sum += blockIdx.x; // expect-error: unlocked-access
    l.store(0, cuda::memory_order_release);
  }
}

__global__ void relaxedReleaseBad(int *lock, int *sum) {
  if (threadIdx.x == 0) {
    Device l(*lock);
    int expected = 0;
    while (!l.compare_exchange_weak(expected, 1, cuda::memory_order_acquire))
      expected = 0;
    *sum += blockIdx.x; // expect-error: unlocked-access
    l.store(0, cuda::memory_order_relaxed);
  }
}

__global__ void blockScopeBad(int *lock, int *sum) {
  if (threadIdx.x == 0) {
    Block l(*lock);
    int expected = 0;
    while (!l.compare_exchange_weak(expected, 1, cuda::memory_order_acquire)) // expect-error: unlocked-access
      expected = 0;
    *sum += blockIdx.x; // expect-error: unlocked-access
    l.store(0, cuda::memory_order_release);
  }
}

__global__ void publishOk(cuda::atomic<int, cuda::thread_scope_device> *flag, int *data, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    *data = 42;
    flag->store(1, cuda::memory_order_release);
  } else if (blockIdx.x == 1) {
    while (flag->load(cuda::memory_order_acquire) == 0) {
    }
    *out = *data;
  }
}

__global__ void publishRelaxedBad(cuda::atomic<int, cuda::thread_scope_device> *flag, int *data, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    *data = 42; // expect: unlocked-access
    flag->store(1, cuda::memory_order_relaxed);
  } else if (blockIdx.x == 1) {
    while (flag->load(cuda::memory_order_relaxed) == 0) {
    }
    *out = *data;
  }
}
