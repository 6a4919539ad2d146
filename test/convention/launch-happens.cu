// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s --no-repair --checks=synchronization 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --conventions='*,-launch-happens' 2>&1 | FileCheck %s --check-prefix=WITHOUT
// Which kernel is launched a constant of the instance says: the other's instance never runs.

// CHECK: needs [launch-happens] the launch is never reached to be free
// WITHOUT: error: race on global memory 'out'
template <typename T> __global__ void shared(T *out, int m) { out[threadIdx.x % m] = threadIdx.x; }
template <typename T> __global__ void apart(T *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

template <typename T> void fill(T *out, int m) {
  if (sizeof(T) == 8)
    apart<T><<<m, 256>>>(out);
  else
    shared<T><<<1, 256>>>(out, m);
}

template void fill(double *, int);
