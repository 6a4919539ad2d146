// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 256

// A size that masks bits is taken for a power of two.
__global__ void scanUnknown(unsigned *out, unsigned size) {
  __shared__ unsigned s[512];
  unsigned pos = 2 * threadIdx.x - (threadIdx.x & (size / 4 - 1));
  s[pos] = threadIdx.x;
  __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = s[pos];
}

__global__ void scanBad(unsigned *out, unsigned size) {
  __shared__ unsigned s[256];
  unsigned pos = threadIdx.x & (size - 1);
  s[pos] = threadIdx.x; // expect: shared-race
  __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = s[pos];
}
