// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__global__ void ownQuarterOk(const float4 *in, float *out) {
  __shared__ float4 s[256];
  s[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = reinterpret_cast<float *>(s)[4 * threadIdx.x + 3];
}

__global__ void scalarViewBad(const float4 *in, float *out) {
  __shared__ float4 s[256];
  s[threadIdx.x] = in[threadIdx.x]; // expect: shared-race
  out[threadIdx.x] = reinterpret_cast<float *>(s)[threadIdx.x];
}
