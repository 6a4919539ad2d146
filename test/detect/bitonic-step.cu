// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 256

// FP: the exchange distance of the nested halving loops is not known to be a power of two.
__global__ void FP_sort(int *data) {
  __shared__ int s[256];
  int tid = threadIdx.x;
  s[tid] = data[tid];
  __syncthreads(); // allow: redundant-barrier
  for (int k = 2; k <= 256; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) {
      int other = tid ^ j;
      if (other > tid && (tid & k ? s[tid] < s[other] : s[tid] > s[other])) { // allow: shared-race
        int t = s[tid]; // allow: shared-race
        s[tid] = s[other]; // allow: shared-race
        s[other] = t; // allow: shared-race
      }
      __syncthreads(); // allow: barrier-divergence
    }
  data[tid] = s[tid]; // allow: shared-race
}
