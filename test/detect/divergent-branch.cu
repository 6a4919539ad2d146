// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --checks=divergent-branch

__global__ void everySecondBad(float *out) {
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

__global__ void firstHalfOk(float *out) {
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

__global__ void evenOddBad(float *a, float *b) {
  int t = blockIdx.x * 256 + threadIdx.x;
  if (t & 1) // expect-note: divergent-branch
    a[t] = 1;
  else
    b[t] = 1;
}

__global__ void byWarpOk(float *a, float *b) {
  int t = blockIdx.x * 256 + threadIdx.x;
  if (t / 32 % 2)
    a[t] = 1;
  else
    b[t] = 1;
}

void run(float *a, float *b, int n) {
  everySecondBad<<<1, 256>>>(a);
  firstHalfOk<<<1, 256>>>(a);
  evenOddBad<<<n / 256, 256>>>(a, b);
  byWarpOk<<<n / 256, 256>>>(a, b);
}
