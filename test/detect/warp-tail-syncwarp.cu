// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__global__ void readThenWriteOk(int *out) {
  __shared__ int s[64];
  int tid = threadIdx.x;
  s[tid] = out[tid];
  __syncthreads();
  if (tid < 32) {
    int v = s[tid] + s[tid + 32];
    for (int k = 16; k > 0; k /= 2) {
      s[tid] = v;
      __syncwarp();
      v += s[(tid + k) % 32];
      __syncwarp();
    }
    if (tid == 0)
      out[0] = v;
  }
}

// A step reads what another lane of the same step writes.
__global__ void betweenStepsOnlyBad(int *out) {
  __shared__ int s[64];
  int tid = threadIdx.x;
  s[tid] = out[tid];
  __syncthreads();
  if (tid < 32) {
    s[tid] += s[tid + 16]; // expect: intra-warp-race
    __syncwarp();
    out[tid] = s[31 - tid];
  }
}
