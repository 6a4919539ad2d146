// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s --checks=performance 2>/dev/null | FileCheck %s --implicit-check-not="use-padding (suggested"
// A column that may reach into the next row keeps its place.

// CHECK-DAG: that the index 'x * 32 + y + 1' is a row times 32 and a column is not seen
__global__ void overRows(const float *in, float *out) {
  __shared__ float tile[33 * 33];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x * 32 + y + 1];
}

// CHECK-DAG: that the index 'at' is a row times 32 and a column is not seen
__global__ void shared(const float *in, float *out) {
  __shared__ float tile[32 * 33];
  int x = threadIdx.x, y = threadIdx.y, at = y * 32 + x;
  tile[at] = in[at];
  __syncthreads();
  out[at] = tile[x * 32 + y];
}

void run(float *a, float *b) {
  overRows<<<1, dim3(32, 32)>>>(a, b);
  shared<<<1, dim3(32, 32)>>>(a, b);
}
