// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 128
//
// Who claims a vertex puts it into the block's list. Claims order nothing without a fence, and the
// thread that empties the list claims nothing before.
__device__ void claim(int *owner, const int *neighbour, int *list, int *count) {
  int v = neighbour[blockIdx.x * blockDim.x + threadIdx.x];
  if (atomicCAS(&owner[v], -1, 7) == -1)
    list[atomicAdd(count, 1)] = v;
}

__global__ void emptiedLateBad(int *owner, const int *neighbour, int *out) {
  __shared__ int list[128], count;
  if (threadIdx.x == 0)
    count = 0; // expect: shared-race
  claim(owner, neighbour, list, &count);
  __syncthreads();
  if (threadIdx.x < count)
    out[blockIdx.x * blockDim.x + threadIdx.x] = list[threadIdx.x];
}

__global__ void emptiedOk(int *owner, const int *neighbour, int *out) {
  __shared__ int list[128], count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  claim(owner, neighbour, list, &count);
  __syncthreads();
  if (threadIdx.x < count)
    out[blockIdx.x * blockDim.x + threadIdx.x] = list[threadIdx.x];
}
