// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s --no-repair --checks=synchronization --block-dim 256 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --block-dim 256 --conventions='*,-tickets-apart' 2>&1 | FileCheck %s --check-prefix=WITHOUT
// A ring of cells does not come round while they are in use.

// CHECK: needs [tickets-apart] {{.*}} to be free
__global__ void ring(int *slot, int *next, const int *in, unsigned size) {
  unsigned at = atomicAdd((unsigned *)next, 1u) % size;
  // WITHOUT: [[@LINE+1]]:3: {{error|warning}}: race on global memory 'slot'
  slot[at] = in[threadIdx.x];
}
