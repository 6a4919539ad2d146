// SPDX-License-Identifier: Apache-2.0
// Unrolled by the block size; the last warp uses registers and shuffles.
template <unsigned Block> __global__ void sum(const int *in, int *out, unsigned n) {
  __shared__ int s[Block];
  unsigned tid = threadIdx.x;
  int v = 0;
  for (unsigned i = blockIdx.x * Block + tid; i < n; i += Block * gridDim.x)
    v += in[i];
  s[tid] = v;
  __syncthreads();
  if (Block >= 512) {
    if (tid < 256)
      s[tid] = v = v + s[tid + 256];
    __syncthreads();
  }
  if (Block >= 256) {
    if (tid < 128)
      s[tid] = v = v + s[tid + 128];
    __syncthreads();
  }
  if (Block >= 128) {
    if (tid < 64)
      s[tid] = v = v + s[tid + 64];
    __syncthreads();
  }
  if (tid < 32) {
    v += s[tid + 32];
    for (int k = 16; k > 0; k /= 2)
      v += __shfl_down_sync(0xffffffffu, v, k);
    if (tid == 0)
      out[blockIdx.x] = v;
  }
}

void run(const int *in, int *out, unsigned n) {
  sum<512><<<64, 512>>>(in, out, n);
  sum<128><<<64, 128>>>(in, out, n);
}
