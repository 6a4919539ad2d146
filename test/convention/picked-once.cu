// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s --no-repair --checks=synchronization --block-dim 256 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --block-dim 256 --conventions='*,-picked-once' 2>&1 | FileCheck %s --check-prefix=WITHOUT
// A list names each cell once.

// CHECK: needs [picked-once] {{.*}} to be free
__global__ void scatter(float *out, const float *in, const int *__restrict__ list) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // WITHOUT: [[@LINE+1]]:3: error: race on global memory 'out'
  out[list[i]] = in[i];
}
