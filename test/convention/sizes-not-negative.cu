// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s --no-repair --checks=synchronization --block-dim 256 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --block-dim 256 --conventions='*,-sizes-not-negative' 2>&1 | FileCheck %s --check-prefix=WITHOUT
// Room below zero makes two parts overlap.

// CHECK: needs {{.*}}[sizes-not-negative] room >= 0{{.*}} to be free
__global__ void parts(int *out, int n, int room) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // WITHOUT: [[@LINE+1]]:14: error: race on global memory 'out'
    out[i] = out[n + room + i];
}
