// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Tables that are passed by value, with an entry for each block.

struct Parts {
  long size[4];
  unsigned char part[64];
  int chunk[64];
};

__global__ void lastBad(Parts parts, int *last) {
  if (threadIdx.x < parts.size[parts.part[blockIdx.x]])
    last[blockIdx.x] = threadIdx.x; // expect: global-race
}

__global__ void scaleOk(Parts parts, float *out, long chunk, float factor) {
  long size = parts.size[parts.part[blockIdx.x]];
  for (long i = threadIdx.x; i < chunk && i < size; i += blockDim.x)
    out[blockIdx.x * chunk + i] *= factor;
}

void run(Parts parts, float *out, int *last, int blocks, long chunk) {
  lastBad<<<blocks, 512>>>(parts, last);
  scaleOk<<<blocks, 512>>>(parts, out, chunk, 2);
}
