// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair insert-barrier %s | FileCheck %s --match-full-lines --strict-whitespace
// A warp works on a row, which it takes from its number in the grid: blocks are meant to have whole
// warps, and the lanes of one are all that has to wait.

#define LANES 32

__global__ void rowNorms(const float *in, float *norms, int rows, int columns) {
  __shared__ float part[128];
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = thread / LANES, lane = thread % LANES;
  if (row < rows) {
    float sum = 0;
    for (int c = lane; c < columns; c += LANES)
      sum += in[row * columns + c] * in[row * columns + c];
    part[threadIdx.x] = sum;
    if (lane < 8)
      part[threadIdx.x] += part[threadIdx.x + 8] + part[threadIdx.x + 16] + part[threadIdx.x + 24];
    if (lane < 2)
      part[threadIdx.x] += part[threadIdx.x + 2] + part[threadIdx.x + 4] + part[threadIdx.x + 6];
    if (lane == 0)
      norms[row] = part[threadIdx.x] + part[threadIdx.x + 1];
  }
}

void run(const float *in, float *norms, int rows, int columns) {
  rowNorms<<<(rows * LANES + 127) / 128, 128>>>(in, norms, rows, columns);
}

// CHECK:    part[threadIdx.x] = sum;
// CHECK-NEXT:    __syncwarp();
// CHECK-NEXT:    if (lane < 8)
// CHECK-NEXT:      part[threadIdx.x] += part[threadIdx.x + 8] + part[threadIdx.x + 16] + part[threadIdx.x + 24];
// CHECK-NEXT:    __syncwarp();
// CHECK-NEXT:    if (lane < 2)
// CHECK-NEXT:      part[threadIdx.x] += part[threadIdx.x + 2] + part[threadIdx.x + 4] + part[threadIdx.x + 6];
// CHECK-NEXT:    __syncwarp();
// CHECK-NEXT:    if (lane == 0)
