// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair use-padding %s --checks=performance --unsafe | FileCheck %s --match-full-lines --strict-whitespace

#define TILE 32

__global__ void transpose(const float *in, float *out) {
  __shared__ float tile[TILE * (TILE + 1)];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y * TILE + x] = in[y * TILE + x];
  __syncthreads();
  out[y * TILE + x] = tile[TILE * x + y];
}

int main() {
  float *in = 0, *out = 0;
  transpose<<<1, dim3(32, 32)>>>(in, out);
}

// CHECK:  __shared__ float tile[TILE * (TILE + 1)];
// CHECK-NEXT:  int x = threadIdx.x, y = threadIdx.y;
// CHECK-NEXT:  tile[y * (TILE + 1) + x] = in[y * TILE + x];
// CHECK-NEXT:  __syncthreads();
// CHECK-NEXT:  out[y * TILE + x] = tile[(TILE + 1) * x + y];
