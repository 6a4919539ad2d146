// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair pad-shared %s --checks=bank-conflict --unsafe | FileCheck %s --match-full-lines --strict-whitespace

#define TILE 32

__global__ void transpose(const float *in, float *out) {
  __shared__ float tile[TILE][TILE];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * TILE + x];
  __syncthreads();
  out[y * TILE + x] = tile[x][y];
}

int main() {
  float *in = 0, *out = 0;
  transpose<<<1, dim3(32, 32)>>>(in, out);
}

// CHECK:#define TILE 32
// CHECK-EMPTY:
// CHECK-NEXT:__global__ void transpose(const float *in, float *out) {
// CHECK-NEXT:  __shared__ float tile[TILE][TILE + 1];
// CHECK-NEXT:  int x = threadIdx.x, y = threadIdx.y;
