// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 128
//
// Values that are written where counts of them say are not followed as in a list that changes: the
// kernel reads none of them.
__global__ void digitsUnknown(const unsigned *in, unsigned *out, int shift) {
  __shared__ unsigned counts[16][128], starts[16];
  int t = threadIdx.x;
  for (int d = 0; d < 16; ++d)
    counts[d][t] = 0;
  unsigned keys[4];
  for (int i = 0; i < 4; ++i) {
    keys[i] = in[(blockIdx.x * 128 + t) * 4 + i];
    counts[keys[i] >> shift & 15][t]++;
  }
  __syncthreads();
  if (t == 0) {
    unsigned sum = 0;
    for (int d = 0; d < 16; ++d) {
      starts[d] = sum;
      for (int j = 0; j < 128; ++j) {
        unsigned count = counts[d][j];
        counts[d][j] = sum - starts[d];
        sum += count;
      }
    }
  }
  __syncthreads();
  for (int i = 0; i < 4; ++i) {
    unsigned d = keys[i] >> shift & 15;
    out[blockIdx.x * 512 + starts[d] + counts[d][t]++] = keys[i];
  }
}
