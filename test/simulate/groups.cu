// SPDX-License-Identifier: Apache-2.0
// RUN: %check-simulation %s --grid 3 --block 64
#include <cooperative_groups.h>
#include <assert.h>
namespace cg = cooperative_groups;

__global__ void gridOk(int *a, int *b) {
  cg::grid_group grid = cg::this_grid();
  int i = grid.thread_rank(), n = grid.size();
  a[i] = i;
  grid.sync();
  assert(a[n - 1 - i] == n - 1 - i);
}

__global__ void blockOnlyBad(int *a, int *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  a[i] = i; // expect: inter-block-race
  cg::this_thread_block().sync();
  b[i] = a[n - 1 - i];
}

__global__ void someBlocksBad(int *a) {
  if (blockIdx.x == 1)
    cg::this_grid().sync(); // expect: barrier-divergence
}

__global__ void gridInTwoOk(int *a) {
  auto grid = cg::this_grid();
  int i = grid.thread_rank(), n = grid.size();
  a[i] = i;
  auto token = grid.barrier_arrive();
  grid.barrier_wait(static_cast<cg::grid_group::arrival_token &&>(token));
  assert(a[n - 1 - i] == n - 1 - i);
}

__global__ void blockInTwoBad(int *a, int *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  auto block = cg::this_thread_block();
  a[i] = i; // expect: inter-block-race
  auto token = block.barrier_arrive();
  block.barrier_wait(static_cast<cg::thread_block::arrival_token &&>(token));
  b[i] = a[n - 1 - i];
}

// Who waits has not seen what the others do after it.
__global__ void laterTurnBad(int *out) {
  __shared__ int s[64];
  auto block = cg::this_thread_block();
  for (int r = 0; r < 3; ++r) {
    auto token = block.barrier_arrive();
    block.barrier_wait(static_cast<cg::thread_block::arrival_token &&>(token));
    s[threadIdx.x / 2] = threadIdx.x; // expect: intra-warp-race
  }
}

__global__ void tilesOk(int *out) {
  __shared__ int s[64];
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  s[threadIdx.x] = threadIdx.x;
  tile.sync();
  int base = threadIdx.x & ~7;
  assert(s[base + 7 - threadIdx.x % 8] == base + 7 - threadIdx.x % 8);
  int v = tile.thread_rank();
  for (int d = 4; d > 0; d /= 2)
    v += tile.shfl_down(v, d);
  if (tile.thread_rank() == 0)
    assert(v == 28);
  assert(tile.ballot(tile.thread_rank() < 2) == 3);
}

__global__ void acrossTilesBad(int *out) {
  __shared__ int s[64];
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  s[threadIdx.x] = threadIdx.x; // expect: intra-warp-race
  tile.sync();
  out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x ^ 8];
}

__global__ void coalescedOk(int *count) {
  if (threadIdx.x % 2) {
    cg::coalesced_group g = cg::coalesced_threads();
    assert(g.size() == 16);
    assert(g.thread_rank() == threadIdx.x % 32 / 2);
    assert(g.shfl(threadIdx.x, 3) == (threadIdx.x & ~31) + 7);
    g.sync();
  }
}
