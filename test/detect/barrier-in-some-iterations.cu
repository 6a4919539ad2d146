// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// A thread that is ahead in the loop crossed no barrier in the iteration of the other one.

__global__ void chainOk(const int *next, int *out, int n) {
  __shared__ int s[1024];
  int x = 0;
  for (int i = 0; i < n; ++i) {
    x = next[x];
    if (x & 1) {
      s[threadIdx.x + i] = threadIdx.x;
      __syncthreads();
    }
  }
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void otherIterationsBad(const int *next, int *out, int n) {
  __shared__ int s[1024];
  int x = 0;
  for (int i = 0; i < n; ++i) {
    x = next[x];
    if (x & 1)
      __syncthreads();
    else
      s[threadIdx.x + i] = threadIdx.x; // expect: shared-race
  }
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

void host(const int *next, int *out) {
  chainOk<<<1, 256>>>(next, out, 100);
  otherIterationsBad<<<1, 256>>>(next, out, 100);
}
