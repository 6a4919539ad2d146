// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 256

__global__ void moduloBad(const int *in, int *out) {
  __shared__ int s[256];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  __syncthreads();
  for (int k = 1; k < blockDim.x; k *= 2)
    if (tid % (2 * k) == 0)
      s[tid] += s[tid + k]; // expect: shared-race
  if (tid == 0)
    *out = s[0];
}
