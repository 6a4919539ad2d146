// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void warpTileOk(int *out) {
  __shared__ int s[1024];
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  s[threadIdx.x] = out[threadIdx.x];
  tile.sync();
  out[threadIdx.x] = s[threadIdx.x ^ 16];
}

// Two tiles of one warp do not wait for each other.
__global__ void halfTileBad(int *out) {
  __shared__ int s[1024];
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  s[threadIdx.x] = out[threadIdx.x]; // expect: intra-warp-race
  tile.sync();
  out[threadIdx.x] = s[threadIdx.x ^ 16];
}

__global__ void otherWarpBad(int *out) {
  __shared__ int s[1024];
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  s[threadIdx.x] = out[threadIdx.x]; // expect: shared-race
  tile.sync();
  out[threadIdx.x] = s[threadIdx.x ^ 32];
}
