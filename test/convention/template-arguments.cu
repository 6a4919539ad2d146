// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --block-dim 256 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --block-dim 256 --conventions='*,-template-arguments' 2>&1 | FileCheck %s --check-prefix=WITHOUT
// Nothing instantiates the template: its arguments are made up.

// CHECK: warning: race on shared memory 's'{{.*}}[shared-race, likely]
// CHECK: likely: needs [template-arguments] {{.*}} to be free
template <typename T> __global__ void reversed(T *out) {
  __shared__ T s[256];
  // WITHOUT: [[@LINE+1]]:3: error: race on shared memory 's'
  s[threadIdx.x] = out[threadIdx.x];
  out[threadIdx.x] = s[255 - threadIdx.x];
}
