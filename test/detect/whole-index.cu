// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Functions that return a whole index, of which the kernel uses some dimensions. Nothing says how it
// is launched.

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void __launch_bounds__(256) planeOk(const float *in, float *out, int w, int h, int n) {
  auto block = cg::this_thread_block();
  const unsigned x = block.group_index().x * block.group_dim().x + block.thread_index().x;
  const unsigned y = block.group_index().y * block.group_dim().y + block.thread_index().y;
  __shared__ float staged[256];
  float sum = 0;
  for (int i = 0; i < n; i += 256) {
    block.sync();
    if (i + block.thread_rank() < n)
      staged[block.thread_rank()] = in[i + block.thread_rank()];
    block.sync();
    for (int j = 0; j < 256 && i + j < n; ++j)
      sum += staged[j];
  }
  if (x < w && y < h)
    out[w * y + x] = sum;
}

__global__ void lineOk(float *out, int n) {
  const uint3 thread = threadIdx, block = blockIdx;
  const int i = block.x * blockDim.x + thread.x;
  if (i < n)
    out[i] = i;
}

// The place along y is used, and left out of the index.
__global__ void rowsBad(float *out, int w) {
  auto block = cg::this_thread_block();
  out[block.thread_index().x] = block.thread_index().y; // expect: global-race
}

__global__ void planesBad(float *out, int w, int h) {
  auto block = cg::this_thread_block();
  dim3 at = block.group_index();
  if (block.thread_rank() == 0)
    out[at.y * w + at.x] = at.z; // expect: inter-block-race
}

// So is one that numbers the threads of a plane.
__global__ void flatBad(float *out) {
  const uint3 at = threadIdx;
  out[at.x] = at.y * blockDim.x + at.x; // expect: global-race
}
