// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --checks=generic-access

__global__ void selectedBad(const float *in, float *out, bool near) {
  __shared__ float s[256];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  const float *from = near ? s : in;
  out[threadIdx.x] = from[255 - threadIdx.x]; // expect-note: generic-access
}

__device__ float first(const float *p) { return p[0]; }

// Each call knows its own.
__global__ void calledOk(const float *in, float *out) {
  __shared__ float s[256];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = first(s) + first(in);
}

void run(float *a, float *b, bool near) {
  selectedBad<<<1, 256>>>(a, b, near);
  calledOk<<<1, 256>>>(a, b);
}
