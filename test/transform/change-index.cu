// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair change-index %s --unsafe --source-only | FileCheck %s --match-full-lines --strict-whitespace
// RUN: not %cuda-fix --checks=synchronization %s | FileCheck %s --check-prefix=SAYS
// All blocks store to the elements of the first: the index of the load beside it is the one meant.

__global__ void twice(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[threadIdx.x] = 2 * in[i];
}
// SAYS: repair: change-index (suggested): index 'out' in line 9 as 'in'
// SAYS-NEXT: right if each thread of the grid is to store an element of its own, and 'out' has as many as 'in'

__global__ void step(const float *in, const float *weight, float *out, int n) {
  int t = threadIdx.x;
  int i = blockIdx.x * blockDim.x + t;
  if (i < n) {
    float x = in[i] * weight[t];
    out[t] = x;
  }
}

void run(const float *in, const float *weight, float *out, int n) {
  twice<<<(n + 255) / 256, 256>>>(in, out, n);
  step<<<(n + 255) / 256, 256>>>(in, weight, out, n);
}

// CHECK:    out[i] = 2 * in[i];
// CHECK:    out[i] = x;
