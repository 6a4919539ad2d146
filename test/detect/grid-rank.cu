// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void scaleOk(float *v, double *sums, int size) {
  cg::grid_group grid = cg::this_grid();
  cg::thread_block block = cg::this_thread_block();
  if (blockIdx.x == 0)
    for (int i = block.thread_rank(); i < gridDim.x; i += block.size())
      sums[i] += 1;
  cg::sync(grid);
  for (int i = grid.thread_rank(); i < size; i += grid.size())
    v[i] = v[i] / sums[0];
}

__global__ void neighbourBad(float *v, int size) {
  cg::grid_group grid = cg::this_grid();
  for (int i = grid.thread_rank(); i + 1 < size; i += grid.size())
    v[i] += v[i + 1]; // expect: inter-block-race global-race
}
