// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair split-branch %s | FileCheck %s
// The function is also called in a loop in front, where whole warps come.

__device__ void smaller(unsigned *s, unsigned *at, unsigned a, unsigned b) {
  if (s[b] < s[a]) {
    s[a] = s[b];
    at[a] = at[b];
  }
}
// CHECK: __syncwarp();

__global__ void least(unsigned *out, const unsigned *in) {
  __shared__ unsigned s[256], at[256];
  unsigned tid = threadIdx.x;
  s[tid] = in[tid];
  at[tid] = tid;
  __syncthreads();
  for (unsigned k = 128; k > 32; k >>= 1) {
    if (tid < k)
      smaller(s, at, tid, tid + k);
    __syncthreads();
  }
  if (tid < 32) {
    smaller(s, at, tid, tid + 32);
    smaller(s, at, tid, tid + 16);
  }
  if (tid == 0)
    out[0] = at[0];
}

void run(unsigned *out, const unsigned *in) { least<<<1, 256>>>(out, in); }
