// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// RUN: not %cuda-fix --no-repair %s | FileCheck %s
// What the host passes twice is one array.
// CHECK: launch: in and out point into one object
__global__ void shiftOk(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) out[i] = in[i + 1];
}
__global__ void shiftBad(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) out[i] = in[i + 1]; // expect: global-race inter-block-race
}
__global__ void halvesOk(const float *low, float *high, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) high[i] = low[n - 1 - i];
}

void run(int n) {
  float *a, *b;
  cudaMalloc(&a, 2 * n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  shiftOk<<<(n + 255) / 256, 256>>>(a, b, n);
  shiftBad<<<(n + 255) / 256, 256>>>(a, a, n);
  halvesOk<<<(n + 255) / 256, 256>>>(a, a + n, n);
}
