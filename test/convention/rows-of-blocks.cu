// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s --no-repair --checks=synchronization 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --conventions='*,-rows-span-grid,-sizes-not-negative' 2>&1 | FileCheck %s --check-prefix=WITHOUT
// The blocks number the rows: a row holds the threads of one block, not of the grid.

// CHECK: kernel 'bothHalves': free for launches with {{.*}}n >= blockDim.x, others
__global__ void bothHalves(float *out, unsigned n) {
  const unsigned t = threadIdx.x, size = blockDim.x * 2;
  // WITHOUT: [[@LINE+1]]:3: error: race on global memory 'out'
  out[t + blockIdx.x * n] = 1;
  if (t < n - size / 2)
    out[t + blockDim.x + blockIdx.x * n] = 2;
}

void halve(float *out, unsigned n, int rows, unsigned threads) {
  bothHalves<<<rows, threads / 2>>>(out, n);
}
