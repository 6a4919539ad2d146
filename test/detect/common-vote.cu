// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
//
// Where all threads of the block vote alike, or hand one value to each other, they stay together.

__constant__ int limit[4];

__global__ void votedReturnOk(int which, float *out) {
  __shared__ float kept[64];
  if (__all_sync(0xffffffff, int(blockIdx.x) >= limit[which]))
    return;
  kept[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = kept[63 - threadIdx.x];
}

__global__ void shuffledBoundOk(int which, float *out) {
  __shared__ float kept[64];
  int bound = __shfl_sync(0xffffffff, limit[which], 0);
  for (int i = 0; i < bound; ++i) {
    kept[threadIdx.x] = threadIdx.x * i;
    __syncthreads();
    out[(i * gridDim.x + blockIdx.x) * 64 + threadIdx.x] = kept[63 - threadIdx.x];
    __syncthreads();
  }
}

// Each warp votes for its own threads.
__global__ void votesOfWarpsBad(const int *wanted, float *out) {
  __shared__ float kept[64];
  if (__all_sync(0xffffffff, wanted[threadIdx.x]))
    return;
  kept[threadIdx.x] = threadIdx.x;
  __syncthreads(); // expect: barrier-divergence
  out[blockIdx.x * 64 + threadIdx.x] = kept[63 - threadIdx.x];
}

void launches(const int *wanted, float *out) {
  votedReturnOk<<<4, 64>>>(1, out);
  shuffledBoundOk<<<4, 64>>>(1, out);
  votesOfWarpsBad<<<4, 64>>>(wanted, out);
}
