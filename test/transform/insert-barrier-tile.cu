// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair insert-barrier %s | FileCheck %s
// A barrier of half a warp does not order its halves.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void exchange(int *out) {
  __shared__ int s[1024];
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  s[threadIdx.x] = out[threadIdx.x];
  tile.sync();
  out[threadIdx.x] = s[threadIdx.x ^ 16];
}

// CHECK: __syncwarp();
