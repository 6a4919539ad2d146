// SPDX-License-Identifier: Apache-2.0
__global__ void sort(int *data) {
  __shared__ int s[512];
  int tid = threadIdx.x;
  s[2 * tid] = data[2 * tid];
  s[2 * tid + 1] = data[2 * tid + 1];
  for (int round = 0; round < 512; ++round) {
    __syncthreads();
    int at = 2 * tid + (round & 1);
    if (at + 1 < 512 && s[at] > s[at + 1]) {
      int t = s[at];
      s[at] = s[at + 1];
      s[at + 1] = t;
    }
  }
  __syncthreads();
  data[2 * tid] = s[2 * tid];
  data[2 * tid + 1] = s[2 * tid + 1];
}

void run(int *data) { sort<<<1, 256>>>(data); }
