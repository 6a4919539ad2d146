// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// __activemask() names the lanes that happen to run together; others may come later.
__global__ void pairsUnknown(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncwarp(__activemask());
  out[blockIdx.x * 64 + t] = s[t ^ 1];
}

__global__ void ownOk(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncwarp();
  out[blockIdx.x * 64 + t] = s[t ^ 1] + __popc(__activemask());
}

void run(int *out) {
  pairsUnknown<<<4, 64>>>(out);
  ownOk<<<4, 64>>>(out);
}
