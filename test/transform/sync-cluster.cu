// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair sync-cluster %s --unsafe --source-only --undecided --arch sm_90 | FileCheck %s
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2) leaves(const int *in, int *out) {
  __shared__ int s[64];
  cg::cluster_group cluster = cg::this_cluster();
  s[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  cluster.sync();
  const int *other = cluster.map_shared_rank(s, cluster.block_rank() ^ 1);
  out[blockIdx.x * 64 + threadIdx.x] = other[63 - threadIdx.x]; // of the neighbour
}
__global__ void __cluster_dims__(4) sums(const int *in, int *out) {
  __shared__ int sum;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) {
    sum = in[blockIdx.x];
  }

  if (cluster.block_rank() == 0 && threadIdx.x == 0) {
    int all = 0;
    for (int r = 0; r < 4; ++r)
      all += *cluster.map_shared_rank(&sum, r);
    out[blockIdx.x / 4] = all;
  }
  cluster.sync();
}

void launch(const int *in, int *out) {
  leaves<<<2, 64>>>(in, out);
  sums<<<4, 64>>>(in, out);
}

// CHECK-LABEL: leaves(
// CHECK:         = other[63 - threadIdx.x]; // of the neighbour
// CHECK-NEXT:    cluster.sync();
// CHECK-LABEL: sums(
// CHECK:           sum = in[blockIdx.x];
// CHECK-NEXT:    }
// CHECK-NEXT:    cluster.sync();
// CHECK-EMPTY:
// CHECK-NEXT:    if (cluster.block_rank() == 0
