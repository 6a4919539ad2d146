// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --checks=performance

__global__ void shiftedBad(const float *in, float *out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = in[i + 1]; // expect-note: misaligned-access
}

__global__ void byWholeSectorsOk(const float *in, float *out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = in[i + 8];
}

__global__ void stencilOk(const float *in, float *out, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i > 0 && i < n - 1)
    out[i] = in[i - 1] + in[i] + in[i + 1];
}

__global__ void unknownShiftOk(const float *in, float *out, int shift) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = in[i + shift];
}

void run(float *a, float *b, int n, int shift) {
  shiftedBad<<<n / 256, 256>>>(a, b);
  byWholeSectorsOk<<<n / 256, 256>>>(a, b);
  stencilOk<<<n / 256, 256>>>(a, b, n);
  unknownShiftOk<<<n / 256, 256>>>(a, b, shift);
}
