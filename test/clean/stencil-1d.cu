// SPDX-License-Identifier: Apache-2.0
#define RADIUS 4
#define BLOCK 256

__constant__ float weight[RADIUS + 1];

__global__ void stencil(const float *in, float *out, int n) {
  __shared__ float s[BLOCK + 2 * RADIUS];
  int i = blockIdx.x * BLOCK + threadIdx.x, at = threadIdx.x + RADIUS;
  s[at] = i < n ? in[i] : 0;
  if (threadIdx.x < RADIUS) {
    s[at - RADIUS] = i >= RADIUS ? in[i - RADIUS] : 0;
    s[at + BLOCK] = i + BLOCK < n ? in[i + BLOCK] : 0;
  }
  __syncthreads();
  if (i >= n)
    return;
  float sum = weight[0] * s[at];
  for (int r = 1; r <= RADIUS; ++r)
    sum += weight[r] * (s[at - r] + s[at + r]);
  out[i] = sum;
}

void run(const float *in, float *out, int n) {
  stencil<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(in, out, n);
}
