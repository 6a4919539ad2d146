// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s --no-repair --checks=synchronization  2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not %cuda-fix %s --no-repair --checks=synchronization  --conventions='*,-sorted-keys,-offsets-ascend' 2>&1 | FileCheck %s --check-prefix=WITHOUT
// RUN: %cuda-fix %s --no-repair --checks=synchronization --conventions='*,-sorted-keys' 2>&1 | FileCheck %s --check-prefix=ALONE
// ALONE: needs [offsets-ascend]
// In sorted data neighbours differ around a value in one place.

// CHECK: needs [sorted-keys] {{.*}} to be free
__global__ void search(const int *keys, const int *wanted, int *found) {
  int i = threadIdx.x;
  if (keys[i] <= wanted[blockIdx.x] && keys[i + 1] > wanted[blockIdx.x])
    // WITHOUT: [[@LINE+1]]:5: {{error|warning}}: race on global memory 'found'
    found[blockIdx.x] = i;
}

void launch(const int *keys, const int *wanted, int *found) {
  search<<<64, 256>>>(keys, wanted, found);
}
