// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix --no-repair --no-replay %s 2>/dev/null | FileCheck %s --implicit-check-not="launch: 0 <="
// That a size is not negative goes without saying where its factors are positive.

__global__ void neighbours(float *out, int rows, int columns) {
  for (int i = threadIdx.x; i < rows * columns; i += blockDim.x)
    out[i / 2] = i;
}

void run(int rows, int columns) {
  if (rows <= 0 || columns <= 0)
    return;
  float *out;
  cudaMalloc(&out, sizeof(float) * rows * columns);
  neighbours<<<1, 128>>>(out, rows, columns);
}

// CHECK: error: race on global memory 'out'
// CHECK-DAG: launch: 0 < rows
// CHECK-DAG: launch: 0 < columns
