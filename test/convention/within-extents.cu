// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s --no-repair --checks=synchronization 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --conventions='*,-within-extents' 2>&1 | FileCheck %s --check-prefix=WITHOUT
// Two parts of one allocation, the first of which may be too small.

// CHECK: needs [within-extents] {{.*}} to be free
__global__ void both(const float *first, float *second) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // WITHOUT: [[@LINE+1]]:15: error: race on global memory
  second[i] = first[i];
}

extern int size();
void launch() {
  float *all;
  cudaMalloc(&all, 1 << 20);
  both<<<8, 128>>>(all, all + size());
}
