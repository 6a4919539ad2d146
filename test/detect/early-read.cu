// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// A flag that another device, or a kernel that runs beside this one, posts.

__device__ void await(const int *flag, int value) {
  int seen;
  do
    asm volatile("ld.acquire.sys.global.s32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
  while (seen != value);
}
__global__ void takeOk(const float *mine, float *out, const int *ready, int n) {
  if (threadIdx.x == 0)
    await(ready, 1);
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[i] = mine[i];
}
__global__ void takeBad(const float *mine, float *out, const int *ready, int n) {
  if (threadIdx.x == 0)
    await(ready, 1);
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[i] = mine[i]; // expect-warning: early-read
}
__global__ void tilesBad(const float *mine, float *out, const int *ready, int tiles) {
  for (int t = blockIdx.x; t < tiles; t += gridDim.x) {
    __syncthreads(); // allow: redundant-barrier
    if (threadIdx.x == 0)
      await(ready + t, 1);
    out[t * 256 + threadIdx.x] = mine[t * 256 + threadIdx.x]; // expect-warning: early-read
  }
}
// Weights that are there already are read while one thread waits.
__global__ void prefetchOk(const float *mine, const float *weights, float *out, const int *ready) {
  if (threadIdx.x == 0)
    await(ready, 1);
  float w = weights[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = w * mine[threadIdx.x];
}
__global__ void eachWaitsOk(const float *mine, float *out, const int *ready) {
  await(ready + threadIdx.x / 32, 1);
  out[threadIdx.x] = mine[threadIdx.x];
}
// One thread works alone.
__global__ void aloneOk(const float *mine, float *out, const int *ready) {
  if (threadIdx.x == 0) {
    await(ready, 1);
    out[0] = mine[0];
  }
}

void run(const float *x, float *out, const int *ready, int n) {
  takeOk<<<1, 256>>>(x, out, ready, n);
  takeBad<<<1, 256>>>(x, out, ready, n);
  tilesBad<<<8, 256>>>(x, out, ready, n);
  prefetchOk<<<1, 256>>>(x, x, out, ready);
  eachWaitsOk<<<1, 256>>>(x, out, ready);
  aloneOk<<<1, 256>>>(x, out, ready);
}
