// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair grid-sync --unsafe --source-only %s | FileCheck %s --match-full-lines --strict-whitespace
// The second of two barriers that a step needs, in a loop that all threads run equally often.

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void smooth(float *cell, float *next, int n, int steps) {
  cg::grid_group grid = cg::this_grid();
  for (int step = 0; step < steps; step++) {
    for (int i = grid.thread_rank() + 1; i < n - 1; i += grid.size())
      next[i] = 0.5f * (cell[i - 1] + cell[i + 1]);
    grid.sync();
    for (int i = grid.thread_rank() + 1; i < n - 1; i += grid.size())
      cell[i] = next[i];
  }
}

void launch(float *cell, float *next, int n, int steps) {
  void *args[] = {&cell, &next, &n, &steps};
  cudaLaunchCooperativeKernel((void *)smooth, dim3(2), dim3(64), args, 0, 0);
}

// CHECK:    grid.sync();
// CHECK-NEXT:    for (int i = grid.thread_rank() + 1; i < n - 1; i += grid.size())
// CHECK-NEXT:      cell[i] = next[i];
// CHECK-NEXT:    cg::this_grid().sync();
// CHECK-NEXT:  }
// CHECK-NEXT:}
