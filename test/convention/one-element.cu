// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --block-dim 256 --show=possible 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --block-dim 256 --conventions='*,-one-element' 2>&1 | FileCheck %s --check-prefix=WITHOUT
// A function that ignores the index of its element runs once.

template <class F> __global__ void forEach(long begin, long end, F f) {
  for (long i = begin + blockIdx.x * blockDim.x + threadIdx.x; i < end; i += blockDim.x * gridDim.x)
    f(i);
}

// CHECK: needs [one-element] end <= begin + 1{{.*}} to be free
void split(float *lower, int parent, int left, int right, long n) {
  forEach<<<4, 256>>>(0, n, [=] __device__(long) {
    // WITHOUT: [[@LINE+1]]:5: error: race on global memory 'f.lower'
    lower[left] = lower[parent];
    lower[right] = lower[left] * 2;
  });
}
