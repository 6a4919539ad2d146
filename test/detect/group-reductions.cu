// SPDX-License-Identifier: Apache-2.0
// Reductions and scans of a group ask its own lanes only: other tiles of the warp may be elsewhere.
// RUN: %check-findings %s
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

__global__ void halfOfTheTilesOk(float *a) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x / 8 % 2 == 0)
    a[i] = cg::reduce(tile, a[i], cg::plus<float>());
}

__global__ void scannedOk(int *a) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = cg::exclusive_scan(tile, a[i], cg::plus<int>());
}

__global__ void summedByTilesBad(int *a, int *sum) {
  __shared__ int part[32];
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  int s = cg::reduce(tile, a[threadIdx.x], cg::plus<int>());
  if (tile.thread_rank() == 0)
    part[threadIdx.x / 32] = s;
  if (threadIdx.x == 0)
    sum[0] = part[0] + part[1]; // expect: shared-race
}

void launch(float *f, int *i, int *sum) {
  halfOfTheTilesOk<<<4, 256>>>(f);
  scannedOk<<<4, 256>>>(i);
  summedByTilesBad<<<1, 256>>>(i, sum);
}
