// SPDX-License-Identifier: Apache-2.0
// The next tile is loaded while this one is used: one barrier per round.
#define T 128

__global__ void weigh(const float *in, const float *weight, float *out, int tiles) {
  __shared__ float s[2][T];
  int tid = threadIdx.x, base = blockIdx.x * tiles * T;
  float sum = 0;
  s[0][tid] = in[base + tid];
  for (int t = 0; t < tiles; ++t) {
    __syncthreads();
    if (t + 1 < tiles)
      s[(t + 1) % 2][tid] = in[base + (t + 1) * T + tid];
    for (int k = 0; k < T; ++k)
      sum += weight[k * T + tid] * s[t % 2][k];
  }
  out[blockIdx.x * T + tid] = sum;
}

void run(const float *in, const float *weight, float *out, int blocks, int tiles) {
  weigh<<<blocks, T>>>(in, weight, out, tiles);
}
