// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// Several threads write one value: what a butterfly exchange leaves in all lanes of a warp or
// of a segment, and what does not stand on the coordinates that differ.
__device__ float sumOfWarp(float v) {
  for (int m = 16; m > 0; m /= 2)
    v += __shfl_xor_sync(0xffffffff, v, m);
  return v;
}

__global__ void warpOk(float *out, const float *in) {
  __shared__ float part[32];
  part[threadIdx.x / 32] = sumOfWarp(in[blockIdx.x * blockDim.x + threadIdx.x]); // expect-note: benign-race
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = part[0] + part[1];
}

__global__ void segmentOk(double *out, const double *in) {
  __shared__ double part[16];
  double v = in[blockIdx.x * blockDim.x + threadIdx.x];
#pragma unroll
  for (int m = 1; m < 16; m <<= 1)
    v = fmax(v, __shfl_xor_sync(0xffffffff, v, m));
  part[threadIdx.x / 16] = v; // expect-note: benign-race
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = part[0];
}

__global__ void oneExchangeShortBad(float *out, const float *in) {
  __shared__ float part[32];
  float v = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int m = 16; m > 1; m /= 2)
    v += __shfl_xor_sync(0xffffffff, v, m);
  part[threadIdx.x / 32] = v; // expect: intra-warp-race
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = part[0];
}

__global__ void notSymmetricBad(float *out, const float *in) {
  __shared__ float part[32];
  float v = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int m = 16; m > 0; m /= 2)
    v -= __shfl_xor_sync(0xffffffff, v, m);
  part[threadIdx.x / 32] = v; // expect: intra-warp-race
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = part[0];
}

__global__ void shiftedBad(float *out, const float *in) {
  __shared__ float part[32];
  float v = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int d = 16; d > 0; d /= 2)
    v += __shfl_down_sync(0xffffffff, v, d);
  part[threadIdx.x / 32] = v; // expect: intra-warp-race
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = part[0];
}

__global__ void rowOk(float *__restrict__ out, const float *__restrict__ in, int n, int heads) {
  float most = -1e30f, sum = 0;
  for (int i = 0; i < n; ++i) {
    float v = in[(blockIdx.x * n + i) * heads + threadIdx.y], old = most;
    most = fmaxf(most, v);
    sum = sum * expf(old - most) + expf(v - most);
  }
  out[blockIdx.x * heads + threadIdx.y] = logf(sum) + most; // expect-note: benign-race
}

__global__ void columnsBad(float *__restrict__ out, const float *__restrict__ in, int n, int heads) {
  float most = -1e30f;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    most = fmaxf(most, in[(blockIdx.x * n + i) * heads + threadIdx.y]);
  out[blockIdx.x * heads + threadIdx.y] = most; // expect: intra-warp-race
}

void run(float *out, const float *in, double *wide, const double *data, int n) {
  warpOk<<<n, 256>>>(out, in);
  segmentOk<<<n, 256>>>(wide, data);
  oneExchangeShortBad<<<n, 256>>>(out, in);
  notSymmetricBad<<<n, 256>>>(out, in);
  shiftedBad<<<n, 256>>>(out, in);
  rowOk<<<n, dim3(32, 4)>>>(out, in, n, 4);
  columnsBad<<<n, dim3(32, 4)>>>(out, in, n, 4);
}

// What shared memory holds until the next barrier is one value for all threads that read it.
__global__ void copiedOk(float4 *out, const float4 *in, float *sum) {
  __shared__ float4 tile[8];
  if (threadIdx.y == 0)
    tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x]; // expect-note: benign-race
  sum[threadIdx.x] = tile[threadIdx.x].x + tile[threadIdx.x].y; // expect-note: benign-race
}
__global__ void rewrittenBad(float4 *out, const float4 *in) {
  __shared__ float4 tile[8];
  tile[threadIdx.x] = in[threadIdx.x + 8 * threadIdx.y]; // expect: shared-race
  out[threadIdx.x] = tile[threadIdx.x]; // expect: global-race
}
void copy(float4 *out, const float4 *in, float *sum) {
  copiedOk<<<1, dim3(8, 32)>>>(out, in, sum);
  rewrittenBad<<<1, dim3(8, 32)>>>(out, in);
}
