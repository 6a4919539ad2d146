// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair pad-shared %s --checks=bank-conflict --unsafe | FileCheck %s --match-full-lines --strict-whitespace

__global__ void columns(const float *in, float *out) {
  __shared__ float flat[32 * 32];
  for (int r = 0; r < 32; ++r)
    flat[r * 32 + threadIdx.x] = in[r * 32 + threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int c = 0; c < 32; ++c)
    sum += flat[threadIdx.x * 32 + c];
  out[threadIdx.x] = sum;
}

int main() {
  float *in = 0, *out = 0;
  columns<<<1, 32>>>(in, out);
}

// CHECK:  __shared__ float flat[32 * 32 + 31];
// CHECK:    flat[r * (32 + 1) + threadIdx.x] = in[r * 32 + threadIdx.x];
// CHECK:    sum += flat[threadIdx.x * (32 + 1) + c];
