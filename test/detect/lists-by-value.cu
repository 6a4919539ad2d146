// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Tables in a kernel's parameter, which say for each block on which list and chunk it works.

struct Tables {
  float *lists[3][36];
  int sizes[36];
  unsigned char listOf[320];
  int chunkOf[320];
};

__global__ void scaleChunksUnknown(int chunk, volatile int *overflow, Tables t, float by) {
  const int list = t.listOf[blockIdx.x], from = t.chunkOf[blockIdx.x] * chunk;
  const float *in = t.lists[0][list] + from;
  float *out = t.lists[1][list] + from;
  const int n = t.sizes[list] - from;
  for (int s = 0; s < n && s < chunk; s += blockDim.x * 4)
    for (int k = 0; k < 4; ++k) {
      int i = s + threadIdx.x + k * blockDim.x;
      if (i < n && i < chunk) {
        out[i] = by * in[i];
        if (!isfinite(out[i]))
          *overflow = 1; // expect-note: benign-race
      }
    }
}

void launch(int chunk, volatile int *overflow, const Tables &t, int blocks) {
  scaleChunksUnknown<<<blocks, 512>>>(chunk, overflow, t, 2);
}
