// SPDX-License-Identifier: Apache-2.0
// A sum of a block, in which every second thread adds, then every fourth.
#include "buffers.h"

__global__ void sums(const float *in, float *out, int n) {
  __shared__ float part[128];
  int thread = threadIdx.x;
  int at = blockIdx.x * blockDim.x + thread;
  part[thread] = at < n ? in[at] : 0;
  __syncthreads();
  for (int step = 1; step < blockDim.x; step *= 2) {
    if (thread % (2 * step) == 0)
      part[thread] += part[thread + step];
    __syncthreads();
  }
  if (thread == 0)
    out[blockIdx.x] = part[0];
}

int main() {
  const int n = 5000 * SCALE * SCALE;
  const int blocks = (n + 127) / 128;
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, blocks * sizeof(float));
  fill(in, n);
  sums<<<blocks, 128>>>(in, out, n);
  report("out", out, blocks);
}
