// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s --no-repair --checks=synchronization --block-dim 256 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: %cuda-fix %s --no-repair --checks=synchronization --block-dim 256 --conventions='*,-distinct-pointers' 2>&1 | FileCheck %s --check-prefix=WITHOUT
// Two pointers that a kernel is given point into different objects. Where they may not, their
// distance is not known, and the questions stay open.

// CHECK: 2 kernels: 2 free of races and divergence
// WITHOUT: note: not decided for kernel 'shift': races: line {{[0-9]+}}: where 'in' points is not known
__global__ void shift(int *out, const int *in) { out[threadIdx.x] = in[threadIdx.x + 1]; }

// So do the pointers of a table.
// WITHOUT: note: not decided for kernel 'batch': races
__global__ void batch(int *const *out) { out[blockIdx.x][threadIdx.x] = blockIdx.x; }
