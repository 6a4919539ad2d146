// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// A plain scatter is a permutation in clean code: nothing is claimed about it.
__global__ void scatterUnknown(const int *to, const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[to[i]] = in[i];
}
