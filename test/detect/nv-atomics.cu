// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
#include <cuda/atomic>

// nvcc's own atomics: orders and scopes count as those of cuda::atomic do.
__global__ void narrowFenceBad(int *flag, int *data, int *out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 42; // expect: unlocked-access
    __nv_atomic_thread_fence(__NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_BLOCK);
    __nv_atomic_store_n(flag, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  } else if (blockIdx.x == 1) {
    while (__nv_atomic_load_n(flag, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE) == 0);
    __nv_atomic_thread_fence(__NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_DEVICE);
    out[0] = data[0];
  }
}

__global__ void releaseOk(int *flag, int *data, int *out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 42;
    __nv_atomic_store_n(flag, 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
  } else if (blockIdx.x == 1) {
    while (__nv_atomic_load_n(flag, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE) == 0);
    out[0] = data[0];
  }
}

__global__ void relaxedBad(int *flag, int *data, int *out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 42; // expect: unlocked-access
    __nv_atomic_store_n(flag, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  } else if (blockIdx.x == 1) {
    while (__nv_atomic_load_n(flag, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE) == 0);
    out[0] = data[0];
  }
}

__global__ void countBad(int *count) {
  int i = (blockIdx.x + threadIdx.x) % 8;
  __nv_atomic_fetch_add(&count[i], 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK); // expect: unlocked-access
}

__global__ void countOk(int *count) {
  int i = (blockIdx.x + threadIdx.x) % 8;
  __nv_atomic_add(&count[i], 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_fetch_max(&count[i], 1, __NV_ATOMIC_RELAXED); // of the system
}

// Atomic for its own thread only.
__global__ void ownBad(int *count) {
  int i = threadIdx.x % 8;
  __nv_atomic_fetch_add(&count[i], 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_THREAD); // expect: global-race
}

__global__ void relaxedFenceBad(int *flag, int *data, int *out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 42; // expect: unlocked-access
    __nv_atomic_thread_fence(__NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_store_n(flag, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  } else if (blockIdx.x == 1) {
    while (__nv_atomic_load_n(flag, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE) == 0);
    __nv_atomic_thread_fence(__NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_DEVICE);
    out[0] = data[0];
  }
}

__global__ void genericOk(int *flag, int *data, int *out) {
  int one = 1, v;
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 42;
    __nv_atomic_store(flag, &one, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
  } else if (blockIdx.x == 1) {
    do { __nv_atomic_load(flag, &v, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE); } while (v == 0);
    out[0] = data[0];
  }
}
// Blocks may be of one cluster.
__global__ void clusterUnknown(int *flag, int *data, int *out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 42;
    __nv_atomic_store_n(flag, 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_CLUSTER);
  } else if (blockIdx.x == 1) {
    while (__nv_atomic_load_n(flag, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_CLUSTER) == 0);
    out[0] = data[0];
  }
}

__global__ void casOk(int *lock, int *data) {
  if (threadIdx.x != 0) return;
  int zero = 0;
  while (!__nv_atomic_compare_exchange_n(lock, &zero, 1, false, __NV_ATOMIC_ACQUIRE, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE)) zero = 0;
  data[0] += 1;
  __nv_atomic_store_n(lock, 0, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
}

// A fence of the thread alone is none for others.
__global__ void threadFenceBad(volatile int *flag, int *data, int *out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 42; // expect: unlocked-access
    cuda::atomic_thread_fence(cuda::std::memory_order_acq_rel, cuda::thread_scope_thread);
    *flag = 1;
  } else if (blockIdx.x == 1) {
    while (*flag == 0);
    __threadfence();
    out[0] = data[0];
  }
}
