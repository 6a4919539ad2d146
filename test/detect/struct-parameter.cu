// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

struct Grid {
  float *cells;
  int width, height;
};

__global__ void scaleOk(Grid grid) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < grid.width)
    for (int y = 0; y < grid.height; ++y)
      grid.cells[y * grid.width + x] *= 2;
}

__global__ void smearBad(Grid grid) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x + 1 < grid.width)
    grid.cells[x] += grid.cells[x + 1]; // expect: global-race inter-block-race
}
