// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Atomic objects of other types than integers.
#include <cuda/atomic>

template <class T> using Ref = cuda::atomic_ref<T, cuda::thread_scope_device>;

__global__ void allOk(float *x, double *y, float *out) {
  Ref<float> a(x[0]);
  out[blockIdx.x * blockDim.x + threadIdx.x] = a.load(cuda::memory_order_relaxed);
  a.store(1.f, cuda::memory_order_relaxed);
  float expected = 1;
  a.compare_exchange_strong(expected, 2.f);
  Ref<double>(y[0]).exchange(3.0);
}
__global__ void plainReadBad(float *x, float *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = x[0]; // expect-error: inter-block-race, allow: global-race intra-warp-race
  Ref<float>(x[0]).store(1.f, cuda::memory_order_relaxed);
}

void run(float *x, double *y, float *out, int n) {
  allOk<<<n, 128>>>(x, y, out);
  plainReadBad<<<n, 128>>>(x, out);
}
