// SPDX-License-Identifier: Apache-2.0
__global__ void sum(const float *in, float *out, int n) {
  extern __shared__ float s[];
  unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + tid;
  float v = i < n ? in[i] : 0;
  if (i + blockDim.x < n)
    v += in[i + blockDim.x];
  s[tid] = v;
  __syncthreads();
  for (unsigned k = blockDim.x / 2; k > 0; k >>= 1) {
    if (tid < k)
      s[tid] += s[tid + k];
    __syncthreads();
  }
  if (tid == 0)
    out[blockIdx.x] = s[0];
}

void run(const float *in, float *out, int n) {
  sum<<<(n + 511) / 512, 256, 256 * sizeof(float)>>>(in, out, n);
}
