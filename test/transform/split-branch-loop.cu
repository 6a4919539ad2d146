// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair split-branch %s --unsafe | FileCheck %s --match-full-lines --strict-whitespace
// Threads that take no part can count a loop whose header steps on two variables: it keeps its header.

__device__ void sweep(float *row, int t, int from) {
  for (int s = from, d = 1; s >= 1; s >>= 1, d <<= 1) {
    if (t < s)
      row[(2 * t + 2) * d - 1] += row[(2 * t + 1) * d - 1];
    __syncthreads();
  }
}

__global__ void sums(const float *in, float *out, int rows) {
  __shared__ float all[8][128];
  const int t = threadIdx.x, row = blockIdx.x * 8 + threadIdx.y;
  float *mine = all[threadIdx.y];
  if (row < rows) {
    mine[t] = in[row * 128 + t];
    mine[t + 64] = in[row * 128 + t + 64];
  }
  __syncthreads();
  if (row < rows)
    sweep(mine, t, 64);
  if (row < rows && t == 0)
    out[row] = mine[127];
}

void run(const float *in, float *out, int rows) {
  sums<<<(rows + 7) / 8, dim3(64, 8)>>>(in, out, rows);
}

// CHECK:__device__ void sweep(float *row, int t, int from, bool active) {
// CHECK-NEXT:  for (int s = from, d = 1; s >= 1; s >>= 1, d <<= 1) {
// CHECK-NEXT:    if (active && t < s)
// CHECK-NEXT:      row[(2 * t + 2) * d - 1] += row[(2 * t + 1) * d - 1];
// CHECK-NEXT:    __syncthreads();
