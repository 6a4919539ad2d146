// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair make-atomic %s --unsafe --source-only \
// RUN:   | FileCheck %s --match-full-lines --strict-whitespace
// One value from memory picks the cells of several updates: where it brings two threads to one
// count, it brings them to one sum, too.

__global__ void accumulate(const float *points, const int *nearest, float *sums, int *counts,
                           int n, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int c = nearest[i];
  for (int k = 0; k < width; ++k)
    sums[c * width + k] += points[i * width + k];
  ++counts[c];
}

void run(const float *points, const int *nearest, float *sums, int *counts, int n, int width) {
  accumulate<<<(n + 127) / 128, 128>>>(points, nearest, sums, counts, n, width);
}

// CHECK:  for (int k = 0; k < width; ++k)
// CHECK-NEXT:    atomicAdd(&sums[c * width + k], points[i * width + k]);
// CHECK-NEXT:  atomicAdd(&counts[c], 1);
