// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 256

__global__ void sortBad(int *data) {
  __shared__ int s[256];
  int tid = threadIdx.x;
  s[tid] = data[tid];
  __syncthreads();
  for (int j = 128; j > 0; j /= 2) {
    int other = tid ^ j;
    if (other > tid && s[tid] > s[other]) { // expect: shared-race
      int t = s[tid]; // allow: shared-race
      s[tid] = s[other]; // allow: shared-race
      s[other] = t; // allow: shared-race
    }
  }
  __syncthreads();
  data[255 - tid] = s[tid];
}
