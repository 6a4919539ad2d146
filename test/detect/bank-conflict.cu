// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --checks=performance

__global__ void columnBad(const float *in, float *out) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y]; // expect-warning: bank-conflict
}

__global__ void paddedOk(const float *in, float *out) {
  __shared__ float tile[32][33];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void swizzledOk(const float *in, float *out) {
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x ^ y] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x][y ^ x];
}

__global__ void doublesOk(double *out) {
  __shared__ double s[256];
  s[threadIdx.x] = out[threadIdx.x];
  out[threadIdx.x] = s[threadIdx.x] + s[0];
}

__global__ void interleavedBad(float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  for (int step = 1; step < 256; step *= 2) {
    if (2 * step * t < 256)
      s[2 * step * t] += s[2 * step * t + step]; // expect-warning: bank-conflict
    __syncthreads();
  }
  if (t == 0)
    out[0] = s[0];
}

void run(float *a, float *b) {
  columnBad<<<1, dim3(32, 32)>>>(a, b);
  paddedOk<<<1, dim3(32, 32)>>>(a, b);
  swizzledOk<<<1, dim3(32, 32)>>>(a, b);
  doublesOk<<<1, 256>>>((double *)a);
  interleavedBad<<<1, 256>>>(a);
}

// Four words a lane, a quarter of the warp at a time.
__global__ void vectorsOk(const float4 *in, float4 *out) {
  __shared__ float4 s[128];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float4 v = s[127 - threadIdx.x];
  out[threadIdx.x] = make_float4(v.w, v.z, v.y, v.x);
}

void runVectors(float4 *a, float4 *b) { vectorsOk<<<1, 128>>>(a, b); }
