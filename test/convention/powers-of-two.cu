// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s --no-repair --checks=synchronization --block-dim 256 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --block-dim 256 --conventions='*,-powers-of-two' 2>&1 | FileCheck %s --check-prefix=WITHOUT
// What masks bits is a power of two.

// CHECK: needs {{.*}}[powers-of-two] {{.*}} to be free
__global__ void scan(unsigned *out, unsigned size) {
  __shared__ unsigned s[512];
  unsigned pos = 2 * threadIdx.x - (threadIdx.x & (size / 4 - 1));
  // WITHOUT: [[@LINE+1]]:3: error: race on shared memory 's'
  s[pos] = threadIdx.x;
  __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = s[pos];
}
