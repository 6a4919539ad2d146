// SPDX-License-Identifier: Apache-2.0
// The two warps of the block wait at different barriers.
__global__ void splitWork(const int *in, int *out) {
  __shared__ int s[64];
  int tid = threadIdx.x;
  if (tid < 32) {
    s[tid] = in[tid] + 1;
    __syncthreads();
  } else {
    s[tid] = in[tid] * 2;
    __syncthreads();
  }
  out[tid] = s[63 - tid];
}

void run(const int *in, int *out) { splitWork<<<1, 64>>>(in, out); }
