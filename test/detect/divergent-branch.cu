// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --checks=divergent-branch

__global__ void everySecond(float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  for (int step = 1; step < 256; step *= 2) {
    if (t % (2 * step) == 0) // expect-warning: divergent-branch
      s[t] += s[t + step];
    __syncthreads();
  }
  if (t == 0)
    out[0] = s[0];
}

__global__ void firstHalf(float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  for (int step = 128; step > 0; step /= 2) {
    if (t < step)
      s[t] += s[t + step];
    __syncthreads();
  }
  if (t == 0)
    out[0] = s[0];
}

__global__ void evenOdd(float *a, float *b) {
  int t = blockIdx.x * 256 + threadIdx.x;
  if (t & 1) // expect-note: divergent-branch
    a[t] = 1;
  else
    b[t] = 1;
}

__global__ void byWarp(float *a, float *b) {
  int t = blockIdx.x * 256 + threadIdx.x;
  if (t / 32 % 2)
    a[t] = 1;
  else
    b[t] = 1;
}

void run(float *a, float *b, int n) {
  everySecond<<<1, 256>>>(a);
  firstHalf<<<1, 256>>>(a);
  evenOdd<<<n / 256, 256>>>(a, b);
  byWarp<<<n / 256, 256>>>(a, b);
}
