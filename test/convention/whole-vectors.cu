// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s --no-repair --checks=synchronization 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --conventions='*,-whole-vectors' 2>&1 | FileCheck %s --check-prefix=WITHOUT
// Rows that are read as pairs hold a whole number of them.

// CHECK: needs [whole-vectors] width % 2 == 0{{.*}} to be free
__global__ void pairs(float2 *out, const float2 *in, int width) {
  int i = 2 * threadIdx.x;
  if (i < width)
    // WITHOUT: [[@LINE+1]]:5: error: race on global memory 'out'
    out[(blockIdx.x * width + i) / 2] = in[i];
}

void launch(float2 *out, const float2 *in, int width) { pairs<<<64, 128>>>(out, in, width); }
