// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --checks=unused-padding

__global__ void unusedBad(const float *in, float *out) {
  __shared__ float tile[32 * 33];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x * 32 + y]; // expect-warning: unused-padding
}

__global__ void usedOk(const float *in, float *out) {
  __shared__ float tile[32 * 33];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y * 33 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x * 33 + y];
}

__global__ void noRoomOk(const float *in, float *out) {
  __shared__ float tile[32 * 32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x * 32 + y];
}

// Nothing says how far the index goes.
__global__ void unknownEndOk(const float *in, float *out, int n) {
  __shared__ float tile[32 * 33];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x * 32 + y] + tile[n];
}

void run(float *a, float *b, int n) {
  unusedBad<<<1, dim3(32, 32)>>>(a, b);
  usedOk<<<1, dim3(32, 32)>>>(a, b);
  noRoomOk<<<1, dim3(32, 32)>>>(a, b);
  unknownEndOk<<<1, dim3(32, 32)>>>(a, b, n);
}
