// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__global__ void broadcastOk(const int *in, int *out) {
  __shared__ int first;
  if (threadIdx.x == 0)
    first = in[blockIdx.x];
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = first;
}

__global__ void notWaitedForBad(const int *in, int *out) {
  __shared__ int first;
  if (threadIdx.x == 0)
    first = in[blockIdx.x]; // expect: shared-race
  out[blockIdx.x * blockDim.x + threadIdx.x] = first;
}

// The next round's store may overtake this round's reads.
__global__ void nextRoundBad(const int *in, int *out, int rounds) {
  __shared__ int first;
  for (int k = 0; k < rounds; ++k) {
    if (threadIdx.x == 0)
      first = in[k]; // expect: shared-race
    __syncthreads();
    out[threadIdx.x] += first;
  }
}
