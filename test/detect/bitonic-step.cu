// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 256

// Both threads of a phase exchange over one distance, whatever the loops make it.
__global__ void sortOk(int *data) {
  __shared__ int s[256];
  int tid = threadIdx.x;
  s[tid] = data[tid];
  __syncthreads(); // allow: redundant-barrier
  for (int k = 2; k <= 256; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) {
      int other = tid ^ j;
      if (other > tid && (tid & k ? s[tid] < s[other] : s[tid] > s[other])) {
        int t = s[tid];
        s[tid] = s[other];
        s[other] = t;
      }
      __syncthreads();
    }
  data[tid] = s[tid];
}
