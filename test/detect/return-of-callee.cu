// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// A return of a function with whose call the kernel ends is one of the kernel.

__device__ void all(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  out[i] = __all_sync(0xffffffffu, in[i] > 0);
}

__global__ void lastOk(const int *in, int *out, int n) { all(in, out, n); }

// Here the lanes that return go on.
__device__ void any(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  out[i] = __any_sync(0xffffffffu, in[i] > 0); // expect: absent-lanes
}

__global__ void goesOnBad(const int *in, int *out, int n) {
  any(in, out, n);
  __syncwarp(); // expect: absent-lanes
  if (threadIdx.x % 32 == 0)
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

__device__ void turn(const int *in, int *out, int n) {
  __shared__ int s[256];
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i >= n)
    return;
  s[threadIdx.x] = in[i];
  __syncthreads(); // expect-warning: barrier-divergence
  out[i] = s[threadIdx.x / 2];
}

__global__ void turnBad(const int *in, int *out, int n) { turn(in, out, n); }

void run(const int *in, int *out, int n) {
  lastOk<<<(n + 255) / 256, 256>>>(in, out, n);
  goesOnBad<<<(n + 255) / 256, 256>>>(in, out, n);
  turnBad<<<(n + 255) / 256, 256>>>(in, out, n);
}
