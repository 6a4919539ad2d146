// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 256

__global__ void moduloOk(const int *in, int *out) {
  __shared__ int s[256];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  __syncthreads(); // allow: redundant-barrier
  for (int k = 1; k < blockDim.x; k *= 2) {
    if (tid % (2 * k) == 0)
      s[tid] += s[tid + k];
    __syncthreads();
  }
  if (tid == 0)
    *out = s[0];
}

__global__ void contiguousThreadsOk(const int *in, int *out) {
  __shared__ int s[256];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  __syncthreads();
  for (int k = 1; k < blockDim.x; k *= 2) {
    int at = 2 * k * tid;
    if (at < blockDim.x)
      s[at] += s[at + k];
    __syncthreads();
  }
  if (tid == 0)
    *out = s[0];
}
