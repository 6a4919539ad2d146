// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --block-dim 32 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --block-dim 32 --conventions='*,-values-differ' 2>&1 | FileCheck %s --check-prefix=WITHOUT
// The sums are the same for all threads, which nothing in the model shows.

// CHECK: warning: race on global memory 'out'{{.*}}[intra-warp-race, likely]
// CHECK: likely: needs [values-differ] both threads write equal values to be free
__global__ void sums(float *out, const float *in, int n) {
  float s[4];
  for (int k = 0; k < 4; ++k) { // each thread in an order of its own
    int own = (k + threadIdx.x) % 4;
    s[own] = 0;
    for (int i = own; i < n; i += 4)
      s[own] += in[i];
  }
  // WITHOUT: [[@LINE+1]]:3: error: race on global memory 'out'
  out[blockIdx.x] = s[n & 3];
}
