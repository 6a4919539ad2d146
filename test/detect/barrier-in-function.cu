// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__device__ void publish(int *s, int v) {
  s[threadIdx.x] = v;
  __syncthreads(); // expect-error: barrier-divergence
}

__global__ void calledByHalfBad(int *out) {
  __shared__ int s[1024];
  if (threadIdx.x % 2)
    publish(s, out[threadIdx.x]);
  else
    s[threadIdx.x] = 0;
}

__global__ void calledByAllOk(int *out) {
  __shared__ int s[1024];
  publish(s, out[threadIdx.x]);
  out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
