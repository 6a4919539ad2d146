// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --block-dim 256 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --block-dim 256 --conventions='*,-data-reached' 2>&1 | FileCheck %s --check-prefix=WITHOUT
// What is read decides whether threads write the one cell.

// CHECK: warning: race on global memory 'hits'{{.*}}[global-race, likely]
// CHECK: likely: needs [data-reached] what is read from memory does not bring both threads there to be free
__global__ void mark(const int *in, int *hits) {
  if (in[threadIdx.x] > 7)
    // WITHOUT: [[@LINE+1]]:5: error: race on global memory 'hits'
    hits[blockIdx.x] = threadIdx.x;
}
