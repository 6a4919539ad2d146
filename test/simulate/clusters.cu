// SPDX-License-Identifier: Apache-2.0
//
// Blocks of a cluster: its barrier, and the memory of neighbours.
// RUN: %cuda-fix simulate %s --arch sm_90 --exit-zero --search 0 > %t 2>&1
// RUN: FileCheck %s < %t
// RUN: not %cuda-fix simulate %s --arch sm_90 --kernel open --grid 3 --block 32 --cluster 2 2>&1 | FileCheck %s --check-prefix=PARTS
// RUN: %cuda-fix simulate %s --arch sm_90 --kernel open --grid 4,2 --block 2 --cluster 2,2 --schedules 1 | FileCheck %s --check-prefix=PLACES
// RUN: %cuda-fix simulate %s --arch sm_90 --kernel inParts --grid 2 --block 64 --search 0 2>&1 | FileCheck %s --check-prefix=LEFT
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

// CHECK-NOT: kernel 'good': {{.*}}not simulated
__global__ void __cluster_dims__(2) good(int *out) {
  __shared__ int s;
  auto cluster = cg::this_cluster();
  if (threadIdx.x == 0)
    s = 10 * blockIdx.x;
  cluster.sync();
  out[blockIdx.x * 32 + threadIdx.x] = *cluster.map_shared_rank(&s, cluster.num_blocks() - 1 - cluster.block_rank());
  cluster.sync();
}
__global__ void __cluster_dims__(2) leaves(int *out) {
  if (blockIdx.x % 2)
    return;
  // CHECK: clusters.cu:[[@LINE+1]]:{{.*}} warning: thread 0 of block 0 waits at this barrier of the cluster, which thread 0 of block 1 has left the kernel without meeting [barrier-divergence
  cg::this_cluster().sync();
  out[blockIdx.x * 32 + threadIdx.x] = 1;
}
__global__ void __cluster_dims__(2) twice(int *out) {
  asm volatile("barrier.cluster.arrive;" ::: "memory");
  // CHECK: clusters.cu:[[@LINE+1]]:{{.*}} error: thread {{[0-9]+}} of block {{[0-9]}} arrives at the barrier of its cluster again before it has waited there
  asm volatile("barrier.cluster.arrive;" ::: "memory");
  asm volatile("barrier.cluster.wait;" ::: "memory");
  out[0] = 1;
}
__global__ void __cluster_dims__(2) relaxed(int *out) {
  __shared__ int s[32];
  auto cluster = cg::this_cluster();
  // CHECK: clusters.cu:[[@LINE+1]]:{{.*}} error: race on shared memory 's' of block {{[01]}}: {{.*}}[inter-block-race
  s[threadIdx.x] = threadIdx.x;
  asm volatile("barrier.cluster.arrive.relaxed;" ::: "memory");
  asm volatile("barrier.cluster.wait;" ::: "memory");
  out[blockIdx.x * 32 + threadIdx.x] = cluster.map_shared_rank(s, cluster.block_rank() ^ 1)[threadIdx.x];
  cluster.sync();
}

// PARTS: a grid of 3 blocks is none of whole clusters of 2
// PLACES-DAG: block 0,0 rank 0 of 4, place 0,0 of 2,2
// PLACES-DAG: block 3,1 rank 3 of 4, place 1,1 of 2,2
__global__ void open(int *out) {
  auto cluster = cg::this_cluster();
  if (threadIdx.x == 0)
    printf("block %d,%d rank %u of %u, place %u,%u of %u,%u\n", blockIdx.x, blockIdx.y, cluster.block_rank(),
           cluster.num_blocks(), cluster.block_index().x, cluster.block_index().y, cluster.dim_blocks().x,
           cluster.dim_blocks().y);
  cluster.sync();
}

// The two instructions wait for those threads alone that have not left.
// LEFT: 0 errors, 0 warnings
__global__ void __cluster_dims__(2) inParts(int *out) {
  if (threadIdx.x >= 32)
    return;
  asm volatile("barrier.cluster.arrive.release;" ::: "memory");
  asm volatile("barrier.cluster.wait.acquire;" ::: "memory");
  out[blockIdx.x * 32 + threadIdx.x] = 1;
}

int main() {
  int *out;
  cudaMalloc(&out, 4 * 32 * sizeof(int));
  good<<<4, 32>>>(out);
  leaves<<<4, 32>>>(out);
  twice<<<4, 32>>>(out);
  relaxed<<<4, 32>>>(out);
  return cudaDeviceSynchronize();
}
