// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// An increment through a data-dependent index without an atomic.
__global__ void plainIncrementBad(const unsigned char *data, int *bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    bins[data[i]]++; // expect: global-race inter-block-race
}

// Whatever is counted: with a weight that is one for all.
__global__ void weightedBad(const int *data, float *bins, float weight, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    bins[data[i]] += weight; // expect: global-race inter-block-race
}

__global__ void atomicIncrementOk(const unsigned char *data, int *bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&bins[data[i]], 1);
}
