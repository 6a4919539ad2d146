// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --checks=unused-padding

__global__ void unused(const float *in, float *out) {
  __shared__ float tile[32 * 33];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x * 32 + y]; // expect-warning: unused-padding
}

__global__ void used(const float *in, float *out) {
  __shared__ float tile[32 * 33];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y * 33 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x * 33 + y];
}

__global__ void noRoom(const float *in, float *out) {
  __shared__ float tile[32 * 32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x * 32 + y];
}

// Nothing says how far the index goes.
__global__ void unknownEnd(const float *in, float *out, int n) {
  __shared__ float tile[32 * 33];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x * 32 + y] + tile[n];
}

void run(float *a, float *b, int n) {
  unused<<<1, dim3(32, 32)>>>(a, b);
  used<<<1, dim3(32, 32)>>>(a, b);
  noRoom<<<1, dim3(32, 32)>>>(a, b);
  unknownEnd<<<1, dim3(32, 32)>>>(a, b, n);
}
