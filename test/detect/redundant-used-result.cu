// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// The barrier's result is used, so it stays.
__global__ void countOk(const int *in, int *out) {
  int positive = __syncthreads_count(in[blockIdx.x * blockDim.x + threadIdx.x] > 0);
  if (threadIdx.x == 0)
    out[blockIdx.x] = positive;
}

__global__ void untilAllDoneOk(int *data, int n) {
  int left = data[blockIdx.x * blockDim.x + threadIdx.x];
  while (__syncthreads_or(left > 0))
    left -= n;
  data[blockIdx.x * blockDim.x + threadIdx.x] = left;
}
