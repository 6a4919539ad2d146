// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s --checks=synchronization 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// Which kernel is launched a constant of the instance says: the other's instance never runs.

template <typename T> __global__ void sharedBad(T *out, int m) { out[threadIdx.x % m] = threadIdx.x; }

template <typename T> __global__ void pairsOk(T *out, int m) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = m;
}

template <typename T> void fill(T *out, int m) {
  if (sizeof(T) == 8)
    pairsOk<T><<<m, 256>>>(out, m);
  else
    sharedBad<T><<<1, 256>>>(out, m);
}

template void fill(float *, int);
template void fill(double *, int);

// CHECK: unreached-launch.cu:5:66: error: race on global memory 'out': {{.*}}
// CHECK: note: not decided for kernel 'sharedBad<double>': races{{.*}}: {{.*}}possible race
// CHECK: 4 kernels: 2 free of races and divergence, 1 with bugs, 1 not decided
