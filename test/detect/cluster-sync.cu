// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// cluster.sync() meets all threads of a block, too: it orders them as __syncthreads() does. What it
// orders between blocks is not decided.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// One count for all threads.
__global__ void countUnknown(const int *in, int *out) {
  __shared__ int count, cells[256];
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  atomicAdd(&count, in[threadIdx.x]);
  cg::this_cluster().sync();
  if (count > 5) {
    cells[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = cells[255 - threadIdx.x];
  }
}

// Without it a late thread reads what the others have not added yet.
__global__ void lateCountBad(const int *in, int *out) {
  __shared__ int count, cells[256];
  if (threadIdx.x == 0)
    count = 0;
  cg::this_cluster().sync();
  atomicAdd(&count, in[threadIdx.x]); // expect: shared-race
  if (count > 5) {
    cells[threadIdx.x] = in[threadIdx.x];
    __syncthreads(); // expect-warning: barrier-divergence
    out[blockIdx.x * 256 + threadIdx.x] = cells[255 - threadIdx.x];
  }
}

// Not all threads of the block come to it.
__global__ void halfBad(const int *in, int *out) {
  __shared__ int cells[256];
  cells[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x < 128)
    cg::this_cluster().sync(); // expect: barrier-divergence
  __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = cells[255 - threadIdx.x];
}

// A block waits for another of its cluster.
__global__ void __cluster_dims__(2) otherBlockUnknown(int *data, int *out) {
  if (threadIdx.x == 0)
    data[blockIdx.x] = blockIdx.x;
  cg::this_cluster().sync();
  if (threadIdx.x == 0)
    out[blockIdx.x] = data[blockIdx.x ^ 1];
}

// The barrier is needed, though the accesses of a block are apart without it.
__global__ void __cluster_dims__(2) neededUnknown(int *data, int *out) {
  data[blockIdx.x * 256 + threadIdx.x] = threadIdx.x;
  cg::this_cluster().sync();
  out[blockIdx.x * 256 + threadIdx.x] = data[(blockIdx.x ^ 1) * 256 + threadIdx.x];
}

// A launch that gives no cluster has one of each block.
__global__ void aloneBad(int *data, int *out) {
  data[blockIdx.x * 256 + threadIdx.x] = threadIdx.x; // expect: inter-block-race
  cg::this_cluster().sync();
  out[blockIdx.x * 256 + threadIdx.x] = data[(blockIdx.x ^ 1) * 256 + threadIdx.x];
}

void launch(const int *in, int *data, int *out) {
  countUnknown<<<64, 256>>>(in, out);
  lateCountBad<<<64, 256>>>(in, out);
  halfBad<<<64, 256>>>(in, out);
  otherBlockUnknown<<<64, 256>>>(data, out);
  neededUnknown<<<64, 256>>>(data, out);
  aloneBad<<<64, 256>>>(data, out);
}
