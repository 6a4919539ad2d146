// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
//
// Several threads copy one element of what the kernel only reads: the same value.

__global__ void rowsOk(const float *scale, float *out) {
  __shared__ float s[32];
  s[threadIdx.x] = scale[threadIdx.x]; // expect-note: benign-race
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = s[threadIdx.x];
}

// Nothing says that nobody else writes it meanwhile.
__global__ void plainUnknown(float *scale, float *out) {
  __shared__ float s[32];
  s[threadIdx.x] = scale[threadIdx.x]; // expect-note: benign-race
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = s[threadIdx.x];
}

// Rows of their own in one place.
__global__ void mixedBad(const float *scale, float *out) {
  __shared__ float s[32];
  s[threadIdx.x] = scale[threadIdx.y * 32 + threadIdx.x]; // expect: shared-race
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = s[threadIdx.x];
}

void launches(const float *in, float *inout, float *out) {
  rowsOk<<<1, dim3(32, 4)>>>(in, out);
  plainUnknown<<<1, dim3(32, 4)>>>(inout, out);
  mixedBad<<<1, dim3(32, 4)>>>(in, out);
}
