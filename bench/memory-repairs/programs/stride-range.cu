// SPDX-License-Identifier: Apache-2.0
// A range of elements for each thread.
#include "buffers.h"

__global__ void clampAll(const int *in, int *out, int n, int chunk, int low, int high) {
  int thread = blockIdx.x * blockDim.x + threadIdx.x;
  int first = thread * chunk;
  int last = min(first + chunk, n);
  for (int i = first; i < last; ++i) {
    int value = in[i];
    if (value < low)
      value = low;
    out[i] = value > high ? high : value;
  }
}

int main() {
  int *in, *out, n = 100000 * SCALE * SCALE, blocks = 32 * SCALE, threads = blocks * 128;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  fill(in, n);
  fill(out, n);
  clampAll<<<blocks, 128>>>(in, out, n, (n + threads - 1) / threads, -10, 10);
  report("out", out, n);
}
