// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --checks=scalar-access

__global__ void fourLoadsBad(const float *a, float *out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = a[4 * i] + a[4 * i + 1] + a[4 * i + 2] + a[4 * i + 3]; // expect-note: scalar-access
}

__global__ void unalignedOk(const float *a, float *out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = a[3 * i] + a[3 * i + 1] + a[3 * i + 2];
}

__global__ void oneLoadOk(const float4 *a, float *out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float4 v = a[i];
  out[i] = v.x + v.y + v.z + v.w;
}

__global__ void twoStoresBad(float *out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[2 * i] = 1; // expect-note: scalar-access
  out[2 * i + 1] = 2;
}

void run(float *a, float *b, int n) {
  fourLoadsBad<<<n / 256, 256>>>(a, b);
  unalignedOk<<<n / 256, 256>>>(a, b);
  oneLoadOk<<<n / 256, 256>>>((float4 *)a, b);
  twoStoresBad<<<n / 256, 256>>>(b);
}
