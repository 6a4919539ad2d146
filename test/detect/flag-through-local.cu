// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// The condition is the same in both halves, so all threads meet the barrier.
__global__ void splitGuardOk(const int *in, int *out, int n) {
  __shared__ int s[1024];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const bool active = i < n;
  if (active)
    s[threadIdx.x] = in[i];
  __syncthreads();
  if (active)
    out[i] = s[blockDim.x - 1 - threadIdx.x];
}

__global__ void barrierInGuardBad(const int *in, int *out, int n) {
  __shared__ int s[1024];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    s[threadIdx.x] = in[i];
    __syncthreads(); // expect-error: barrier-divergence
    out[i] = s[blockDim.x - 1 - threadIdx.x];  // allow: shared-race
  }
}
