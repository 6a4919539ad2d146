// SPDX-License-Identifier: Apache-2.0
// REQUIRES: cuda-toolkit
// RUN: %check-findings %s --block-dim 256 --cuda-path=%cuda-path
#include <cooperative_groups.h>
#include <cub/cub.cuh>
namespace cg = cooperative_groups;

// What NVIDIA's headers do by inline PTX.
__global__ void gridUnknown(int *data, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = i; // allow: benign-race
  cg::this_grid().sync();
  out[i] = data[gridDim.x * blockDim.x - 1 - i];
}

__global__ void gridMissingBad(int *data, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = i; // expect: global-race inter-block-race
  out[i] = data[gridDim.x * blockDim.x - 1 - i];
}

__global__ void blockOk(int *out) {
  __shared__ int s[256];
  s[threadIdx.x] = out[threadIdx.x];
  cg::this_thread_block().sync();
  out[threadIdx.x] = s[255 - threadIdx.x];
}

__global__ void tileOk(int *out) {
  __shared__ int s[256];
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  s[threadIdx.x] = out[threadIdx.x];
  tile.sync();
  out[threadIdx.x] = s[threadIdx.x ^ 15];
}

__global__ void otherTileBad(int *out) {
  __shared__ int s[256];
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  s[threadIdx.x] = out[threadIdx.x]; // expect: intra-warp-race
  tile.sync();
  out[threadIdx.x] = s[threadIdx.x ^ 16];
}

__global__ void leaderOk(int *out) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  if (tile.thread_rank() == 0)
    out[threadIdx.x / 32] = threadIdx.x;
}

__global__ void blockReduceOk(const int *in, int *out) {
  using Reduce = cub::BlockReduce<int, 256>;
  __shared__ typename Reduce::TempStorage scratch;
  int sum = Reduce(scratch).Sum(in[blockIdx.x * 256 + threadIdx.x]);
  if (threadIdx.x == 0)
    out[blockIdx.x] = sum;
}

__global__ void scratchTwiceBad(const int *in, int *out) {
  using Reduce = cub::BlockReduce<int, 256>;
  __shared__ typename Reduce::TempStorage scratch;
  int v = in[blockIdx.x * 256 + threadIdx.x];
  int sum = Reduce(scratch).Sum(v); // expect: shared-race
  sum += Reduce(scratch).Sum(2 * v);
  if (threadIdx.x == 0)
    out[blockIdx.x] = sum;
}

__global__ void warpReduceOk(const int *in, int *out) {
  using Reduce = cub::WarpReduce<int>;
  __shared__ typename Reduce::TempStorage scratch[8];
  int sum = Reduce(scratch[threadIdx.x / 32]).Sum(in[blockIdx.x * 256 + threadIdx.x]);
  if (threadIdx.x % 32 == 0)
    out[blockIdx.x * 8 + threadIdx.x / 32] = sum;
}
