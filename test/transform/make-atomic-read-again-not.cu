// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s --checks=synchronization --fail-on=warning 2>&1 | FileCheck %s
// A slot that is read from the counter once more: an atomic load would leave two threads with one.

// CHECK: warning: race on global memory 'found'
// CHECK: what line 11 changes is read again, as others have changed it by then
// CHECK-NOT: --apply
__global__ void search(unsigned *found, const unsigned *hash, unsigned target) {
  unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
  if (hash[id] < target) {
    atomicAdd(&found[0], 1u);
    unsigned slot = found[0];
    if (slot < 16)
      found[slot] = id;
  }
}

void run(unsigned *found, const unsigned *hash, unsigned target) {
  search<<<64, 128>>>(found, hash, target);
}
