// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s --no-repair --checks=synchronization 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --conventions='*,-customary-blocks' 2>&1 | FileCheck %s --check-prefix=WITHOUT
// The step of the threads is the block that they are written for.

// CHECK: needs [customary-blocks] blockDim.x == 32 to be free
__global__ void stepped(const unsigned *__restrict__ in, unsigned *__restrict__ out) {
  for (int i = threadIdx.x; i < 4096; i += 32)
    // WITHOUT: [[@LINE+1]]:5: error: race on global memory 'out'
    out[blockIdx.x * 4096 + i] = in[threadIdx.x] + 1;
}
