// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__global__ void stridedBad(int *out, int n) {
  __shared__ int s[1024];
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    s[threadIdx.x] = out[i];
    __syncthreads(); // expect-error: barrier-divergence, allow: redundant-barrier
    out[i] = s[threadIdx.x] + 1;
  }
}

__global__ void uniformTripsOk(int *out, int n) {
  __shared__ int s[1024];
  for (int base = 0; base < n; base += blockDim.x) {
    int i = base + threadIdx.x;
    s[threadIdx.x] = i < n ? out[i] : 0;
    __syncthreads();
    if (i < n)
      out[i] = s[threadIdx.x / 2];
    __syncthreads();
  }
}
