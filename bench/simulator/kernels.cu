// SPDX-License-Identifier: Apache-2.0
// What bench-simulator measures: reads and writes without a barrier, a reduction with one
// barrier for every access or two, and a stencil through shared memory.

__global__ void stream(const float *in, float *out, int n) {
  int g = blockIdx.x * blockDim.x + threadIdx.x;
  for (int r = 0; r < 64; ++r)
    if (g < n)
      out[g] = in[g] * 2.f + out[g];
}

__global__ void sum(const float *in, float *out, int n) {
  __shared__ float s[256];
  unsigned t = threadIdx.x, g = blockIdx.x * blockDim.x + t;
  s[t] = g < n ? in[g] : 0.f;
  __syncthreads();
  for (unsigned k = blockDim.x / 2; k > 0; k >>= 1) {
    if (t < k)
      s[t] += s[t + k];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
}

__global__ void stencil(const float *in, float *out, int n) {
  __shared__ float s[258];
  unsigned t = threadIdx.x, g = blockIdx.x * blockDim.x + t;
  if (t == 0)
    s[0] = s[257] = 0;
  for (int i = 0; i < 20; ++i) {
    s[t + 1] = g < n ? in[g] : 0.f;
    __syncthreads();
    if (g < n)
      out[g] = s[t] + s[t + 1] + s[t + 2];
    __syncthreads();
  }
}
