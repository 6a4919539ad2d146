// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s --no-repair --checks=synchronization --kernel=tiledUnknown 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --kernel=tiledBad 2>&1 | FileCheck %s --check-prefix=BAD
// The grid is divided into groups of 1024 threads: these are the blocks that the code is for.

// CHECK: kernel 'tiledUnknown': free for {{.*}}1024
__global__ void tiledUnknown(float *out, const float *in, int padded, int n) {
  const int thread = threadIdx.x + blockIdx.x * blockDim.x;
  const int tile = thread / 1024, row = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int j = 0; j < n; j += 32)
    if (j + row < padded)
      out[tile * 32 * padded + (j + row) * 32 + lane] = in[thread];
}

// BAD: [[@LINE+6]]:7: {{error|warning}}: race on global memory 'out'
__global__ void tiledBad(float *out, const float *in, int padded, int n) {
  const int thread = threadIdx.x + blockIdx.x * blockDim.x;
  const int tile = thread / 1024, row = threadIdx.x / 32, lane = threadIdx.x % 16;
  for (int j = 0; j < n; j += 32)
    if (j + row < padded)
      out[tile * 32 * padded + (j + row) * 32 + lane] = in[thread];
}
