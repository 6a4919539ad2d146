// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s --no-repair --checks=synchronization  2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not %cuda-fix %s --no-repair --checks=synchronization  --conventions='*,-counts-in-memory' 2>&1 | FileCheck %s --check-prefix=WITHOUT
// Counts in memory are not close to where arithmetic wraps.

// CHECK: needs {{.*}}[counts-in-memory] {{.*}} to be free
__global__ void segments(float *a, const unsigned *count) {
  extern __shared__ float data[];
  unsigned n = *count + 1;
  float *own = data + threadIdx.x * (n + 1);
  for (unsigned i = 0; i < n; ++i)
    // WITHOUT: [[@LINE+1]]:5: {{error|warning}}: race on shared memory 'data'
    own[i] = a[i * blockDim.x + threadIdx.x];
}

void launch(float *a, const unsigned *count) { segments<<<1, 128, 4096>>>(a, count); }
