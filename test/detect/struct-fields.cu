// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

struct Body {
  float x, y;
};

__global__ void otherFieldOk(float *out) {
  __shared__ Body s[1024];
  s[threadIdx.x].x = out[threadIdx.x];
  if (threadIdx.x + 1 < blockDim.x)
    s[threadIdx.x + 1].y = out[threadIdx.x];
}

__global__ void sameFieldBad(float *out) {
  __shared__ Body s[1024];
  s[threadIdx.x].x = out[threadIdx.x]; // expect: shared-race
  if (threadIdx.x + 1 < blockDim.x)
    out[threadIdx.x] = s[threadIdx.x + 1].x;
}
